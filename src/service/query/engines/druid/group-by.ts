import type { Json } from '../../../../tql/json.ts';
import { formatTimestamp } from '../../../../tql/literals.ts';
import { EngineError } from '../../../errors.ts';
import type { CompiledGroupBy } from '../../compile/compiled-query.ts';
import { mapRows } from '../answer-limits.ts';
import { bucketsOf } from '../buckets.ts';
import { nativeQuery, outputNames } from './native-query.ts';
import { jsonOf, type Plan, readList } from './plan.ts';

/** A groupBy: one row for every bucket and combination of values. It is asked for as arrays, which are shorter than objects. */
export function planGroupBy(query: CompiledGroupBy): Plan {
  const { firstMs } = bucketsOf(query.granularity, query.intervals);
  const names = [...(query.dimensions ?? []).map(({ outputName }) => outputName), ...outputNames(query)];
  const isOne = query.granularity === 'all';
  const isArray = query.context?.resultAsArray === true;
  const toRow = (row: unknown): Json => {
    const list = readList(row);
    if (list.length !== names.length + (isOne ? 0 : 1))
      throw new EngineError('Druid answered with a row of another length');
    if (isArray) return list.map(jsonOf);
    const [startMs, values] = isOne ? [firstMs, list] : [list[0], list.slice(1)];
    if (typeof startMs !== 'number') throw new EngineError('Druid answered with a row without a time');
    const event = Object.fromEntries(names.map((name, index) => [name, jsonOf(values[index])]));
    return { version: 'v1', timestamp: formatTimestamp(startMs), event };
  };
  return {
    query: nativeQuery(query, {
      dimensions: query.dimensions ?? [],
      context: { ...query.context, resultAsArray: true },
    }),
    toResult: (answer) => mapRows(answer, toRow),
  };
}
