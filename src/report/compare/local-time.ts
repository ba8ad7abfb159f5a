import { Temporal } from 'temporal-polyfill';
import { MS_PER_DAY, type TimeRange } from '../../tql/interval.ts';

/**
 * The moment some days earlier on the local calendar, at the same time of day, in epoch milliseconds. The
 * start of a day gives the start of a day, even if clocks change on it.
 */
export function daysEarlier(ms: number, days: number, timeZone: string): number {
  // Every day lasts 24 hours in UTC; the shortcut saves Temporal's time.
  if (timeZone === 'UTC') return ms - days * MS_PER_DAY;
  const local = zoned(ms, timeZone);
  return beginsDay(local)
    ? startOf(local.toPlainDate().subtract({ days }), timeZone)
    : local.subtract({ days }).epochMilliseconds;
}

/** The range a year earlier on the local calendar: the same dates; 29 February becomes 28 February. */
export function yearEarlier({ startMs, endMs }: TimeRange, timeZone: string): TimeRange {
  const begin = zoned(startMs, timeZone);
  const end = zoned(endMs, timeZone);
  return { startMs: beginYearEarlier(begin, timeZone), endMs: endYearEarlier(end, timeZone) };
}

/** How many local days a range lasts; null if it does not end at the time of day at which it begins. */
export function wholeDays({ startMs, endMs }: TimeRange, timeZone: string): number | null {
  if (timeZone === 'UTC') return wholeCount((endMs - startMs) / MS_PER_DAY);
  const [begin, end] = [zoned(startMs, timeZone), zoned(endMs, timeZone)];
  const isWhole = begin.toPlainTime().equals(end.toPlainTime()) || (beginsDay(begin) && beginsDay(end));
  const { days } = begin.toPlainDate().until(end.toPlainDate());
  return isWhole && days > 0 ? days : null;
}

function wholeCount(days: number): number | null {
  return Number.isInteger(days) && days > 0 ? days : null;
}

function beginYearEarlier(local: Temporal.ZonedDateTime, timeZone: string): number {
  return beginsDay(local)
    ? startOf(local.toPlainDate().subtract({ years: 1 }), timeZone)
    : local.subtract({ years: 1 }).epochMilliseconds;
}

/**
 * A range that ends as 29 February begins includes 28 February, so a year earlier it ends as March begins.
 */
function endYearEarlier(local: Temporal.ZonedDateTime, timeZone: string): number {
  const isLeapDay = local.month === 2 && local.day === 29 && beginsDay(local);
  return beginYearEarlier(isLeapDay ? local.add({ days: 1 }).startOfDay() : local, timeZone);
}

/** Whether it is the first instant of its date, which is not midnight if the clocks skip midnight. */
function beginsDay(local: Temporal.ZonedDateTime): boolean {
  return local.startOfDay().epochMilliseconds === local.epochMilliseconds;
}

function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime({ timeZone }).epochMilliseconds;
}

function zoned(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
}
