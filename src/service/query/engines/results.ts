// Builds answers in Druid's form, from what an engine computed. Both engines use it, so that their answers
// are alike: a row of a timeseries is `{"timestamp": "2026-10-05T00:00:00+0000", "result": {"Users": 5}}`.
import type { Json } from '../../../tql/json.ts';
import { formatTimestamp } from '../../../tql/literals.ts';
import type { CompiledTimeseries } from '../compile/compiled-query.ts';
import { mapRows } from '../../event-loop.ts';
import { selectBuckets } from './buckets.ts';

type JsonRow = { readonly [name: string]: Json };

/** The buckets of a timeseries with an engine's values. */
interface Series<Values> {
  /** The starts of all buckets. */
  readonly buckets: readonly number[];
  /** Those of buckets with events, by their starts. */
  readonly valuesByBucket: ReadonlyMap<number, Values>;
  /** Requests the values that all buckets without events have. */
  readonly emptyValues: () => Promise<Values>;
  /** Turns an engine's values into outputs. */
  readonly read: (values: Values) => JsonRow;
}

/** The result of a timeseries: the buckets that it shows. */
export async function timeseriesResult<Values>(
  query: CompiledTimeseries,
  { buckets, valuesByBucket, emptyValues, read }: Series<Values>,
): Promise<readonly Json[]> {
  const starts = selectBuckets(query, buckets);
  const hasAll = starts.every((startMs) => valuesByBucket.has(startMs));
  const empty = hasAll ? {} : read(await emptyValues());
  return mapRows(starts, (startMs): Json => {
    const values = valuesByBucket.get(startMs);
    return { timestamp: formatTimestamp(startMs), result: values === undefined ? empty : read(values) };
  });
}

/** A row of a groupBy. */
export function groupByRow(startMs: number, names: readonly string[], values: readonly Json[]): Json {
  const event = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
  return { version: 'v1', timestamp: formatTimestamp(startMs), event };
}

/** The result of a topN: the rows of each bucket. */
export function topNResult(
  buckets: readonly number[],
  rowsOf: (startMs: number) => readonly Json[],
): readonly Json[] {
  return buckets.map((startMs) => ({ timestamp: formatTimestamp(startMs), result: rowsOf(startMs) }));
}

/** The result of a timeBoundary. */
export function timeBoundaryResult(firstMs: number, lastMs: number): readonly Json[] {
  const [minTime, maxTime] = [formatTimestamp(firstMs), formatTimestamp(lastMs)];
  return [{ timestamp: minTime, result: { minTime, maxTime } }];
}
