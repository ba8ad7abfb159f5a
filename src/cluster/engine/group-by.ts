// Plans a groupBy on Druid: the native query, and how Druid's rows become those of the service.
import type { Json } from '../../tql/json.ts';
import { ClusterAnswerError } from '../../service/errors.ts';
import type { CompiledGroupBy } from '../../service/query/compile/compiled-query.ts';
import { mapRows } from '../../service/event-loop.ts';
import { bucketsOf } from '../../service/query/engines/buckets.ts';
import { groupByRow } from '../../service/query/engines/results.ts';
import { nativeOutputNames, nativeQuery, outputNames } from './native-query.ts';
import { emptyValues } from './timeseries.ts';
import type { Plan } from './plan.ts';
import { jsonOf, readList } from './druid-answer.ts';

/**
 * A groupBy: one row for every bucket and combination of values. It is requested as arrays, which are shorter
 * than objects.
 */
export function planGroupBy(query: CompiledGroupBy): Plan {
  const { firstMs } = bucketsOf(query.granularity, query.intervals);
  const dimensions = (query.dimensions ?? []).map(({ outputName }) => outputName);
  const nativeNames = [...dimensions, ...nativeOutputNames(query)];
  const names = [...dimensions, ...outputNames(query)];
  const places = names.map((name) => nativeNames.indexOf(name));
  const isOneBucket = query.granularity === 'all';
  const isTotal = isOneBucket && dimensions.length === 0;
  const toRow = (row: unknown): Json => {
    // Only rows of several buckets begin with a time.
    const [startMs, ...values] = isOneBucket ? [firstMs, ...readList(row)] : readTimedRow(row);
    if (values.length !== nativeNames.length)
      throw new ClusterAnswerError('Druid answered with a row of another length');
    const outputs = places.map((place) => jsonOf(values[place]));
    return groupByRow(startMs, names, outputs);
  };
  return {
    query: nativeQuery(query, {
      ...(query.dimensions === undefined ? { dimensions: [] } : {}),
      context: { ...query.context, resultAsArray: true },
    }),
    toResult: async (answer, runMore) => {
      const [first] = answer;
      // The total of no events is a row without post-aggregations.
      const isOfNoEvents = isTotal && first !== undefined && readList(first).length !== nativeNames.length;
      if (!isOfNoEvents) return mapRows(answer, toRow);
      const values = await emptyValues(query, runMore);
      return [toRow(nativeNames.map((name) => values[name] ?? null))];
    },
  };
}

/** A row that begins with the time of its bucket. */
function readTimedRow(row: unknown): readonly [number, ...unknown[]] {
  const [startMs, ...values] = readList(row);
  if (typeof startMs === 'number' && !Number.isNaN(new Date(startMs).getTime())) return [startMs, ...values];
  throw new ClusterAnswerError('Druid answered with a row without a time');
}
