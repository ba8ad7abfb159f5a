import type { ResultValue } from '../tql/result.ts';
import type { TableRow } from './table.ts';

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
