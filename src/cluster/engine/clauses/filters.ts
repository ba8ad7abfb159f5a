// Rewrites filters that Druid would read otherwise within aggregations and having specs.
import { type Filter, FILTERS } from '../../../tql/filter.ts';

/**
 * A filter that means the same wherever it stands. Druid simplifies the filter of a query, but not those of
 * aggregations and having specs, and what is null matches otherwise then: `in` without values is false, `in`
 * of one value is a `selector`, and a lookup is not used.
 */
export function nativeFilter(filter: Filter): object {
  switch (filter.type) {
    case 'in':
      return nativeIn(filter);
    case 'selector':
      return withWholeLookup(filter);
    case 'range':
      return aroundZero(filter);
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

/** `optimize` would have Druid look for the keys of the values instead. */
function withWholeLookup(filter: FilterOf<'selector' | 'in'>): object {
  const { extractionFn } = filter;
  return extractionFn?.type === 'lookup'
    ? { ...filter, extractionFn: { ...extractionFn, optimize: false } }
    : filter;
}
