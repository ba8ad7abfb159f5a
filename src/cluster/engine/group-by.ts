// A groupBy on Druid.
import type { Json } from '../../tql/json.ts';
import { ClusterAnswerError } from '../../service/errors.ts';
import type { CompiledGroupBy } from '../../service/query/compile/compiled-query.ts';
import { mapRows } from '../../service/query/engines/answer-limits.ts';
import { bucketsOf } from '../../service/query/engines/buckets.ts';
import { groupRow } from '../../service/query/engines/results.ts';
import { nativeOutputNames, nativeQuery, outputNames } from './native-query.ts';
import { emptyValues } from './timeseries.ts';
import { jsonOf, type Plan, readList } from './plan.ts';

/**
 * A groupBy: one row for every bucket and combination of values. It is requested as arrays, which are shorter
 * than objects.
 */
export function planGroupBy(query: CompiledGroupBy): Plan {
  const { firstMs } = bucketsOf(query.granularity, query.intervals);
  const dimensions = (query.dimensions ?? []).map(({ outputName }) => outputName);
  const native = [...dimensions, ...nativeOutputNames(query)];
  const names = [...dimensions, ...outputNames(query)];
  const places = names.map((name) => native.indexOf(name));
  const isOneBucket = query.granularity === 'all';
  const isTotal = isOneBucket && dimensions.length === 0;
  const toRow = (row: unknown): Json => {
    const [startMs, list] = isOneBucket ? [firstMs, readList(row)] : withTime(readList(row));
    if (list.length !== native.length)
      throw new ClusterAnswerError('Druid answered with a row of another length');
    return groupRow(
      query,
      startMs,
      names,
      places.map((place) => jsonOf(list[place])),
    );
  };
  return {
    query: nativeQuery(query, {
      ...(query.dimensions === undefined ? { dimensions: [] } : {}),
      context: { ...query.context, resultAsArray: true },
    }),
    toResult: async (answer, runMore) => {
      const [only] = answer;
      if (!isTotal || only === undefined || readList(only).length === native.length)
        return mapRows(answer, toRow);
      // The row of no events has no post-aggregations.
      const values = await emptyValues(query, runMore);
      return [toRow(native.map((name) => values[name] ?? null))];
    },
  };
}

/** The time of a row's bucket, and its values. */
function withTime([startMs, ...values]: readonly unknown[]): readonly [number, readonly unknown[]] {
  if (typeof startMs === 'number' && !Number.isNaN(new Date(startMs).getTime())) return [startMs, values];
  throw new ClusterAnswerError('Druid answered with a row without a time');
}
