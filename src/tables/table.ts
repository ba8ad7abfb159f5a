import type { ResultRow, ResultValue } from '../tql/result.ts';

/** One row of a table. `value` is the metric's; null where the answer has none. `rank` is the place in the answer, from 1. */
export interface TableRow {
  /** Dimensions joined with ` / `, a bucket's start in ISO form, or a funnel's step name; `null` for a missing value. */
  readonly key: string;
  /** The dimension values behind the key, null where missing; the bucket's start for a timeseries. */
  readonly parts: readonly (string | null)[];
  readonly value: number | null;
  /** Of the true total, 0 to 1; null where there is no meaningful total. */
  readonly share: number | null;
  readonly rank: number;
  /** Every output of the row. */
  readonly values: ResultRow;
}

/** A result of any query type in the one shape that the rest of the pipeline knows. */
export interface Table {
  readonly queryType: string;
  /** The output that rows are valued by; null for a scan. */
  readonly metric: string | null;
  /** Which kind of thing the metric counts, for words: events, users, or another output. */
  readonly unit: 'events' | 'users' | 'other';
  readonly dimensions: readonly string[];
  readonly outputs: readonly string[];
  readonly rows: readonly TableRow[];
  /** The true total of the metric; null where none is meaningful. */
  readonly total: number | null;
  /** Whether the answer holds as many rows as the query allowed, so that more may exist. */
  readonly cutOff: boolean;
  /** The first bucket's start in epoch ms; null for an empty answer. */
  readonly firstBucketMs: number | null;
}

/** The finite number that an output holds, or null: infinities and NaN travel as text and are no values. */
export function toNumber(value: ResultValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** The number that a metric has: a count of nothing is 0, though a service that sums events up says null of it. */
export function metricValue(value: ResultValue | undefined, unit: 'events' | 'users' | 'other'): number | null {
  return value === null && unit !== 'other' ? 0 : toNumber(value);
}

/** The sum of values, missing ones left out; null where nothing is to be summed, or a value is no finite number. */
export function sumOf(values: readonly (ResultValue | undefined)[]): number | null {
  let sum: number | null = null;
  for (const value of values) {
    if (value === null || value === undefined) continue;
    const number = toNumber(value);
    if (number === null) return null;
    sum = (sum ?? 0) + number;
  }
  return sum === null || !Number.isFinite(sum) ? null : sum;
}

/**
 * The rows with their shares of a total; none where a part is negative, since then the parts make no whole. Distinct counts
 * are estimates, and a part's may come out above the whole's: its share is 1.
 */
export function withShares(rows: readonly TableRow[], total: number | null): TableRow[] {
  const isWhole = total !== null && total > 0 && rows.every((row) => row.value === null || row.value >= 0);
  return rows.map((row) => ({ ...row, share: isWhole && row.value !== null ? Math.min(1, row.value / total) : null }));
}
