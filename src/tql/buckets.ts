import { Temporal } from 'temporal-polyfill';
import { type Granularity, parsePeriod, type Period, periodLengthMs } from './granularity.ts';
import { parseInstant, type TimeRange } from './interval.ts';

const SECOND = 1000;
const DAY = 86_400_000;
/** The first Monday of the epoch. */
const FIRST_MONDAY_START = 4 * DAY;

const FIXED_STEPS = {
  none: { stepMs: 1, originMs: 0 },
  second: { stepMs: SECOND, originMs: 0 },
  minute: { stepMs: 60 * SECOND, originMs: 0 },
  fifteen_minute: { stepMs: 900 * SECOND, originMs: 0 },
  thirty_minute: { stepMs: 1800 * SECOND, originMs: 0 },
  hour: { stepMs: 3600 * SECOND, originMs: 0 },
  day: { stepMs: DAY, originMs: 0 },
  week: { stepMs: 7 * DAY, originMs: FIRST_MONDAY_START },
} as const;

const CALENDAR_PERIODS = { month: 'P1M', quarter: 'P3M', year: 'P1Y' } as const;

/**
 * The buckets that a stretch of time touches, in order and without gaps, as runs of equal length. The first may begin
 * before the range and the last end after it. Null where the granularity is `all`: one bucket, whatever the range.
 */
export function computeBucketRuns(granularity: Granularity, range: TimeRange): readonly BucketRun[] | null {
  if (granularity === 'all') return null;
  if (range.startMs >= range.endMs) return [];
  if (typeof granularity === 'object') {
    const originMs = granularity.origin === undefined ? null : parseInstant(granularity.origin);
    if (granularity.type === 'duration') return [fixedBucketRun(range, granularity.duration, originMs ?? 0)];
    return calendarBucketRuns(granularity.period, granularity.timeZone ?? 'UTC', originMs, range);
  }
  if (granularity === 'month' || granularity === 'quarter' || granularity === 'year') {
    return calendarBucketRuns(CALENDAR_PERIODS[granularity], 'UTC', null, range);
  }
  const { stepMs, originMs } = FIXED_STEPS[granularity];
  return [fixedBucketRun(range, stepMs, originMs)];
}

/** How long a bucket is, on average; infinite for `all`. */
export function bucketLengthMs(granularity: Granularity): number {
  if (granularity === 'all') return Infinity;
  if (typeof granularity === 'object' && granularity.type === 'duration') return granularity.duration;
  if (typeof granularity === 'object') return periodMs(granularity.period);
  if (granularity === 'month' || granularity === 'quarter' || granularity === 'year') {
    return periodMs(CALENDAR_PERIODS[granularity]);
  }
  return FIXED_STEPS[granularity].stepMs;
}

function periodMs(text: string): number {
  const period = parsePeriod(text);
  return period === null ? Infinity : periodLengthMs(period);
}

/**
 * The buckets of an ISO period in a zone that a stretch of time touches. They are counted from the origin; without one
 * from 1970-01-01T00:00 local, single weeks from a Monday. Single hours, minutes and seconds are those of the local clock.
 */
function calendarBucketRuns(
  text: string,
  timeZone: string,
  originMs: number | null,
  range: TimeRange,
): readonly BucketRun[] {
  const period = parsePeriod(text);
  if (period === null) throw new RangeError(`${text} is no ISO 8601 period`);
  // Where no month is and no clock changes, all buckets are of one length.
  if (timeZone === 'UTC' && period.years + period.months === 0) {
    return [fixedBucketRun(range, periodLengthMs(period), originMs ?? (isWeek(period) ? FIRST_MONDAY_MS : 0))];
  }
  const origin = originOf(period, timeZone, originMs);
  if (isTime(period)) {
    const stepMs = periodLengthMs(period);
    if (originMs === null && CLOCK_STEPS.has(stepMs)) return clockBucketRuns(stepMs, timeZone, range);
    return [fixedBucketRun(range, stepMs, toEpochMs(origin, timeZone))];
  }
  return joinBoundaries(computeBoundaries(period, origin, timeZone, range));
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
function computeBoundaries(
  period: Period,
  origin: Temporal.PlainDateTime,
  timeZone: string,
  range: TimeRange,
): number[] {
  const isMixed = period.hours + period.minutes + period.seconds > 0;
  // Days and longer are counted on the local calendar, hours and shorter as they pass: what Joda's clock does.
  const at = (index: number): number =>
    isMixed
      ? origin.toZonedDateTime(timeZone).add(multiply(period, index)).epochMilliseconds
      : toEpochMs(origin.add(multiply(period, index)), timeZone);
  let index = Math.floor((range.startMs - at(0)) / periodLengthMs(period));
  while (at(index) > range.startMs) index--;
  while (at(index + 1) <= range.startMs) index++;
  const starts = [at(index)];
  for (let last = at(index); last < range.endMs; starts.push(last)) last = at(++index);
  // A date that a zone skipped has no length of its own.
  return starts.filter((start, i) => i === 0 || start > (starts[i - 1] ?? -Infinity));
}

function multiply(period: Period, factor: number): Temporal.DurationLike {
  // Adding 0 turns a -0 into 0, which Temporal would otherwise give back.
  return Object.fromEntries(
    Object.entries(period).map(([unit, count]: [string, number]) => [unit, count * factor + 0]),
  );
}

/** A stretch of time through which a zone keeps one distance from UTC. */
interface OffsetSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly offsetMs: number;
}

