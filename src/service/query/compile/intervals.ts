// A step of `compile`: relative intervals become absolute, and those of filters lose what is empty.
import { formatInterval, resolveOnCalendar, withAbsoluteIntervals } from '../../../tql/absolute-intervals.ts';
import {
  parseAbsoluteInterval,
  type RelativeInterval,
  type TimeRange,
  wholeUnits,
} from '../../../tql/interval.ts';
import { isJsonObject, type Json } from '../../../tql/json.ts';
import type { RunQuery } from '../../../tql/run-query.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';

/**
 * Makes all intervals absolute and UTC, including those in filters, aggregations and having specs. Filters
 * lose their empty intervals.
 */
export function resolveQueryIntervals(
  query: PlainQuery,
  nowMs: number,
): PlainQuery & { readonly intervals: readonly string[] } {
  const timeZone = query.context?.timezone ?? 'UTC';
  const resolved = withAbsoluteIntervals(query, {
    relative: (interval, path) => formatInterval(resolveInterval(interval, nowMs, timeZone, path)),
    absolute: toUtcInterval,
  });
  // Only the filters change, and each into a filter.
  return { ...(withoutEmptyIntervals(resolved) as PlainQuery), intervals: resolved.intervals ?? [] };
}

/**
 * The part of a query whose interval filters have no empty intervals, which Druid refuses. One that has no
 * others matches nothing.
 */
function withoutEmptyIntervals(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutEmptyIntervals);
  if (!isJsonObject(part)) return part;
  const { type, dimension, intervals } = part;
  if (type !== 'interval' || !Array.isArray(intervals))
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, withoutEmptyIntervals(value)]),
    );
  const nonEmpty = (intervals as readonly Json[]).filter((interval) => !isEmptyInterval(interval));
  return nonEmpty.length === 0 ? { type: 'in', dimension, values: [] } : { ...part, intervals: nonEmpty };
}

function isEmptyInterval(interval: Json): boolean {
  const range = typeof interval === 'string' ? parseAbsoluteInterval(interval) : null;
  return range !== null && range.startMs >= range.endMs;
}

/** Rewrites an absolute interval as `formatInterval` does. */
function toUtcInterval(interval: string): string {
  const range = parseAbsoluteInterval(interval);
  return range === null ? interval : formatInterval(range);
}

/**
 * Resolves a relative interval. Throws `QueryError` if it is beyond the calendar or ends before it begins.
 */
export function resolveInterval(
  interval: RelativeInterval,
  nowMs: number,
  timeZone: string,
  path: string,
): TimeRange {
  const range = resolveOnCalendar(interval, nowMs, timeZone);
  if (range === null) throw new QueryError(path, 'is beyond the years 100 to 9999');
  if (range.endMs < range.startMs) throw new QueryError(path, 'ends before it begins');
  return range;
}

/** A query without intervals covers the last 30 days and today. */
export function withDefaultInterval(query: RunQuery): RunQuery {
  if (query.intervals !== undefined || query.relativeIntervals !== undefined) return query;
  return { ...query, relativeIntervals: [wholeUnits('day', -30, 0)] };
}
