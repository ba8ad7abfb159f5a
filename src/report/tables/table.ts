// The table of an insight: rows with their values, ranks and shares. `tabulate.ts` makes it of an answer; all
// later steps read it.
import type { Query } from '../../tql/query.ts';
import type { ResultRow, ResultValue } from '../../tql/result.ts';
import type { Unit } from './query/counting.ts';
import type { KeyParts } from './keys.ts';
import { rowsOfType } from '../../tql/schema/run-query.ts';

/** One row of a table. */
export interface TableRow {
  /**
   * Dimensions joined with ` / `, a bucket's start in ISO form, or a funnel's step name; `null` for a missing
   * value.
   */
  readonly key: string;
  /** The dimension values behind the key, null if missing; the bucket's start for a timeseries. */
  readonly parts: KeyParts;
  /** The metric; null if the answer has none. */
  readonly value: number | null;
  /** The part of the true total, 0 to 1; null if there is no meaningful total. */
  readonly share: number | null;
  /** The row's place in the answer, from 1; rows with equal values share the best place. */
  readonly rank: number;
  /** Every output of the row. */
  readonly values: ResultRow;
}

/** The result of any query type, in one shape. */
export interface Table {
  readonly queryType: Query['queryType'];
  /** The output that `value` is taken from; null for a scan. */
  readonly metric: string | null;
  /** What the metric counts. */
  readonly unit: Unit;
  readonly dimensions: readonly string[];
  readonly outputs: readonly string[];
  readonly rows: readonly TableRow[];
  /** The true total of the metric; null if it is unknown or means nothing. */
  readonly total: number | null;
  /** Whether the answer holds as many rows as the query allows, so that more may exist. */
  readonly cutOff: boolean;
  /** The first bucket's start in epoch ms; null for an empty answer. */
  readonly firstBucketMs: number | null;
}

/** Whether a query's rows are the values of dimensions. */
export function isRanking(query: { readonly queryType: string }): boolean {
  return rowsOfType(query) === 'values';
}

/** The finite number that an output holds, or null. Infinities and NaN come as text. */
export function toNumber(value: ResultValue | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/**
 * The number of an output in a row: under its own name, or the row's only number besides its dimensions;
 * null if neither is there.
 */
export function findNumber(
  values: ResultRow,
  output: string | null,
  dimensions: readonly string[] = [],
): number | null {
  if (output === null) return null;
  if (Object.hasOwn(values, output)) return toNumber(values[output]);
  const numbers = Object.entries(values).filter(
    ([name, value]) => typeof value === 'number' && !dimensions.includes(name),
  );
  return numbers.length === 1 ? toNumber(numbers[0]?.[1]) : null;
}

/**
 * The number of a metric. A count of nothing is 0, although a service that sums events answers null for it.
 */
export function metricValue(value: ResultValue | undefined, unit: Unit): number | null {
  return value === null && unit !== 'other' ? 0 : toNumber(value);
}

/** The sum of the values that are not missing; null without any, or if one is not a finite number. */
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
