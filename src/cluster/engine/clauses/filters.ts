// Rewrites filters that Druid would read otherwise within aggregations and having specs.
import { rangesOf } from '../../../service/query/engines/buckets.ts';
import { formatInterval } from '../../../tql/absolute-intervals.ts';
import { type Filter, FILTERS } from '../../../tql/filter.ts';

/**
 * A filter that means the same wherever it is in a query. Druid simplifies the filter of the query itself,
 * but not those of aggregations and having specs, where null then matches otherwise. So each filter is
 * written in its simplified form: `in` without values is `false`, and `in` of one value a `selector`.
 */
export function nativeFilter(filter: Filter): object {
  switch (filter.type) {
    case 'in':
      return nativeIn(filter);
    case 'selector':
      return withWholeLookup(filter);
    case 'range':
      return aroundZero(filter);
    case 'interval':
      return withoutEmptyIntervals(filter);
    default:
      return FILTERS.rewrite(filter, nativeFilter);
  }
}

type FilterOf<T extends Filter['type']> = Extract<Filter, { readonly type: T }>;

function nativeIn(filter: FilterOf<'in'>): object {
  const { dimension, values, extractionFn } = filter;
  const [value, ...others] = new Set(values);
  if (value === undefined) return { type: 'false' };
  if (extractionFn === undefined || others.length > 0) return withWholeLookup(filter);
  return withWholeLookup({ type: 'selector', dimension, value, extractionFn });
}

/** Druid refuses empty intervals. */
function withoutEmptyIntervals(filter: FilterOf<'interval'>): object {
  const intervals = rangesOf(filter.intervals ?? []).map(formatInterval);
  return intervals.length === 0 ? { type: 'false' } : { ...filter, intervals };
}

/** For Druid, -0 is less than 0, so that which of them a bound takes in depends on the sign of its zero. */
function aroundZero(filter: FilterOf<'range'>): object {
  const { matchValueType, lower, upper, lowerOpen = false, upperOpen = false } = filter;
  if (matchValueType === 'STRING') return filter;
  return {
    ...filter,
    ...(Number(lower) === 0 ? { lower: lowerOpen ? '0.0' : '-0.0' } : {}),
    ...(Number(upper) === 0 ? { upper: upperOpen ? '-0.0' : '0.0' } : {}),
  };
}

/** Druid looks up each value; with `optimize` it would look for the keys that stand for the wanted value. */
function withWholeLookup(filter: FilterOf<'selector' | 'in'>): object {
  const { extractionFn } = filter;
  if (extractionFn?.type !== 'lookup') return filter;
  return { ...filter, extractionFn: { ...extractionFn, optimize: false } };
}
