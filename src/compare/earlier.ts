import type { TimeRange } from '../tql/interval.ts';
import type { JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { daysEarlier, yearEarlier } from './local-time.ts';
import { hull } from './period.ts';
import { movedBack, type Span } from './span.ts';

/** The period that a comparison asks about. */
export interface Earlier {
  readonly range: TimeRange;
  /** The whole of it, where `range` is cut because the period that it is compared with is still running. */
  readonly whole: TimeRange;
  /** What takes the place of a query's intervals. */
  readonly intervals: JsonObject;
}

/**
 * The period that a query's is compared with. One that is over is compared with a whole one; one that is running with one that is
 * cut after the same time has passed, an hour that the clocks skip or repeat being no part of that or another. Null where the
 * period has not begun, or the earlier one would begin before 1970.
 */
export function earlierPeriod(span: Span, comparison: 'previous-period' | 'previous-year'): Earlier | null {
  const { range, ranges, nowMs } = span;
  const moved = ranges.map((each) =>
    comparison === 'previous-year' ? lastYears(span, each) : periodBefore(span, each),
  );
  const whole = hull(moved);
  if (whole === null || whole.startMs < 0 || range.startMs >= nowMs) return null;
  const isOver = range.endMs <= nowMs;
  const relative = isOver && comparison === 'previous-period' ? relativeBefore(span) : null;
  if (relative !== null) return { range: whole, whole, intervals: relative };
  const cutMs = isOver ? whole.endMs : Math.min(whole.endMs, whole.startMs + (nowMs - range.startMs));
  const cut = moved.map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs, cutMs) }));
  const intervals = cut.filter(({ startMs, endMs }) => startMs < endMs).map(toText);
  return { range: { startMs: whole.startMs, endMs: cutMs }, whole, intervals: { intervals } };
}

/** The same query over other intervals. */
export function withIntervals(query: Query, intervals: JsonObject): Query {
  const { relativeIntervals: _relative, intervals: _absolute, ...rest } = query;
  return { ...rest, ...intervals, queryType: query.queryType };
}

/** A stretch of time as the language writes one. */
export function toText({ startMs, endMs }: TimeRange): string {
  return `${new Date(startMs).toISOString()}/${new Date(endMs).toISOString()}`;
}

function periodBefore(span: Span, { startMs, endMs }: TimeRange): TimeRange {
  return { startMs: movedBack(span, startMs, 1), endMs: movedBack(span, endMs, 1) };
}

const DAYS_OF_52_WEEKS = 364;

/** Weeks stay weeks: 52 of them make a year. */
function lastYears({ interval, timeZone }: Span, range: TimeRange): TimeRange {
  if (interval?.beginningDate.component !== 'week') return yearEarlier(range, timeZone);
  const move = (ms: number): number => daysEarlier(ms, DAYS_OF_52_WEEKS, timeZone);
  return { startMs: move(range.startMs), endMs: move(range.endMs) };
}

function relativeBefore({ interval, length }: Span): JsonObject | null {
  if (interval === null) return null;
  const { beginningDate: begin, endDate: end } = interval;
  const moved = {
    beginningDate: { ...begin, offset: begin.offset - length.count },
    endDate: { ...end, offset: end.offset - length.count },
  };
  return { relativeIntervals: [moved] };
}
