import { Chips, conditionChips } from './chips.tsx';
import type { PageState, Ranges } from '../query/page.ts';
import { PeriodField } from './period.tsx';

interface PageControlsProps {
  readonly state: PageState;
  readonly ranges: Ranges;
  readonly change: (changes: Partial<PageState>) => void;
}

/** The period and the filters of a page. */
export function PageControls({ state: { period, conditions }, ranges, change }: PageControlsProps) {
  return (
    <>
      <PeriodField
        period={period}
        ranges={ranges}
        change={(chosen) => {
          change({ period: chosen });
        }}
      />
      {conditions.length > 0 && (
        <Chips
          as="ul"
          label="Filters"
          chips={conditionChips(conditions)}
          remove={(index) => {
            change({ conditions: conditions.toSpliced(index, 1) });
          }}
        />
      )}
    </>
  );
}
