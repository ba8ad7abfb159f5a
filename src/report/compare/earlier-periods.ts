// Finds the period that a report is compared with, and those of its history. `run/plan.ts` makes queries of
// them.
import { formatInterval, type QueryIntervals } from '../../tql/absolute-intervals.ts';
import { type Component, enclosingRange, MS_PER_HOUR, type TimeRange } from '../../tql/interval.ts';
import { without } from '../../tql/json.ts';
import type { Query, QueryGranularity } from '../../tql/query.ts';
import { daysEarlier, toZoned, yearEarlier } from './local-time.ts';
import { momentBack, shiftBack, type Span } from './period.ts';

/** The earlier period of a comparison. */
export type EarlierPeriod = NonNullable<ReturnType<typeof findEarlierPeriod>>;

/**
 * Finds the period that a query's is compared with. If the query's period is still running, both end at the
 * last full hour, since the hosted service keeps hours: the earlier one is cut after the same elapsed time.
 * Null if the period has not begun or is in its first hour, or the earlier one would begin before 1970.
 */
export function findEarlierPeriod(span: Span, comparison: 'previous-period' | 'previous-year') {
  const { range, ranges, nowMs } = span;
  const untilMs = comparedUntil(span);
  const isRunning = untilMs < range.endMs;
  const isByWeek = span.interval?.beginningDate.component === 'week';
  const elapsedMs = untilMs - range.startMs;
  const ofCalendar = ranges.map((each) =>
    comparison === 'previous-year'
      ? yearBefore(span, each)
      : { startMs: shiftBack(span, each.startMs, 1), endMs: shiftBack(span, each.endMs, 1) },
  );
  const before = enclosingRange(ofCalendar);
  if (before === null || elapsedMs <= 0) return null;
  const isShort = isRunning && before.endMs - before.startMs + CLOCK_CHANGE_MS < elapsedMs;
  const isSameDuration = isShort && comparison === 'previous-period';
  const moved = isSameDuration
    ? ranges.map(({ startMs, endMs }) => ({ startMs: startMs - elapsedMs, endMs: endMs - elapsedMs }))
    : ofCalendar;
  const whole = enclosingRange(moved) ?? before;
  if (whole.startMs < 0) return null;
  const lastMs = isSameDuration ? range.startMs : isShort ? Infinity : whole.endMs;
  const cutMs = isRunning ? Math.min(lastMs, whole.startMs + elapsedMs) : whole.endMs;
  const cut = moved.map(({ startMs, endMs }) => ({
    startMs,
    endMs: isShort && endMs === whole.endMs ? cutMs : Math.min(endMs, cutMs),
  }));
  const intervals = cut.filter(({ startMs, endMs }) => startMs < endMs).map(formatInterval);
  return {
    relation: comparison === 'previous-year' && isByWeek ? ('52-weeks-earlier' as const) : comparison,
    range: { startMs: whole.startMs, endMs: cutMs },
    // All of it; `range` is cut if the period that it is compared with is still running.
    whole,
    // Where the period that it is compared with ends, or is cut.
    untilMs,
    // Whether the period before is too short, so that this is the same duration directly before.
    isSameDuration,
    // What now is for the earlier period.
    nowMs: isSameDuration ? nowMs - elapsedMs : nowBefore(span, comparison),
    // The keys that replace a query's intervals.
    intervals: { intervals },
  };
}

/** How much longer than another a stretch of time may be because clocks change. */
const CLOCK_CHANGE_MS = 2 * MS_PER_HOUR;

/** Where a span that is compared is cut: at its end or, while it is running, at the last full hour. */
export function comparedUntil({ range, nowMs }: Span): number {
  return range.endMs <= nowMs ? range.endMs : Math.floor(nowMs / MS_PER_HOUR) * MS_PER_HOUR;
}

function nowBefore(span: Span, comparison: 'previous-period' | 'previous-year'): number {
  const { nowMs } = span;
  return comparison === 'previous-year'
    ? yearBefore(span, { startMs: nowMs, endMs: nowMs }).startMs
    : momentBack(span, 1);
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

/** Periods of one length without gaps, oldest first. */
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

function periodGranularity(span: Span, firstMs: number, count: number): QueryGranularity {
  const { length, timeZone } = span;
  const isOfHours = length.kind === 'units' && length.unit === 'hour';
  if (length.kind === 'time' || isOfHours) {
    const duration = length.count * (isOfHours ? MS_PER_HOUR : 1);
    return { type: 'duration', duration, origin: new Date(firstMs).toISOString() };
  }
  const [perUnit, letter] = length.kind === 'days' ? PERIOD_UNITS.day : PERIOD_UNITS[length.unit];
  const origin = new Date(midnightBefore(span, count) ?? firstMs).toISOString();
  return { type: 'period', period: `P${perUnit * length.count}${letter}`, timeZone, origin };
}

const PERIOD_UNITS: Readonly<Record<Component, readonly [number, string]>> = {
  hour: [1, 'H'],
  day: [1, 'D'],
  week: [1, 'W'],
  month: [1, 'M'],
  quarter: [3, 'M'],
  year: [1, 'Y'],
};

const MAX_TRIES = 3;

/**
 * The start of the first period, or of one shortly before, that is at midnight. If clocks skip midnight on a
 * day, it begins at one o'clock, and all days counted from there would too.
 */
function midnightBefore(span: Span, count: number): number | null {
  for (let times = 0; times < MAX_TRIES; times += 1) {
    const originMs = shiftBack(span, span.range.startMs, count + times);
    const { hour, minute } = toZoned(originMs, span.timeZone);
    if (hour === 0 && minute === 0) return originMs;
  }
  return null;
}
