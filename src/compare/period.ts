import { plural } from '../text/plural.ts';
import { type Component, COMPONENTS } from '../tql/interval.ts';
import {
  parseAbsoluteInterval,
  type RelativeDate,
  type RelativeInterval,
  resolveRelativeInterval,
  startOfUnit,
  type TimeRange,
} from '../tql/interval.ts';
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { isTimeZone } from '../tql/literals.ts';
import { daysEarlier, wholeDays } from './local-time.ts';

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
export function describePeriod(
  query: Query,
  nowMs: number,
): { readonly range: TimeRange; readonly label: string } | null {
  const { relative, ranges } = intervalsOf(query, nowMs);
  const range = enclosingRange(ranges);
  const words = relative.length > 0 ? relative.map(describeInterval) : absoluteTexts(query['intervals']);
  return range && { range, label: words.join(' and ') };
}

/** A query's intervals as stretches of time, and as they stand where they are relative, which then count alone. */
function intervalsOf(
  query: Query,
  nowMs: number,
): { readonly relative: readonly RelativeInterval[]; readonly ranges: readonly TimeRange[] } {
  const zone = zoneOf(query);
  const relative = toList(query['relativeIntervals']).filter(isRelativeInterval);
  if (relative.length > 0) {
    return { relative, ranges: relative.map((interval) => resolveRelativeInterval(interval, nowMs, zone)) };
  }
  const ranges = absoluteTexts(query['intervals']).map(parseAbsoluteInterval);
  return { relative, ranges: ranges.filter((each) => each !== null) };
}

function absoluteTexts(intervals: Json | undefined): string[] {
  const wrapped = isJsonObject(intervals) ? intervals['intervals'] : intervals;
  return toList(wrapped).filter((text) => typeof text === 'string');
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** From the start of the first to the end of the last; null of none. */
export function enclosingRange(ranges: readonly TimeRange[]): TimeRange | null {
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
function describeInterval({ beginningDate: begin, endDate: end }: RelativeInterval): string {
  const unit = begin.component;
  const isPlain = unit === end.component && begin.position === 'beginning' && end.position === 'end';
  if (isPlain && begin.offset === 0 && end.offset === 0) return unit === 'day' ? 'today' : `this ${unit}`;
  if (isPlain && begin.offset === -1 && end.offset === -1) return unit === 'day' ? 'yesterday' : `last ${unit}`;
  if (isPlain && begin.offset < 0 && end.offset === 0) return `last ${countUnits(-begin.offset, unit)}`;
  if (isPlain && begin.offset < 0 && end.offset === -1) return `last ${-begin.offset} complete ${unit}s`;
  return `${describeDate(begin)} to ${describeDate(end)}`;
}

function describeDate({ component, offset, position }: RelativeDate): string {
  return `${position} of ${component} ${offset > 0 ? `+${offset}` : offset}`;
}

function countUnits(units: number, unit: string): string {
  return `${units} ${plural(unit, units)}`;
}

/** How long a period is: in units of the calendar counted from now, in local days, or in milliseconds. */
type PeriodLength =
  | { readonly kind: 'units'; readonly unit: Component; readonly count: number; readonly firstOffset: number }
  | { readonly kind: 'days'; readonly count: number }
  | { readonly kind: 'time'; readonly count: number };

/** The period that a query asks about, as it is measured against earlier ones. */
export interface Span {
  readonly range: TimeRange;
  /** Its parts; most queries have one. */
  readonly ranges: readonly TimeRange[];
  /** The interval behind it where both sides of the only one count in the same unit. */
  readonly interval: RelativeInterval | null;
  readonly length: PeriodLength;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** The period of a query; null where it cannot be read or lasts no time. */
export function spanOf(query: Query, nowMs: number): Span | null {
  const { relative, ranges } = intervalsOf(query, nowMs);
  const range = enclosingRange(ranges);
  if (range === null || range.endMs <= range.startMs) return null;
  const timeZone = zoneOf(query);
  const [first, ...others] = relative;
  const isOneUnit = others.length === 0 && first?.beginningDate.component === first?.endDate.component;
  const interval = first !== undefined && isOneUnit ? first : null;
  return { range, ranges, interval, length: lengthOf(range, interval, timeZone), timeZone, nowMs };
}

/** A moment of a span moved so many of its lengths back. What is counted in calendar units is the span's own start or end. */
export function shiftBack(span: Span, ms: number, times: number): number {
  const { length, timeZone, nowMs, range } = span;
  switch (length.kind) {
    case 'units': {
      const offset = length.firstOffset + (ms === range.endMs ? length.count : 0) - length.count * times;
      return startOfUnit(length.unit, offset, nowMs, timeZone);
    }
    case 'days':
      return daysEarlier(ms, length.count * times, timeZone);
    case 'time':
      return ms - length.count * times;
  }
}

function lengthOf(range: TimeRange, interval: RelativeInterval | null, timeZone: string): PeriodLength {
  if (interval !== null) {
    const [firstOffset, endOffset] = [boundaryOffset(interval.beginningDate), boundaryOffset(interval.endDate)];
    const unit = interval.beginningDate.component;
    return { kind: 'units', unit, count: endOffset - firstOffset, firstOffset };
  }
  const days = wholeDays(range, timeZone);
  return days === null ? { kind: 'time', count: range.endMs - range.startMs } : { kind: 'days', count: days };
}

/** The offset of the unit that begins there: an end is the start of the next one. */
function boundaryOffset({ offset, position }: RelativeInterval['beginningDate']): number {
  return offset + (position === 'end' ? 1 : 0);
}
