// The period of a query in dates, and what is needed to find periods of the same length before it.
import {
  type Component,
  describeInterval,
  enclosingRange,
  parseAbsoluteInterval,
  type RelativeInterval,
  resolveRelativeInterval,
  startOfUnit,
  type TimeRange,
} from '../../tql/interval.ts';
import { intervalTexts, relativeIntervalsOf, zoneOf } from '../../tql/absolute-intervals.ts';
import type { Query } from '../../tql/query.ts';
import { daysEarlier, toZoned, wholeDays } from './local-time.ts';

/**
 * The period of a query, from the start of its first interval to the end of its last (epoch ms,
 * half-open), and its name in plain words. Null if the query's intervals are not valid.
 */
export function describePeriod(query: Query, nowMs: number) {
  const { relative, ranges } = intervalsOf(query, nowMs);
  const range = enclosingRange(ranges);
  const words = relative.length > 0 ? relative.map(describeInterval) : intervalTexts(query);
  return range && { range, label: words.join(' and ') };
}

/**
 * A query's intervals as ranges. If it has relative intervals, its absolute ones do not count, and `relative`
 * has one for each range.
 */
function intervalsOf(query: Query, nowMs: number) {
  const zone = zoneOf(query);
  const relative = relativeIntervalsOf(query);
  if (relative.length > 0) {
    return { relative, ranges: relative.map((interval) => resolveRelativeInterval(interval, nowMs, zone)) };
  }
  const ranges = intervalTexts(query).map(parseAbsoluteInterval);
  return { relative, ranges: ranges.filter((each) => each !== null) };
}

/** The length of a period, by which `shiftBack` finds earlier periods. */
type PeriodLength =
  /**
   * Calendar units: `count` weeks, of which the first is `firstOffset` weeks from this one (−2, for
   * example).
   */
  | { readonly kind: 'units'; readonly unit: Component; readonly count: number; readonly firstOffset: number }
  /** Whole local days, which may have 23 or 25 hours. */
  | { readonly kind: 'days'; readonly count: number }
  /** Milliseconds. */
  | { readonly kind: 'time'; readonly count: number };

/** The period of a query, with what is needed to find earlier periods of the same length. */
export interface Span {
  readonly range: TimeRange;
  /** Its intervals; most queries have one. */
  readonly ranges: readonly TimeRange[];
  /** The relative interval behind it, if it is the only one and both of its sides count in the same unit. */
  readonly interval: RelativeInterval | null;
  readonly length: PeriodLength;
  readonly timeZone: string;
  readonly nowMs: number;
}

/** The period of a query; null if its intervals are not valid or it is empty. */
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

/**
 * A moment of a span, moved back by a number of the span's lengths: 1 March by 2 months is 1 January. In a
 * span of calendar units, the moment must be the start or the end of the span.
 */
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

/**
 * Now, moved back by a number of a span's lengths: the moment that corresponds to now in an earlier period.
 */
export function momentBack(span: Span, times: number): number {
  const { length, timeZone, nowMs } = span;
  if (length.kind !== 'units') return shiftBack(span, nowMs, times);
  const count = length.count * times;
  const units = length.unit === 'quarter' ? { months: 3 * count } : { [`${length.unit}s`]: count };
  return toZoned(nowMs, timeZone).subtract(units).epochMilliseconds;
}

function lengthOf(range: TimeRange, interval: RelativeInterval | null, timeZone: string): PeriodLength {
  if (interval !== null) {
    const [firstOffset, endOffset] = [
      boundaryOffset(interval.beginningDate),
      boundaryOffset(interval.endDate),
    ];
    const unit = interval.beginningDate.component;
    return { kind: 'units', unit, count: endOffset - firstOffset, firstOffset };
  }
  const days = wholeDays(range, timeZone);
  return days === null ? { kind: 'time', count: range.endMs - range.startMs } : { kind: 'days', count: days };
}

/** The offset of the unit that begins at a date: an end is the start of the next unit. */
function boundaryOffset({ offset, position }: RelativeInterval['beginningDate']): number {
  return offset + (position === 'end' ? 1 : 0);
}
