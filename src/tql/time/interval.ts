// Time ranges: resolves relative ones (`last 30 days`), which reports and insights have, and parses absolute
// ones (`2026-10-01/2026-10-31`), which engines need.
import { Temporal } from 'temporal-polyfill';
import { parseTimestamp } from '../literals.ts';

/** The units that a relative date counts in. Weeks are ISO weeks: they begin on Monday. */
export const COMPONENTS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

export type Component = (typeof COMPONENTS)[number];

export const MS_PER_HOUR = 3_600_000;

export const MS_PER_DAY = 24 * MS_PER_HOUR;

/**
 * A point in time relative to now: the beginning or the end of the unit that lies `offset` units from the
 * current one.
 */
export interface RelativeDate {
  readonly component: Component;
  readonly offset: number;
  readonly position: 'beginning' | 'end';
}

/** Two relative dates, as both operations of the service take them. */
export interface RelativeInterval {
  readonly beginningDate: RelativeDate;
  readonly endDate: RelativeDate;
}

/** `wholeUnits('day', -7, -1)`: the seven days before today, which is 0. */
export function wholeUnits(component: Component, first: number, last: number) {
  return {
    beginningDate: { component, offset: first, position: 'beginning' },
    endDate: { component, offset: last, position: 'end' },
  } as const;
}

/** A stretch of time in epoch milliseconds: `startMs` inclusive, `endMs` exclusive. */
export interface TimeRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** From the earliest start to the latest end; null without ranges. */
export function enclosingRange(ranges: readonly TimeRange[]): TimeRange | null {
  if (ranges.length === 0) return null;
  return {
    startMs: Math.min(...ranges.map((each) => each.startMs)),
    endMs: Math.max(...ranges.map((each) => each.endMs)),
  };
}

/** Ranges in order of time; those that overlap or touch become one. */
export function mergeRanges(ranges: readonly TimeRange[]): readonly TimeRange[] {
  const merged: TimeRange[] = [];
  for (const { startMs, endMs } of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1);
    if (last === undefined || startMs > last.endMs) merged.push({ startMs, endMs });
    else merged[merged.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, endMs) };
  }
  return merged;
}

/**
 * Resolves a relative interval against one `now` in an IANA zone. `position: end` is the exclusive start of
 * the next unit.
 */
export function resolveRelativeInterval(
  interval: RelativeInterval,
  nowMs: number,
  timeZone: string,
): TimeRange {
  return {
    startMs: resolveRelativeDate(interval.beginningDate, nowMs, timeZone),
    endMs: resolveRelativeDate(interval.endDate, nowMs, timeZone),
  };
}

/** Resolves one relative date to epoch milliseconds; an end is the start of the unit that follows. */
export function resolveRelativeDate(date: RelativeDate, nowMs: number, timeZone: string): number {
  const offset = date.offset + (date.position === 'end' ? 1 : 0);
  return startOfUnit(date.component, offset, nowMs, timeZone);
}

/**
 * The first instant, in epoch milliseconds, of the unit that lies `offset` units after the one that contains
 * `nowMs`.
 */
export function startOfUnit(unit: Component, offset: number, nowMs: number, timeZone: string): number {
  const now = toZoned(nowMs, timeZone);
  if (unit === 'hour') return startOfHour(now) + offset * MS_PER_HOUR;
  const start = firstDate(unit, now.toPlainDate()).add(durationOf(unit, offset));
  // The first instant of a date is its midnight or, if the clocks skip midnight, the instant after the gap.
  return start.toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** A time on the calendar and the clock of a zone. */
export function toZoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}

/** A duration in Temporal's units, which have no quarters. */
export function durationOf(unit: Exclude<Component, 'hour'>, count: number): Temporal.DurationLike {
  return unit === 'quarter' ? { months: 3 * count } : { [`${unit}s`]: count };
}

/** Hours are counted in elapsed time, so the hour that a clock change repeats counts as two. */
function startOfHour(now: Temporal.ZonedDateTime): number {
  return now.epochMilliseconds - (now.minute * 60_000 + now.second * 1000 + now.millisecond);
}

function firstDate(unit: Exclude<Component, 'hour'>, date: Temporal.PlainDate): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date;
    case 'week':
      return date.subtract({ days: date.dayOfWeek - 1 });
    case 'month':
      return date.with({ day: 1 });
    case 'quarter':
      return date.with({ day: 1, month: date.month - ((date.month - 1) % 3) });
    case 'year':
      return date.with({ day: 1, month: 1 });
  }
}

/** `2026-10-05`, `2026-10-05T08:12Z`, `2026-10-05T08:12:33.5+02:00`. */
const SIDE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Parses `start/end`; each side is a date or a date-time, with or without a fraction, in UTC if it names no
 * zone. Null for anything else. An end before the start is not refused: the caller decides what to say about
 * it.
 */
export function parseAbsoluteInterval(text: string): TimeRange | null {
  const [startMs, endMs, third] = text.split('/').map(parseInstant);
  if (startMs == null || endMs == null || third !== undefined) return null;
  return { startMs, endMs };
}

/**
 * Parses one side of an absolute interval to epoch milliseconds; null if it is neither a date nor a
 * date-time.
 */
export function parseInstant(text: string): number | null {
  const { date, time = '00:00', zone = 'Z' } = SIDE.exec(text)?.groups ?? {};
  if (date === undefined) return null;
  const hasSeconds = time.length > 'hh:mm'.length;
  return parseTimestamp(`${date}T${time}${hasSeconds ? '' : ':00'}${zone}`);
}
