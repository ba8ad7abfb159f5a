// Which days of an organization are rolled up (`rollup.ts`), in the table `rollup_days`. What changes the
// events of a day removes its mark, in the same transaction.
import type { DuckDBConnection } from '@duckdb/node-api';
import { mergeRanges, MS_PER_DAY, type TimeRange } from '../../tql/time/interval.ts';
import { listValue } from '../duckdb.ts';
import type { Database } from './database.ts';
import { readInteger } from './sql.ts';

/** A day in UTC, counted from 1970. */
export type Day = number;

/** The days of an organization that are rolled up. */
export type RolledDays = ReadonlySet<Day>;

/** Reads which days of an organization are rolled up. */
export async function readRolledDays(database: Database, organization: number): Promise<RolledDays> {
  const rows = await database.rows('SELECT day FROM rollup_days WHERE organization = $1', [organization]);
  return new Set(rows.map((row) => readInteger(row, 'day')));
}

/** With more stretches, statements take longer to plan than they save. */
const LIMIT_RANGES = 50;

/** The 50 longest stretches of consecutive days, as times, ascending: queries read only these rolled up. */
export function rangesOf(days: RolledDays): readonly TimeRange[] {
  const ranges = mergeRanges(
    [...days].map((day) => ({ startMs: day * MS_PER_DAY, endMs: (day + 1) * MS_PER_DAY })),
  );
  const length = ({ startMs, endMs }: TimeRange) => endMs - startMs;
  const longest = ranges.toSorted((a, b) => length(b) - length(a)).slice(0, LIMIT_RANGES);
  return longest.sort((a, b) => a.startMs - b.startMs);
}

/**
 * Notes, in the transaction that appends events of these times, that their days are no longer rolled up.
 * Returns whether any was.
 */
export async function unmarkDays(
  connection: DuckDBConnection,
  organization: number,
  rolled: RolledDays,
  times: readonly number[],
): Promise<boolean> {
  const days = new Set(
    times.map((timeMs) => Math.floor(timeMs / MS_PER_DAY)).filter((day) => rolled.has(day)),
  );
  if (days.size === 0) return false;
  await connection.run(`${UNMARK} IN (SELECT unnest($2::INTEGER[]))`, [organization, listValue([...days])]);
  return true;
}

/** The beginning of a statement: a condition on the day follows. */
export const UNMARK = 'DELETE FROM rollup_days WHERE organization = $1 AND day';

/** As `unmarkDays`, for the events of a table. */
export async function unmarkStaged(
  connection: DuckDBConnection,
  organization: number,
  table: string,
): Promise<void> {
  await connection.run(`${UNMARK} IN (SELECT __time // ${MS_PER_DAY} FROM ${table})`, [organization]);
}
