// Divides time into a query's buckets: `day` over `2026-10-01/2026-10-03` is two. Engines group events by
// buckets; reports find out where a bucket ends, and line up two periods.
import { Temporal } from 'temporal-polyfill';
import { type Granularity, granularityInZone, PERIODS } from './granularity.ts';
import { isWeek, parsePeriod, type Period } from './period.ts';
import { MS_PER_DAY, parseInstant, type TimeRange, toZoned } from './interval.ts';

/**
 * Buckets of one length, one after the other: the first begins at `fromMs`, the next `stepMs` later, the
 * last ends at `untilMs`. A year of days in UTC is one run; the months January to March are three, of 31, 28
 * and 31 days.
 */
export interface BucketRun {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly stepMs: number;
}

/**
 * Computes the buckets that a range touches, in order and without gaps. The first may begin before the range
 * and the last may end after it. Null for `all`, which is one bucket whatever the range is.
 */
export function computeBucketRuns(granularity: Granularity, range: TimeRange): readonly BucketRun[] | null {
  if (granularity === 'all') return null;
  if (range.startMs >= range.endMs) return [];
  if (granularity === 'none') return [fixedBucketRun(range, 1, 0)];
  if (typeof granularity === 'string') return calendarBucketRuns(PERIODS[granularity], 'UTC', null, range);
  const originMs = granularity.origin === undefined ? null : parseInstant(granularity.origin);
  if (granularity.type === 'duration') return [fixedBucketRun(range, granularity.duration, originMs ?? 0)];
  return calendarBucketRuns(granularity.period, granularity.timeZone ?? 'UTC', originMs, range);
}

/** How long a bucket is on average; infinite for `all`. */
export function bucketLengthMs(granularity: Granularity): number {
  if (granularity === 'all') return Infinity;
  if (granularity === 'none') return 1;
  if (typeof granularity === 'object' && granularity.type === 'duration') return granularity.duration;
  const period = parsePeriod(typeof granularity === 'string' ? PERIODS[granularity] : granularity.period);
  return period?.lengthMs ?? Infinity;
}

/** The end of the bucket that begins at `startMs`; calendar buckets are those of a zone. Null for `all`. */
export function bucketEndMs(granularity: Granularity, timeZone: string, startMs: number): number | null {
  const inZone = granularityInZone(granularity, timeZone);
  const fromStart =
    typeof inZone === 'object' ? { ...inZone, origin: new Date(startMs).toISOString() } : inZone;
  // A service may count buckets from another origin: then the bucket is as long as one counted from
  // `startMs`. But first the usual origin: a day that begins at 01:00, as clocks skip midnight, ends at
  // midnight.
  const runs = [inZone, fromStart].flatMap(
    (each) => computeBucketRuns(each, { startMs, endMs: startMs + 1 }) ?? [],
  );
  const run = runs.find(({ fromMs }) => fromMs === startMs);
  return run === undefined ? null : run.fromMs + run.stepMs;
}

/**
 * The buckets of an ISO period (`P1W`) in a zone. Without an origin they are counted from 1970-01-01T00:00
 * local time, with two exceptions: single weeks begin on a Monday, and single hours, minutes and seconds when
 * the local clock shows a full one at the start of the range.
 */
function calendarBucketRuns(
  text: string,
  timeZone: string,
  originMs: number | null,
  range: TimeRange,
): readonly BucketRun[] {
  const period = parsePeriod(text);
  if (period === null) throw new RangeError(`${text} is not an ISO 8601 period of one unit`);
  const { count, unit, lengthMs, isOfClock } = period;
  // 5 January 1970 is a Monday.
  const firstDay = new Temporal.PlainDateTime(1970, 1, isWeek(period) ? 5 : 1);
  const hasOneLength = isOfClock || (timeZone === 'UTC' && (unit === 'days' || unit === 'weeks'));
  if (hasOneLength) {
    // A zone's offset may have changed since 1970, also by minutes.
    const { offsetNanoseconds } = toZoned(isOfClock && count === 1 ? range.startMs : 0, timeZone);
    const firstMs = toEpochMs(firstDay, 'UTC') - offsetNanoseconds / 1e6;
    return [fixedBucketRun(range, lengthMs, originMs ?? firstMs)];
  }
  const origin = originMs === null ? firstDay : toZoned(originMs, timeZone).toPlainDateTime();
  return joinBoundaries(computeBoundaries(period, origin, timeZone, range));
}

/** Monday, 5 January 1970, from which weeks are counted. */
export const FIRST_MONDAY_MS = 4 * MS_PER_DAY;

function toEpochMs(wall: Temporal.PlainDateTime, timeZone: string): number {
  return wall.toZonedDateTime(timeZone).epochMilliseconds;
}

/** The starts of calendar buckets, from the one at or before the range's start to the one after its end. */
function computeBoundaries(
  { unit, count, lengthMs }: Period,
  origin: Temporal.PlainDateTime,
  timeZone: string,
  range: TimeRange,
): number[] {
  // Adding 0 turns -0 into 0; Temporal gives a -0 back.
  const boundaryAt = (index: number) => toEpochMs(origin.add({ [unit]: count * index + 0 }), timeZone);
  // A guess by the average length, mended by the calendar.
  let index = Math.floor((range.startMs - boundaryAt(0)) / lengthMs);
  while (boundaryAt(index) > range.startMs) index--;
  while (boundaryAt(index + 1) <= range.startMs) index++;
  const starts = [boundaryAt(index)];
  for (let last = boundaryAt(index); last < range.endMs; starts.push(last)) last = boundaryAt(++index);
  // A date that the zone skipped, as Samoa did 30 December 2011, has no length.
  return starts.filter((start, i) => i === 0 || start > (starts[i - 1] ?? -Infinity));
}

/** The buckets of one length, counted from an origin, that a range touches. */
function fixedBucketRun(range: TimeRange, stepMs: number, originMs: number): BucketRun {
  const fromMs = originMs + Math.floor((range.startMs - originMs) / stepMs) * stepMs;
  return { fromMs, untilMs: fromMs + Math.ceil((range.endMs - fromMs) / stepMs) * stepMs, stepMs };
}

/** Ascending boundaries as runs: `[0, 24, 48, 71]` hours are a run of two buckets of 24 and one of 23. */
function joinBoundaries(boundaries: readonly number[]): readonly BucketRun[] {
  const runs: BucketRun[] = [];
  for (const [index, untilMs] of boundaries.slice(1).entries()) {
    const fromMs = boundaries[index] ?? untilMs;
    const last = runs.at(-1);
    const stepMs = untilMs - fromMs;
    if (last?.stepMs === stepMs) runs[runs.length - 1] = { ...last, untilMs };
    else runs.push({ fromMs, untilMs, stepMs });
  }
  return runs;
}

/** The starts of all buckets of these runs, ascending. */
export function* bucketStarts(runs: readonly BucketRun[]): Generator<number> {
  for (const { fromMs, untilMs, stepMs } of runs) {
    for (let startMs = fromMs; startMs < untilMs; startMs += stepMs) yield startMs;
  }
}