const MARGIN_MS = 4 * 3_600_000;

/**
 * Hours, minutes or seconds of the local clock. A clock change by half an hour makes one hour of 90 minutes or a short
 * one; an hour that the clock shows twice is two buckets.
 */
function clockBucketRuns(stepMs: number, timeZone: string, range: TimeRange): readonly BucketRun[] {
  // Begun earlier than asked, so that a bucket that was under way at a clock change has its true start.
  const found = findOffsetSpans(timeZone, { startMs: range.startMs - MARGIN_MS, endMs: range.endMs });
  const segments: BucketRun[] = [];
  for (const [index, stretch] of found.entries()) addBuckets(segments, found[index - 1], stretch, stepMs);
  return segments.filter((segment) => segment.untilMs > range.startMs).map((segment) => trimStart(segment, range));
}

function findOffsetSpans(timeZone: string, range: TimeRange): OffsetSpan[] {
  const found: OffsetSpan[] = [];
  let start = Temporal.Instant.fromEpochMilliseconds(range.startMs).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = start.getTimeZoneTransition('next');
    const endMs = Math.min(next?.epochMilliseconds ?? Infinity, range.endMs);
    found.push({ startMs: start.epochMilliseconds, endMs, offsetMs: start.offsetNanoseconds / 1e6 });
    if (next === null || endMs >= range.endMs) return found;
    start = next;
  }
}

/** Where the bucket of an instant would begin if the clock had never changed. */
function floorToStepMs(instantMs: number, { offsetMs }: OffsetSpan, stepMs: number): number {
  return Math.floor((instantMs + offsetMs) / stepMs) * stepMs - offsetMs;
}

function addBuckets(segments: BucketRun[], before: OffsetSpan | undefined, stretch: OffsetSpan, stepMs: number): void {
  const { startMs, endMs, offsetMs } = stretch;
  const floor = floorToStepMs(startMs, stretch, stepMs);
  if (before === undefined) {
    segments.push({ fromMs: floor, untilMs: endMs, stepMs });
  } else if (floor === startMs) {
    appendRun(segments, { fromMs: startMs, untilMs: endMs, stepMs });
  } else {
    // Where the clock still shows the same hour, the bucket under way goes on; else one begins with the change.
    const underWay = floorToStepMs(startMs - 1, before, stepMs);
    const fromMs = underWay + before.offsetMs === floor + offsetMs ? underWay : startMs;
    const untilMs = floor + stepMs;
    truncateRuns(segments, fromMs);
    segments.push({ fromMs, untilMs, stepMs: untilMs - fromMs });
    if (untilMs < endMs) segments.push({ fromMs: untilMs, untilMs: endMs, stepMs });
  }
}

function appendRun(segments: BucketRun[], next: BucketRun): void {
  const last = segments.at(-1);
  const goesOn = last?.stepMs === next.stepMs && (next.fromMs - last.fromMs) % next.stepMs === 0;
  if (goesOn) segments[segments.length - 1] = { ...last, untilMs: next.untilMs };
  else segments.push(next);
}

/** Takes the bucket that begins at `endMs`, and all that follow, away again. */
function truncateRuns(segments: BucketRun[], endMs: number): void {
  const last = segments.at(-1);
  if (last === undefined || last.untilMs <= endMs) return;
  if (last.fromMs >= endMs) segments.pop();
  else segments[segments.length - 1] = { ...last, untilMs: endMs };
}

function trimStart(segment: BucketRun, range: TimeRange): BucketRun {
  if (segment.fromMs >= range.startMs) return segment;
  const skipped = Math.floor((range.startMs - segment.fromMs) / segment.stepMs) * segment.stepMs;
  return { ...segment, fromMs: segment.fromMs + skipped };
}

/**
 * Buckets of one length, one after the other: the first begins at `fromMs`, the next `stepMs` later, and none reaches
 * beyond `untilMs`.
 */
export interface BucketRun {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly stepMs: number;
}

/** The buckets of one length, counted from an origin, that a stretch of time touches. */
function fixedBucketRun(range: TimeRange, stepMs: number, originMs: number): BucketRun {
  const fromMs = originMs + Math.floor((range.startMs - originMs) / stepMs) * stepMs;
  return { fromMs, untilMs: fromMs + Math.ceil((range.endMs - fromMs) / stepMs) * stepMs, stepMs };
}

/** Ascending bucket boundaries (the last one ends the last bucket) as runs of equal length. */
function joinBoundaries(boundaries: readonly number[]): readonly BucketRun[] {
  const segments: BucketRun[] = [];
  for (const [index, untilMs] of boundaries.entries()) {
    const fromMs = boundaries[index - 1];
    if (fromMs === undefined) continue;
    const last = segments.at(-1);
    if (last?.stepMs === untilMs - fromMs) segments[segments.length - 1] = { ...last, untilMs };
    else segments.push({ fromMs, untilMs, stepMs: untilMs - fromMs });
  }
  return segments;
}

/** The starts of all buckets of some segments, ascending. */
export function* bucketStarts(segments: readonly BucketRun[]): Generator<number> {
  for (const { fromMs, untilMs, stepMs } of segments) {
    for (let startMs = fromMs; startMs < untilMs; startMs += stepMs) yield startMs;
  }
}
