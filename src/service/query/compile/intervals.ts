import type { Aggregation } from '../../../tql/aggregation.ts';
import type { Filter, Having } from '../../../tql/filter.ts';
import {
  parseAbsoluteInterval,
  type RelativeInterval,
  resolveRelativeInterval,
  type TimeRange,
} from '../../../tql/interval.ts';
import type { RunQuery } from '../../../tql/query.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';
import { mapLeafFilters } from './filters.ts';

type Resolve = (interval: RelativeInterval, path: string) => string;

/** Makes all intervals absolute and UTC, including those in filters, aggregations and having specs. */
export function resolveQueryIntervals(query: PlainQuery, nowMs: number): PlainQuery & { readonly intervals: string[] } {
  const timeZone = query.context?.timezone ?? 'UTC';
  const resolve: Resolve = (interval, path) => formatInterval(resolveInterval(interval, nowMs, timeZone, path));
  const { relativeIntervals, ...rest } = resolveInParts(query, resolve);
  const intervals = relativeIntervals?.map((interval, index) => resolve(interval, `relativeIntervals[${index}]`));
  return { ...rest, intervals: intervals ?? (query.intervals ?? []).map(toUtcInterval) };
}

function resolveInParts(query: PlainQuery, resolve: Resolve): PlainQuery {
  const filtered: PlainQuery =
    query.filter === undefined ? query : { ...query, filter: resolveInFilter(query.filter, resolve, 'filter') };
  switch (filtered.queryType) {
    case 'timeseries':
    case 'topN':
      return { ...filtered, aggregations: resolveInAggregations(filtered.aggregations, resolve) };
    case 'groupBy': {
      const aggregating = { ...filtered, aggregations: resolveInAggregations(filtered.aggregations, resolve) };
      const { having } = aggregating;
      return having === undefined ? aggregating : { ...aggregating, having: resolveInHaving(having, resolve) };
    }
    case 'scan':
    case 'timeBoundary':
    case 'segmentMetadata':
      return filtered;
  }
}

function resolveInAggregations(aggregations: readonly Aggregation[] | undefined, resolve: Resolve): Aggregation[] {
  return (aggregations ?? []).map((aggregation, index) =>
    resolveInAggregation(aggregation, resolve, `aggregations[${index}]`),
  );
}

function resolveInAggregation(aggregation: Aggregation, resolve: Resolve, path: string): Aggregation {
  if (aggregation.type !== 'filtered') return aggregation;
  return {
    ...aggregation,
    filter: resolveInFilter(aggregation.filter, resolve, `${path}.filter`),
    aggregator: resolveInAggregation(aggregation.aggregator, resolve, `${path}.aggregator`),
  };
}

function resolveInHaving(having: Having, resolve: Resolve): Having {
  switch (having.type) {
    case 'filter':
      return { ...having, filter: resolveInFilter(having.filter, resolve, 'having') };
    case 'and':
    case 'or':
      return { ...having, havingSpecs: having.havingSpecs.map((spec) => resolveInHaving(spec, resolve)) };
    case 'not':
      return { ...having, havingSpec: resolveInHaving(having.havingSpec, resolve) };
    default:
      return having;
  }
}

function resolveInFilter(filter: Filter, resolve: Resolve, path: string): Filter {
  return mapLeafFilters(filter, (leaf) => {
    if (leaf.type !== 'interval') return leaf;
    const { relativeIntervals, ...rest } = leaf;
    if (relativeIntervals === undefined) return { ...rest, intervals: (leaf.intervals ?? []).map(toUtcInterval) };
    return { ...rest, intervals: relativeIntervals.map((interval) => resolve(interval, path)) };
  });
}

/** Rewrites an absolute interval as `formatInterval` does. */
function toUtcInterval(interval: string): string {
  const range = parseAbsoluteInterval(interval);
  return range === null ? interval : formatInterval(range);
}

const EARLIEST_MS = Date.UTC(100, 0, 1);
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Resolves a relative interval. Throws `QueryError` if it is beyond the calendar or ends before it begins. */
export function resolveInterval(interval: RelativeInterval, nowMs: number, timeZone: string, path: string): TimeRange {
  const range = tryResolve(interval, nowMs, timeZone);
  if (range === null || range.startMs < EARLIEST_MS || range.endMs > LATEST_MS) {
    throw new QueryError(path, 'is beyond the years 100 to 9999');
  }
  if (range.endMs < range.startMs) throw new QueryError(path, 'ends before it begins');
  return range;
}

/** `start/end` in UTC with milliseconds. */
export function formatInterval({ startMs, endMs }: TimeRange): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}

function tryResolve(interval: RelativeInterval, nowMs: number, timeZone: string): TimeRange | null {
  try {
    return resolveRelativeInterval(interval, nowMs, timeZone);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const LAST_30_DAYS: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};

/** A query without intervals covers the last 30 days and today. */
export function withDefaultInterval(query: RunQuery): RunQuery {
  if (query.intervals !== undefined || query.relativeIntervals !== undefined) return query;
  return { ...query, relativeIntervals: [LAST_30_DAYS] };
}
