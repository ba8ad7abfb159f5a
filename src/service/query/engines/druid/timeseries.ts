import type { Json, JsonObject } from '../../../../tql/json.ts';
import { formatTimestamp } from '../../../../tql/literals.ts';
import { QueryError } from '../../../errors.ts';
import type { CompiledTimeseries } from '../../compile/compiled-query.ts';
import { bucketsOf } from '../buckets.ts';
import { nativeQuery } from './native-query.ts';
import { jsonRow, type Plan, readObject, readTime } from './plan.ts';

type Values = { readonly [name: string]: unknown };

/** A timeseries: one row for every bucket of the intervals. Druid leaves out those before the first and after the last event. */
export function planTimeseries(query: CompiledTimeseries): Plan {
  const buckets = bucketsOf(query.granularity, query.intervals).starts();
  const names = [...query.aggregations, ...query.postAggregations].map(({ name }) => name);
  if (buckets.length * names.length > VALUE_LIMIT) {
    throw new QueryError(
      'granularity',
      `makes ${buckets.length} buckets of ${names.length} values each, which is too long an answer`,
    );
  }
  const selected = selectBuckets(query, buckets);
  const { grandTotal = false, timestampResultField = '' } = query.context ?? {};
  const keys = timestampResultField === '' ? names : [...names, timestampResultField];
  return {
    query: nativeQuery(query, { limit: 0, descending: false }),
    toResult: async (answer, runMore) => {
      const rows = answer.map(readObject);
      const total = rows.find(({ timestamp }) => timestamp === null);
      const byBucket = new Map(
        rows
          .filter((row) => row !== total)
          .map(({ timestamp, result }) => [
            query.granularity === 'all' ? buckets[0] : readTime(timestamp),
            readObject(result),
          ]),
      );
      const isAnyEmpty = selected.some((startMs) => !byBucket.has(startMs));
      const empty = isAnyEmpty ? await emptyValues(query, runMore) : {};
      const series = selected.map((startMs): Json => {
        const values = byBucket.get(startMs) ?? empty;
        return {
          timestamp: formatTimestamp(startMs),
          result: jsonRow(keys, { ...values, [timestampResultField]: startMs }),
        };
      });
      if (!grandTotal) return series;
      return [
        ...series,
        {
          result: jsonRow(names, total === undefined ? await emptyValues(query, runMore) : readObject(total['result'])),
        },
      ];
    },
  };
}

/** Limits the values of an answer, those of empty buckets included. */
const VALUE_LIMIT = 10_000_000;

function selectBuckets({ descending, limit }: CompiledTimeseries, buckets: readonly number[]): readonly number[] {
  const ordered = descending === true ? buckets.toReversed() : buckets;
  return limit === undefined || limit === 0 ? ordered : ordered.slice(0, limit);
}

/** An interval without events: an event's time is in 2000 or later. */
const NO_EVENTS = '1000-01-01T00:00:00.000Z/1000-01-01T00:00:00.001Z';

/** The values of a bucket without events, the same for all of them. */
async function emptyValues(
  query: CompiledTimeseries,
  runMore: (query: JsonObject) => Promise<readonly unknown[]>,
): Promise<Values> {
  const [row] = await runMore(
    nativeQuery(
      { ...query, granularity: 'all', intervals: [NO_EVENTS] },
      { limit: 0, descending: false, grandTotal: false },
    ),
  );
  return row === undefined ? {} : readObject(readObject(row)['result']);
}
