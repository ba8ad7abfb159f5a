import { COMPONENTS } from '../tql/component.ts';
import {
  parseAbsoluteInterval,
  resolveRelativeInterval,
  type RelativeDate,
  type RelativeInterval,
  type TimeRange,
} from '../tql/interval.ts';
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { isTimeZone } from '../tql/time-zone.ts';

/** The zone in which a query's days begin: its `context.timezone` where that is an IANA zone, else UTC. */
export function zoneOf(query: Query): string {
  const context = query['context'];
  const zone = isJsonObject(context) ? context['timezone'] : undefined;
  return typeof zone === 'string' && isTimeZone(zone) ? zone : 'UTC';
}

/**
 * The time a query asks about, from the start of its first interval to the end of its last (epoch ms, half-open), and
 * how a person would say it. Null where the query's intervals cannot be read.
 */
export function periodOf(query: Query, nowMs: number): { readonly range: TimeRange; readonly label: string } | null {
  const { relative, ranges } = intervalsOf(query, nowMs);
  const range = hull(ranges);
  const words = relative.length > 0 ? relative.map(describe) : absoluteTexts(query['intervals']);
  return range && { range, label: words.join(' and ') };
}

/** A query's intervals as stretches of time, and as they stand where they are relative, which then count alone. */
export function intervalsOf(
  query: Query,
  nowMs: number,
): { readonly relative: readonly RelativeInterval[]; readonly ranges: readonly TimeRange[] } {
  const zone = zoneOf(query);
  const relative = list(query['relativeIntervals']).filter(isRelativeInterval);
  if (relative.length > 0) {
    return { relative, ranges: relative.map((interval) => resolveRelativeInterval(interval, nowMs, zone)) };
  }
  const ranges = absoluteTexts(query['intervals']).map(parseAbsoluteInterval);
  return { relative, ranges: ranges.filter((each) => each !== null) };
}

function absoluteTexts(intervals: Json | undefined): string[] {
  const wrapped = isJsonObject(intervals) ? intervals['intervals'] : intervals;
  return list(wrapped).filter((text) => typeof text === 'string');
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** From the start of the first to the end of the last; null of none. */
export function hull(ranges: readonly TimeRange[]): TimeRange | null {
  if (ranges.length === 0) return null;
  return {
    startMs: Math.min(...ranges.map((each) => each.startMs)),
    endMs: Math.max(...ranges.map((each) => each.endMs)),
  };
}

/** Whether a JSON value is a relative interval: two relative dates of known components. */
function isRelativeInterval(value: unknown): value is RelativeInterval & Json {
  return isJsonObject(value) && isRelativeDate(value['beginningDate']) && isRelativeDate(value['endDate']);
}

function isRelativeDate(value: Json | undefined): value is RelativeDate & Json {
  return (
    isJsonObject(value) &&
    COMPONENTS.some((component) => component === value['component']) &&
    Number.isInteger(value['offset']) &&
    (value['position'] === 'beginning' || value['position'] === 'end')
  );
}

/** Says a relative interval as a person would: "last 30 days", "this month", "yesterday". */
function describe({ beginningDate: begin, endDate: end }: RelativeInterval): string {
  const unit = begin.component;
  const isPlain = unit === end.component && begin.position === 'beginning' && end.position === 'end';
  if (isPlain && begin.offset === 0 && end.offset === 0) return unit === 'day' ? 'today' : `this ${unit}`;
  if (isPlain && begin.offset === -1 && end.offset === -1) return unit === 'day' ? 'yesterday' : `last ${unit}`;
  if (isPlain && begin.offset < 0 && end.offset === 0) return `last ${count(-begin.offset, unit)}`;
  if (isPlain && begin.offset < 0 && end.offset === -1) return `last ${-begin.offset} complete ${unit}s`;
  return `${describeDate(begin)} to ${describeDate(end)}`;
}

function describeDate({ component, offset, position }: RelativeDate): string {
  return `${position} of ${component} ${offset > 0 ? `+${offset}` : offset}`;
}

function count(units: number, unit: string): string {
  return `${units} ${unit}${units === 1 ? '' : 's'}`;
}
