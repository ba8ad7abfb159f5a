import {
  askColumns as askAll,
  askTimes as askBoundary,
  type Column,
  type ColumnCounts,
  countColumns,
} from '../../report/run/columns/ask.ts';
import { wholeUnits } from '../../tql/interval.ts';
import { ranking, users } from '../../tql/write.ts';
import type { Query } from '../../tql/query.ts';
import { parseResult, type TimeBoundary } from '../../tql/result.ts';
import type { Asker } from './asker.ts';

export type { Column, ColumnCounts };

/** The time that columns are counted over. */
const RECENT = { relativeIntervals: [wholeUnits('day', -30, 0)] };

/** The columns by name, without counts: the quick half of what there is to know. */
export async function askColumns(asker: Asker, signal: AbortSignal): Promise<readonly Column[]> {
  const columns = await askAll((query) => asker.run(query, signal));
  return [...columns].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Counts a column behind all other queries. Nearly every event has its own time, so that times are not
 * counted.
 */
export async function countColumn(
  column: Column,
  asker: Asker,
  signal: AbortSignal,
): Promise<ColumnCounts | undefined> {
  const run = (query: Query) => asker.runBehind(query, signal);
  return (await countColumns(run, RECENT, [column], ({ kind }) => kind !== 'time'))[0];
}

/** A value of a column, and how many users have it. */
interface ValueUsers {
  readonly value: string | null;
  readonly users: number;
}

/** How many of a column's values are shown. */
const SHOWN = 12;

/** The values of a column with most users, of the last 30 days. */
export async function askValues(
  column: string,
  asker: Asker,
  signal: AbortSignal,
): Promise<readonly ValueUsers[]> {
  const query: Query = { ...ranking(column, [users('users')], SHOWN, 'value'), ...RECENT };
  const result = parseResult(await asker.run(query, signal), 'topN');
  const rows = result.kind === 'topN' ? (result.buckets[0]?.rows ?? []) : [];
  return rows.map(({ value = null, users: count }) => ({
    value: value === null || typeof value === 'string' ? value : JSON.stringify(value),
    users: Math.round(Number(count)),
  }));
}

/** The times of the first and the last event; null without events. */
export function askTimes(asker: Asker, signal: AbortSignal): Promise<TimeBoundary | null> {
  return askBoundary((query) => asker.run(query, signal));
}
