// A step of `compile`: writes ids of apps in filters as events have them, in upper case: `b1e5…` → `B1E5…`.
import { normalizeAppId } from '../../../tql/literals.ts';
import { type Filter, FILTERS } from '../../../tql/schema/filter.ts';
import type { CompiledQuery, NativeAggregation } from './compiled-query.ts';

/**
 * Changes filters of the column `appID`. Nothing is changed if a virtual column of that name hides it, nor in
 * a `having`, which filters rows of the answer.
 */
export function withStoredAppIds(query: CompiledQuery): CompiledQuery {
  if (query.virtualColumns?.some(({ name }) => name === 'appID') === true) return query;
  const filter = query.filter === undefined ? {} : { filter: inFilter(query.filter) };
  if (!('aggregations' in query)) return { ...query, ...filter };
  return { ...query, ...filter, aggregations: query.aggregations.map(inAggregation) };
}

function inAggregation(aggregation: NativeAggregation): NativeAggregation {
  if (aggregation.type !== 'filtered') return aggregation;
  const { filter, aggregator } = aggregation;
  return { ...aggregation, filter: inFilter(filter), aggregator: inAggregation(aggregator) };
}

function inFilter(filter: Filter): Filter {
  if (!('dimension' in filter) || filter.dimension !== 'appID') return FILTERS.rewrite(filter, inFilter);
  if (filter.type === 'selector') return { ...filter, value: normalizeAppId(filter.value) };
  return filter.type === 'in' ? { ...filter, values: filter.values.map(normalizeAppId) } : filter;
}
