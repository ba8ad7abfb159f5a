// Finds the period that a report is compared with, and those of its history. `run/planning/plan.ts` makes
// queries of them.
import { formatInterval } from '../../tql/time/absolute-intervals.ts';
import type { QueryIntervals } from '../../tql/time/query-intervals.ts';
import { enclosingRange, MS_PER_HOUR, type TimeRange } from '../../tql/time/interval.ts';
import { without } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryGranularity } from '../../tql/query-parts.ts';
import { daysEarlier, toZoned, yearEarlier } from './local-time.ts';
import { shiftBack, type Span } from './period.ts';

/** The earlier period of a comparison. */
export type EarlierPeriod = NonNullable<ReturnType<typeof findEarlierPeriod>>;

/**
 * Finds the period that a query's period is compared with. If the query's period is still running, both end
 * at the last full hour, since the hosted service keeps hours: the earlier one is cut after the same elapsed
 * time. Null if the period has not begun or is in its first hour, or the earlier one would begin before
 * 1970.
 */
export function findEarlierPeriod(span: Span, comparison: 'previous-period' | 'previous-year') {
  const { range, ranges, nowMs } = span;
  const untilMs = comparedUntil(span);
  const elapsedMs = untilMs - range.startMs;
  const isRunning = untilMs < range.endMs;
  const rangesByCalendar = ranges.map((each) =>
    comparison === 'previous-year'
      ? yearBefore(span, each)
      : { startMs: shiftBack(span, each.startMs, 1), endMs: shiftBack(span, each.endMs, 1) },
  );
  const byCalendar = enclosingRange(rangesByCalendar);
  if (byCalendar === null || elapsedMs <= 0) return null;
  // On 30 March, February has fewer days than March has already.
  const isShorter = isRunning && byCalendar.endMs - byCalendar.startMs + CLOCK_CHANGE_MS < elapsedMs;
  const isSameDuration = isShorter && comparison === 'previous-period';
  const wholeRanges = isSameDuration
    ? ranges.map(({ startMs, endMs }) => ({ startMs: startMs - elapsedMs, endMs: endMs - elapsedMs }))
    : rangesByCalendar;
  const whole = enclosingRange(wholeRanges) ?? byCalendar;
  if (whole.startMs < 0) return null;
  const sameElapsedMs = whole.startMs + elapsedMs;
  // A shorter period is extended beyond its end, so that both have the same length.
  const endMsOf = (endMs: number): number =>
    isShorter && endMs === whole.endMs ? sameElapsedMs : Math.min(endMs, sameElapsedMs);
  const cutRanges = isRunning
    ? wholeRanges.map(({ startMs, endMs }) => ({ startMs, endMs: endMsOf(endMs) }))
    : wholeRanges;
  const intervals = cutRanges.filter(({ startMs, endMs }) => startMs < endMs).map(formatInterval);
  const isByWeek = span.interval?.beginningDate.component === 'week';
  return {
    relation: comparison === 'previous-year' && isByWeek ? ('52-weeks-earlier' as const) : comparison,
    range: { startMs: whole.startMs, endMs: isRunning ? endMsOf(whole.endMs) : whole.endMs },
    // The whole period; `range` is cut if the period that it is compared with is still running.
    whole,
    // Where the period that it is compared with ends, or is cut.
    untilMs,
    // Whether it is not the period before by the calendar, which is shorter, but the same time directly
    // before.
    isSameDuration,
    // The moment of the earlier period that corresponds to now.
    nowMs: isSameDuration ? nowMs - elapsedMs : nowBefore(span, comparison),
    // The keys that replace a query's intervals.
    intervals: { intervals },
  };
}

/** By how much two periods of as many days may differ because clocks change. */
const CLOCK_CHANGE_MS = 2 * MS_PER_HOUR;

/** Where a period that is compared ends: at its end or, while it is running, at the last full hour. */
export function comparedUntil({ range, nowMs }: Span): number {
  return range.endMs <= nowMs ? range.endMs : Math.floor(nowMs / MS_PER_HOUR) * MS_PER_HOUR;
}

function nowBefore(span: Span, comparison: 'previous-period' | 'previous-year'): number {
  const { nowMs } = span;
  return comparison === 'previous-year'
    ? yearBefore(span, { startMs: nowMs, endMs: nowMs }).startMs
    : shiftBack(span, nowMs, 1);
}

/** The same query over other intervals. */
export function withIntervals(query: Query, intervals: QueryIntervals): Query {
  return { ...without(query, 'relativeIntervals', 'intervals'), ...intervals };
}

const DAYS_OF_52_WEEKS = 364;

/**
 * A stretch of time within a span, a year earlier: on the same dates or, if the span counts in weeks, 52
 * weeks earlier.
 */
export function yearBefore({ interval, timeZone }: Span, range: TimeRange): TimeRange {
  if (interval?.beginningDate.component !== 'week') return yearEarlier(range, timeZone);
  const move = (ms: number): number => daysEarlier(ms, DAYS_OF_52_WEEKS, timeZone);
  return { startMs: move(range.startMs), endMs: move(range.endMs) };
}

/** The periods of a history, oldest first: of one length, each beginning where the one before ends. */
export type HistoryPeriods = NonNullable<ReturnType<typeof findHistoryPeriods>>;

/**
 * Finds `count` periods of a span's length before it, without those that would begin before 1970. Null if
 * there is none, or the query has several intervals.
 */
export function findHistoryPeriods(span: Span, count: number) {
  if (span.ranges.length !== 1) return null;
  const starts = Array.from({ length: count + 1 }, (_, i) => shiftBack(span, span.range.startMs, count - i));
  const periods = starts.flatMap((startMs, i): TimeRange[] => {
    const endMs = starts[i + 1];
    return endMs === undefined || startMs < 0 ? [] : [{ startMs, endMs }];
  });
  const [first, last] = [periods[0], periods.at(-1)];
  if (first === undefined || last === undefined) return null;
  const whole = formatInterval({ startMs: first.startMs, endMs: last.endMs });
  return {
    periods,
    // The keys that replace a query's intervals.
    intervals: { intervals: [whole] },
    // Makes a bucket of each period.
    granularity: periodGranularity(span, first.startMs, periods.length),
  };
}

/** The granularity that makes one bucket of each period of a history. */
function periodGranularity(span: Span, firstMs: number, periods: number): QueryGranularity {
  const { length, range, timeZone } = span;
  const { unit, count } = length;
  if (unit === 'millisecond' || unit === 'hour')
    return {
      type: 'duration',
      duration: range.endMs - range.startMs,
      origin: new Date(firstMs).toISOString(),
    };
  // Two weeks are `P2W`. ISO 8601 has no quarters, so two of them are `P6M`.
  const period = unit === 'quarter' ? `P${3 * count}M` : `P${count}${unit.charAt(0).toUpperCase()}`;
  const origin = new Date(midnightBefore(span, periods) ?? firstMs).toISOString();
  return { type: 'period', period, timeZone, origin };
}

/** Clocks skip the midnight of one day, so an earlier period begins at midnight. */
const MAX_TRIES = 3;

/**
 * The start of the first period, or of one shortly before it, that is at midnight. Where clocks skip
 * midnight, a day begins at one o'clock, and all buckets that are counted from there would begin at one
 * o'clock.
 */
function midnightBefore(span: Span, count: number): number | null {
  for (let times = 0; times < MAX_TRIES; times += 1) {
    const originMs = shiftBack(span, span.range.startMs, count + times);
    const { hour, minute } = toZoned(originMs, span.timeZone);
    if (hour === 0 && minute === 0) return originMs;
  }
  return null;
}
