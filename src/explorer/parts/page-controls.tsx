import { useMemo, useState } from 'preact/hooks';
import { type PageState, type Ranges, rangesOf } from '../query/page.ts';
import { Filters } from './chips.tsx';
import type { Connection } from './explorer.tsx';
import { PeriodField } from './period.tsx';

/** What the home and the page of versions get. Their state is in the address. */
export interface PageProps {
  readonly connection: Connection;
  readonly state: PageState;
  readonly nowMs: number;
  readonly change: (changes: Partial<PageState>) => void;
}

type PageControlsProps = Pick<PageProps, 'state' | 'change'> & { readonly ranges: Ranges };

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
      <Filters
        conditions={conditions}
        change={(kept) => {
          change({ conditions: kept });
        }}
      />
    </>
  );
}

/** The days of a page's period, counted from the moment at which the page was opened. */
export function useRanges({ period }: PageState, nowMs: number) {
  const [openedMs] = useState(nowMs);
  const ranges = useMemo(() => rangesOf(period, openedMs), [JSON.stringify(period), openedMs]);
  return { openedMs, ranges };
}
