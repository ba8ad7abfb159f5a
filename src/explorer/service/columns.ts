import {
  askColumns as askAll,
  askTimes as askBoundary,
  askValues as askFrequent,
  type Column,
  type ColumnCounts,
  type ColumnValue,
  countColumns as countSome,
} from '../../report/run/columns/ask.ts';
import { wholeUnits } from '../../tql/interval.ts';
import type { TimeBoundary } from '../../tql/result.ts';
import type { Asker } from './asker.ts';

export type { Column, ColumnCounts, ColumnValue };

/** The time that columns are counted over. */
const RECENT = { relativeIntervals: [wholeUnits('day', -30, 0)] };

/** The columns by name, without counts: the quick half of what there is to know. */
export async function askColumns(asker: Asker, signal: AbortSignal): Promise<readonly Column[]> {
  const columns = await askAll((query) => asker.run(query, signal));
  return [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Counts columns while nothing else is asked. Nearly every event has a time of its own, so that times are not
 * counted.
 */
export function countColumns(
  columns: readonly Column[],
  asker: Asker,
  signal: AbortSignal,
): Promise<readonly ColumnCounts[]> {
  return countSome(
    (query) => asker.behind.run(query, signal),
    RECENT,
    columns,
    ({ kind }) => kind !== 'time',
  );
}

/** How many of a column's values are shown. */
const SHOWN = 12;

/** The most frequent values of a column. */
export function askValues(
  column: string,
  asker: Asker,
  signal: AbortSignal,
): Promise<readonly ColumnValue[]> {
  return askFrequent((query) => asker.run(query, signal), RECENT, column, SHOWN);
}

/** The times of the first and the last event; null without events. */
export function askTimes(asker: Asker, signal: AbortSignal): Promise<TimeBoundary | null> {
  return askBoundary((query) => asker.run(query, signal));
}
