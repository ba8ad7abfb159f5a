import { Temporal } from 'temporal-polyfill';
import { clockSegments } from './clock-buckets.ts';
import { type TimeRange } from './interval.ts';
import { parsePeriod, periodLengthMs, type Period } from './period.ts';
import { fixedSegment, joinBoundaries, type Segment } from './segment.ts';

/**
 * The buckets of an ISO period in a zone that a stretch of time touches. They are counted from the origin; without one
 * from 1970-01-01T00:00 local, single weeks from a Monday. Single hours, minutes and seconds are those of the local clock.
 */
export function calendarSegments(
  text: string,
  timeZone: string,
  originMs: number | null,
  range: TimeRange,
): readonly Segment[] {
  const period = parsePeriod(text);
  if (period === null) throw new RangeError(`${text} is no ISO 8601 period`);
  // Where no month is and no clock changes, all buckets are of one length.
  if (timeZone === 'UTC' && period.years + period.months === 0) {
    return [fixedSegment(range, periodLengthMs(period), originMs ?? (isWeek(period) ? FIRST_MONDAY_MS : 0))];
  }
  const origin = originOf(period, timeZone, originMs);
  if (isTime(period)) {
    const stepMs = periodLengthMs(period);
    if (originMs === null && CLOCK_STEPS.has(stepMs)) return clockSegments(stepMs, timeZone, range);
    return [fixedSegment(range, stepMs, toEpochMs(origin, timeZone))];
  }
  return joinBoundaries(boundaries(period, origin, timeZone, range));
}

const CLOCK_STEPS: ReadonlySet<number> = new Set([1000, 60_000, 3_600_000]);
/** 5 January 1970. */
const FIRST_MONDAY_MS = 4 * 86_400_000;
const ONE_WEEK: Period = { years: 0, months: 0, weeks: 1, days: 0, hours: 0, minutes: 0, seconds: 0 };

function isTime(period: Period): boolean {
  return period.years + period.months + period.weeks + period.days === 0;
}

function originOf(period: Period, timeZone: string, originMs: number | null): Temporal.PlainDateTime {
  if (originMs !== null) {
    return Temporal.Instant.fromEpochMilliseconds(originMs).toZonedDateTimeISO(timeZone).toPlainDateTime();
  }
  return new Temporal.PlainDateTime(1970, 1, isWeek(period) ? 5 : 1);
}

function isWeek(period: Period): boolean {
  return Object.entries(ONE_WEEK).every(([key, value]) => Reflect.get(period, key) === value);
}

function toEpochMs(wall: Temporal.PlainDateTime, timeZone: string): number {
  return wall.toZonedDateTime(timeZone).epochMilliseconds;
}

/** Bucket starts from the one at or before the range's start to the one at or after its end. */
function boundaries(period: Period, origin: Temporal.PlainDateTime, timeZone: string, range: TimeRange): number[] {
  const isMixed = period.hours + period.minutes + period.seconds > 0;
  // Days and longer are counted on the local calendar, hours and shorter as they pass: what Joda's clock does.
  const at = (index: number): number =>
    isMixed
      ? origin.toZonedDateTime(timeZone).add(times(period, index)).epochMilliseconds
      : toEpochMs(origin.add(times(period, index)), timeZone);
  let index = Math.floor((range.startMs - at(0)) / periodLengthMs(period));
  while (at(index) > range.startMs) index--;
  while (at(index + 1) <= range.startMs) index++;
  const starts = [at(index)];
  for (let last = at(index); last < range.endMs; starts.push(last)) last = at(++index);
  // A date that a zone skipped has no length of its own.
  return starts.filter((start, i) => i === 0 || start > (starts[i - 1] ?? -Infinity));
}

function times(period: Period, factor: number): Temporal.DurationLike {
  // Adding 0 turns a -0 into 0, which Temporal would otherwise give back.
  return Object.fromEntries(
    Object.entries(period).map(([unit, count]: [string, number]) => [unit, count * factor + 0]),
  );
}
