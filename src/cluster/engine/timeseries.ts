// Plans a timeseries on Druid, and requests the values of a bucket without events.
import { ClusterAnswerError } from '../../service/errors.ts';
import type { AggregatingQuery, CompiledTimeseries } from '../../service/query/compile/compiled-query.ts';
import { bucketsOf, checkValueCount } from '../../service/query/engines/buckets.ts';
import { timeseriesResult } from '../../service/query/engines/results.ts';
import { nativeQuery, outputNames } from './native-query.ts';
import type { Plan, RunMore } from './plan.ts';
import { checkBuckets } from './check-buckets.ts';
import { jsonRow, objectIn, readObject, readTime, type Values } from './druid-answer.ts';

/**
 * A timeseries: one row for every bucket of the intervals. Druid leaves out those before the first and after
 * the last event.
 */
export function planTimeseries(query: CompiledTimeseries): Plan {
  const buckets = bucketsOf(query.granularity, query.intervals).starts();
  const names = outputNames(query);
  checkValueCount(buckets.length, names.length);
  return {
    // `series` below applies the limit and the order. The total is requested by itself: without any event,
    // Druid's own has nulls for counts, and fails if a sketch is read.
    query: nativeQuery(query, {
      limit: 0,
      descending: false,
      context: { ...query.context, grandTotal: false },
    }),
    toResult: async (answer, runMore) => {
      const isOneBucket = query.granularity === 'all';
      const rows = answer.map(readObject);
      // Throws if Druid gave no row.
      if (isOneBucket && buckets.length > 0) firstRow(rows);
      const valuesByBucket = new Map<number, Values>();
      for (const { timestamp, result } of rows) {
        if (timestamp === null) continue;
        // Druid gives the only bucket of `all` the time of the first event.
        const startMs = isOneBucket ? (buckets[0] ?? 0) : readTime(timestamp);
        valuesByBucket.set(startMs, readObject(result));
      }
      checkBuckets(valuesByBucket.keys(), buckets, query.granularity);
      const read = (values: Values) => jsonRow(names, values);
      const bucketRows = await timeseriesResult(query, {
        buckets,
        valuesByBucket,
        emptyValues: () => emptyValues(query, runMore),
        read,
      });
      if (query.context?.grandTotal !== true) return bucketRows;
      const total = await valuesOf(query, query.intervals, runMore);
      return [...bucketRows, { result: read(total) }];
    },
  };
}

/** An interval without events: no event is taken whose time is before 2000. */
const NO_EVENTS = '1000-01-01T00:00:00.000Z/1000-01-01T00:00:00.001Z';

/** The values of a bucket without events, the same for all of them. */
export function emptyValues(query: AggregatingQuery, runMore: RunMore): Promise<Values> {
  return valuesOf(query, [NO_EVENTS], runMore);
}

/** The values of intervals as one bucket. */
async function valuesOf(
  query: AggregatingQuery,
  intervals: readonly string[],
  runMore: RunMore,
): Promise<Values> {
  const context = { ...query.context, grandTotal: false };
  const totalOnly = { dimensions: undefined, having: undefined, limit: 0, descending: false, context };
  const [row] = await runMore(
    nativeQuery(query, { ...totalOnly, queryType: 'timeseries', granularity: 'all', intervals }),
  );
  return objectIn(firstRow([row]), 'result');
}

/**
 * The first row. Druid has one for a single bucket also without events. Throws `ClusterAnswerError` without
 * it.
 */
function firstRow([row]: readonly unknown[]): unknown {
  if (row !== undefined) return row;
  throw new ClusterAnswerError('Druid answered with no row where there is always one');
}
