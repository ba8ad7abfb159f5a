// Moves moments back on a zone's calendar, to find earlier periods. Where clocks change, a day has 23 or 25
// hours and may begin at one o'clock, so the beginning of a day is moved to the beginning of another day.
import { Temporal } from 'temporal-polyfill';
import type { TimeRange } from '../../tql/time/interval.ts';

/** The moment some days earlier, at the same time of day, in epoch milliseconds. */
export function daysEarlier(ms: number, days: number, timeZone: string): number {
  return earlier(ms, { days }, timeZone);
}

/**
 * The same dates a year earlier. 29 February becomes 28 February; but a range that ends where 29 February
 * begins includes 28 February, so a year earlier it ends where March begins.
 */
export function yearEarlier({ startMs, endMs }: TimeRange, timeZone: string): TimeRange {
  const end = toZoned(endMs, timeZone);
  const isLeapDay = end.month === 2 && end.day === 29 && beginsDay(end);
  return {
    startMs: earlier(startMs, { years: 1 }, timeZone),
    endMs: earlier(isLeapDay ? daysEarlier(endMs, -1, timeZone) : endMs, { years: 1 }, timeZone),
  };
}

/** How many local days a range lasts; null if it does not end at the time of day at which it begins. */
export function wholeDays({ startMs, endMs }: TimeRange, timeZone: string): number | null {
  const [begin, end] = [toZoned(startMs, timeZone), toZoned(endMs, timeZone)];
  const isWhole = begin.toPlainTime().equals(end.toPlainTime()) || (beginsDay(begin) && beginsDay(end));
  const { days } = begin.toPlainDate().until(end.toPlainDate());
  return isWhole && days > 0 ? days : null;
}

/** A moment in a zone, for arithmetic by the calendar. */
export function toZoned(ms: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
}

/** A moment that is earlier by a duration of the calendar. */
export function earlier(ms: number, duration: Temporal.DurationLike, timeZone: string): number {
  const local = toZoned(ms, timeZone);
  if (!beginsDay(local)) return local.subtract(duration).epochMilliseconds;
  return local.toPlainDate().subtract(duration).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** Whether a moment is the first one of its date, which is not midnight if clocks skip midnight. */
function beginsDay(local: Temporal.ZonedDateTime): boolean {
  return local.startOfDay().epochMilliseconds === local.epochMilliseconds;
}
