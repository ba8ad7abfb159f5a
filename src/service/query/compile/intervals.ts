// A step of `compile`: relative intervals (`last 30 days`) become absolute (`2026-10-01T00:00:00.000Z/…`).
import {
  formatInterval,
  resolveOnCalendar,
  withAbsoluteIntervals,
} from '../../../tql/time/absolute-intervals.ts';
import { zoneOf } from '../../../tql/time/query-intervals.ts';
import {
  parseAbsoluteInterval,
  type RelativeInterval,
  type TimeRange,
  wholeUnits,
} from '../../../tql/time/interval.ts';
import type { RunQuery } from '../../../tql/schema/run-query.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';

/** Makes all intervals absolute and UTC, including those in filters, aggregations and having specs. */
export function resolveQueryIntervals(
  query: PlainQuery,
  nowMs: number,
): PlainQuery & { readonly intervals: readonly string[] } {
  const timeZone = zoneOf(query);
  const resolved = withAbsoluteIntervals(query, {
    relative: (interval, path) => formatInterval(resolveInterval(interval, nowMs, timeZone, path)),
    absolute: toUtcInterval,
  });
  return { ...resolved, intervals: resolved.intervals ?? [] };
}

/** `2026-10-01/2026-10-02` → `2026-10-01T00:00:00.000Z/2026-10-02T00:00:00.000Z`. */
function toUtcInterval(interval: string): string {
  // Never null: the parser of queries has refused texts that are no intervals.
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
