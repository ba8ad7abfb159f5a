// Rewrites filters that Druid refuses, or reads differently in aggregations and having specs: an interval
// without length becomes `false`.
import { rangesOf } from '../../../service/query/engines/buckets.ts';
import { formatInterval } from '../../../tql/time/absolute-intervals.ts';
import { type Filter, type FilterOf, FILTERS } from '../../../tql/schema/filter.ts';

/**
 * A filter that means the same wherever it is in a query. Druid simplifies the filter of the query itself,
 * but not those of aggregations and having specs, where null then matches otherwise. So each filter is
 * written in its simplified form: `in` without values is `false`.
 */
export function nativeFilter(filter: Filter): object {
  switch (filter.type) {
    case 'in':
      return filter.values.length === 0 ? { type: 'false' } : filter;
    case 'range':
      return aroundZero(filter);
    case 'interval':
      return withoutEmptyIntervals(filter);
    default:
      return FILTERS.rewrite(filter, nativeFilter);
  }
}

/** Druid refuses empty intervals. */
function withoutEmptyIntervals(filter: FilterOf<'interval'>): object {
  const intervals = rangesOf(filter.intervals ?? []).map(formatInterval);
  return intervals.length === 0 ? { type: 'false' } : { ...filter, intervals };
}

/** Writes a bound of 0 so that it includes both -0 and 0, or neither: for Druid, -0 is less than 0. */
function aroundZero(filter: FilterOf<'range'>): object {
  const { matchValueType, lower, upper, lowerOpen = false, upperOpen = false } = filter;
  if (matchValueType === 'STRING') return filter;
  return {
    ...filter,
    ...(Number(lower) === 0 ? { lower: lowerOpen ? '0.0' : '-0.0' } : {}),
    ...(Number(upper) === 0 ? { upper: upperOpen ? '-0.0' : '0.0' } : {}),
  };
}
