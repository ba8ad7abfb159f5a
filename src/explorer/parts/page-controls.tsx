// What the pages have in common: what they get from `app.tsx`, and the controls for the period and the
// filters.
import { useMemo, useState } from 'preact/hooks';
import type { Column } from '../../report/run/columns/ask.ts';
import type { FirstChoices } from '../query/first-choices.ts';
import { type PageState, type Ranges, rangesOf } from '../query/page.ts';
import type { Asker } from '../service/asker.ts';
import type { Saved } from '../service/saved.ts';
import { Filters } from './chips.tsx';
import { PeriodField } from './period.tsx';

/** A connection: the asker with its token, and the columns that there are. */
export interface Connection {
  readonly asker: Asker;
  readonly columns: readonly Column[];
  readonly first: FirstChoices;
  /** The service's clock, in epoch milliseconds. */
  readonly now: () => number;
}

/** What each page gets. The state is in the address; Ask keeps its own. */
export interface PageProps {
  readonly connection: Connection;
  /** The saved insights that Ask can open; none before the service has listed them. */
  readonly saved: readonly Saved[];
  readonly state: PageState;
  readonly change: (changes: Partial<PageState>) => void;
}

type PageControlsProps = Pick<PageProps, 'state' | 'change'> & { readonly ranges: Ranges };

/** The period and the filters of a page. */
export function PageControls({ state: { period, conditions }, ranges, change }: PageControlsProps) {
  return (
    <>
      <PeriodField period={period} range={ranges.now} change={change} />
      <Filters conditions={conditions} change={change} />
    </>
  );
}

/** The days of a page's period, counted from the moment at which the page was opened. */
export function useRanges({ period }: PageState, { now }: Connection) {
  const [openedMs] = useState(now);
  const ranges = useMemo(() => rangesOf(period, openedMs), [JSON.stringify(period), openedMs]);
  return { openedMs, ranges };
}
