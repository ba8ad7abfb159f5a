import { Temporal } from 'temporal-polyfill';
import { MS_PER_DAY, type TimeRange } from '../tql/interval.ts';

/**
 * A moment so many days earlier on the local calendar, at the same time of day. What begins a day begins one there too, whatever
 * the clocks do that day. All in epoch milliseconds.
 */
export function daysEarlier(ms: number, days: number, timeZone: string): number {
  if (timeZone === 'UTC') return ms - days * MS_PER_DAY;
  const local = zoned(ms, timeZone);
  return beginsDay(local)
    ? startOf(local.toPlainDate().subtract({ days }), timeZone)
    : local.subtract({ days }).epochMilliseconds;
}

/** A stretch of time a year earlier on the local calendar: the same dates, 29 February being 28. */
export function yearEarlier({ startMs, endMs }: TimeRange, timeZone: string): TimeRange {
  const begin = zoned(startMs, timeZone);
  const end = zoned(endMs, timeZone);
  return { startMs: beginYearEarlier(begin, timeZone), endMs: endYearEarlier(end, timeZone) };
}

/** How many local days a stretch of time lasts, where it ends at the time of day at which it begins; else null. */
export function wholeDays({ startMs, endMs }: TimeRange, timeZone: string): number | null {
  if (timeZone === 'UTC') return wholeCount((endMs - startMs) / MS_PER_DAY);
  const [begin, end] = [zoned(startMs, timeZone), zoned(endMs, timeZone)];
  const isWhole = begin.toPlainTime().equals(end.toPlainTime()) || (beginsDay(begin) && beginsDay(end));
  const { days } = begin.toPlainDate().until(end.toPlainDate());
  return isWhole && days > 0 ? days : null;
}

/** In UTC every day lasts 24 hours. */

function wholeCount(days: number): number | null {
  return Number.isInteger(days) && days > 0 ? days : null;
}

function beginYearEarlier(local: Temporal.ZonedDateTime, timeZone: string): number {
  return beginsDay(local)
    ? startOf(local.toPlainDate().subtract({ years: 1 }), timeZone)
    : local.subtract({ years: 1 }).epochMilliseconds;
}

/** An end at the beginning of 29 February ends 28 February: the year before, that is the beginning of March. */
function endYearEarlier(local: Temporal.ZonedDateTime, timeZone: string): number {
  const isLeapDay = local.month === 2 && local.day === 29 && beginsDay(local);
  return beginYearEarlier(isLeapDay ? local.add({ days: 1 }).startOfDay() : local, timeZone);
}

/** The first instant of its date, which is no midnight where the clocks skip that. */
function beginsDay(local: Temporal.ZonedDateTime): boolean {
  return local.startOfDay().epochMilliseconds === local.epochMilliseconds;
}

function startOf(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime({ timeZone }).epochMilliseconds;
}

function zoned(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
}
