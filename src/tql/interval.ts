import { Temporal } from 'temporal-polyfill';
import { parseTimestamp } from './literals.ts';

/** A point in time relative to now: the unit that lies `offset` units from the current one, at its beginning or end. */
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

/** A stretch of time in epoch milliseconds: `startMs` inclusive, `endMs` exclusive. */
export interface TimeRange {
  readonly startMs: number;
  readonly endMs: number;
}

/** Resolves a relative interval against one `now` in an IANA zone. `position: end` is the exclusive start of the next unit. */
export function resolveRelativeInterval(interval: RelativeInterval, nowMs: number, timeZone: string): TimeRange {
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

const MS_PER_HOUR = 3_600_000;

/** The first instant, in epoch milliseconds, of the unit `offset` units after the one that holds `nowMs`. */
export function startOfUnit(unit: Component, offset: number, nowMs: number, timeZone: string): number {
  const inUtc = timeZone === 'UTC' ? startOfUnitInUtc(unit, offset, nowMs) : NaN;
  // Where the plain way leads out of time, the calendar says how.
  if (Number.isFinite(inUtc)) return inUtc;
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  if (unit === 'hour') return startOfHour(now) + offset * MS_PER_HOUR;
  const start = addUnits(startDate(unit, now.toPlainDate()), unit, offset);
  // The first instant of a date: its midnight, or what follows a midnight that the clocks skip.
  return start.toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** Hours are counted on the UTC line, so the repeated hour of a clock change is two hours and never begins before itself. */
function startOfHour(now: Temporal.ZonedDateTime): number {
  return now.epochMilliseconds - (now.minute * 60_000 + now.second * 1000 + now.millisecond);
}

function startDate(unit: Exclude<Component, 'hour'>, date: Temporal.PlainDate): Temporal.PlainDate {
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

function addUnits(date: Temporal.PlainDate, unit: Exclude<Component, 'hour'>, count: number): Temporal.PlainDate {
  switch (unit) {
    case 'day':
      return date.add({ days: count });
    case 'week':
      return date.add({ weeks: count });
    case 'month':
      return date.add({ months: count });
    case 'quarter':
      return date.add({ months: count * 3 });
    case 'year':
      return date.add({ years: count });
  }
}

const SIDE =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:T(?<time>\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d{2}:?\d{2})?)?$/;
const MINUTES = 'hh:mm';

/**
 * Reads `start/end`, each side a date or a date-time with or without fraction; what names no zone is UTC. Null for
 * anything else. An end before its start is given back as it stands: whoever asks decides what to say about it.
 */
export function parseAbsoluteInterval(text: string): TimeRange | null {
  const [startMs, endMs, ...rest] = text.split('/').map(parseInstant);
  if (startMs === undefined || endMs === undefined || rest.length > 0 || startMs === null || endMs === null)
    return null;
  return { startMs, endMs };
}

/** Reads one side of an absolute interval to epoch milliseconds, or null. */
export function parseInstant(text: string): number | null {
  const { date, time = '00:00', zone = 'Z' } = SIDE.exec(text)?.groups ?? {};
  if (date === undefined) return null;
  return parseTimestamp(`${date}T${time.length === MINUTES.length ? `${time}:00` : time}${zone}`);
}

const HOUR_MS = 3_600_000;

/**
 * The first instant, in epoch milliseconds, of the unit `offset` units after the one that holds `nowMs`, in UTC; NaN beyond what
 * a date holds. Most reports count in UTC, where no clock changes: `Date` does what takes a calendar 3 ms to begin with.
 */
function startOfUnitInUtc(unit: Component, offset: number, nowMs: number): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  switch (unit) {
    case 'hour':
      return now.setUTCMinutes(0, 0, 0) + offset * HOUR_MS;
    case 'day':
      return utcMidnight(year, month, day + offset);
    case 'week':
      return utcMidnight(year, month, day - ((now.getUTCDay() + 6) % 7) + offset * 7);
    case 'month':
      return utcMidnight(year, month + offset, 1);
    case 'quarter':
      return utcMidnight(year, month - (month % 3) + offset * 3, 1);
    case 'year':
      return utcMidnight(year + offset, 0, 1);
  }
}

/** `Date.UTC` takes the years from 0 to 99 for those of the twentieth century. */
function utcMidnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** The units a relative date counts in. Weeks are ISO weeks: they begin on Monday. */
export const COMPONENTS = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Component = (typeof COMPONENTS)[number];
