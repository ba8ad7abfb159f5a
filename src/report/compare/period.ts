// The period of a query in dates, and what is needed to find periods of the same length before it.
import {
  type Component,
  durationOf,
  enclosingRange,
  MS_PER_HOUR,
  parseAbsoluteInterval,
  type RelativeInterval,
  resolveRelativeInterval,
  type TimeRange,
} from '../../tql/time/interval.ts';
import { describeInterval } from '../../tql/time/interval-words.ts';
import { intervalTexts, relativeIntervalsOf, zoneOf } from '../../tql/time/query-intervals.ts';
import type { Query } from '../../tql/query.ts';
import { earlier, wholeDays } from './local-time.ts';

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

/** The length of a period, such as 2 weeks. Days, weeks and longer units are those of the calendar. */
interface PeriodLength {
  readonly unit: Component | 'millisecond';
  readonly count: number;
}

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

/** A moment, moved back by a number of the span's lengths: 1 March by 2 months is 1 January. */
export function shiftBack({ length, timeZone }: Span, ms: number, times: number): number {
  const { unit, count } = length;
  if (unit === 'millisecond') return ms - count * times;
  if (unit === 'hour') return ms - count * times * MS_PER_HOUR;
  return earlier(ms, durationOf(unit, count * times), timeZone);
}

function lengthOf(range: TimeRange, interval: RelativeInterval | null, timeZone: string): PeriodLength {
  if (interval !== null) {
    const count = boundaryOffset(interval.endDate) - boundaryOffset(interval.beginningDate);
    return { unit: interval.beginningDate.component, count };
  }
  const days = wholeDays(range, timeZone);
  if (days !== null) return { unit: 'day', count: days };
  return { unit: 'millisecond', count: range.endMs - range.startMs };
}

/** The offset of the unit that begins at a date: an end is the start of the next unit. */
function boundaryOffset({ offset, position }: RelativeInterval['beginningDate']): number {
  return offset + (position === 'end' ? 1 : 0);
}
