// Divides time into a query's buckets: `day` over `2026-10-01/2026-10-03` is two. The engines group events by
// them, and reports line up two periods.
import { Temporal } from 'temporal-polyfill';
import {
  type Granularity,
  granularityInZone,
  isWeek,
  parsePeriod,
  type Period,
  periodLengthMs,
  PERIODS,
} from './granularity.ts';
import { MS_PER_DAY, MS_PER_HOUR, parseInstant, type TimeRange, toZoned } from './interval.ts';

/**
 * Computes the buckets that a stretch of time touches, in order and without gaps, as runs of buckets of one
 * length. The first may begin before the range and the last may end after it. Null for `all`, which is one
 * bucket whatever the range is.
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
  return period === null ? Infinity : periodLengthMs(period);
}

/**
 * The end of the bucket that begins at `startMs`, in epoch milliseconds; calendar buckets are those of a
 * zone. Null for `all`.
 */
export function bucketEndMs(granularity: Granularity, timeZone: string, startMs: number): number | null {
  const inZone = granularityInZone(granularity, timeZone);
  const fromStart =
    typeof inZone === 'object' ? { ...inZone, origin: new Date(startMs).toISOString() } : inZone;
  const [run] = computeBucketRuns(fromStart, { startMs, endMs: startMs + 1 }) ?? [];
  return run === undefined ? null : run.fromMs + run.stepMs;
}

/**
 * The buckets of an ISO period in a zone that a stretch of time touches. They are counted from the origin or,
 * without one, from 1970-01-01T00:00 local time; single weeks from a Monday. Single hours, minutes and
 * seconds follow the local clock.
 */
function calendarBucketRuns(
  text: string,
  timeZone: string,
  originMs: number | null,
  range: TimeRange,
): readonly BucketRun[] {
  const period = parsePeriod(text);
  if (period === null) throw new RangeError(`${text} is not an ISO 8601 period`);
  // Without months and clock changes, all buckets have one length.
  if (timeZone === 'UTC' && period.years + period.months === 0) {
    return [
      fixedBucketRun(range, periodLengthMs(period), originMs ?? (isWeek(period) ? FIRST_MONDAY_MS : 0)),
    ];
  }
  const origin = originOf(period, timeZone, originMs);
  if (isTime(period)) {
    const stepMs = periodLengthMs(period);
    if (originMs === null && CLOCK_STEPS.has(stepMs)) return clockBucketRuns(stepMs, timeZone, range);
    return [fixedBucketRun(range, stepMs, toEpochMs(origin, timeZone))];
  }
  return joinBoundaries(computeBoundaries(period, origin, timeZone, range));
}

const CLOCK_STEPS: ReadonlySet<number> = new Set([1000, 60_000, MS_PER_HOUR]);
/** 5 January 1970. */
export const FIRST_MONDAY_MS = 4 * MS_PER_DAY;

function isTime(period: Period): boolean {
  return period.years + period.months + period.weeks + period.days === 0;
}

function originOf(period: Period, timeZone: string, originMs: number | null): Temporal.PlainDateTime {
  if (originMs !== null) {
    return toZoned(originMs, timeZone).toPlainDateTime();
  }
  return new Temporal.PlainDateTime(1970, 1, isWeek(period) ? 5 : 1);
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
  // Days and longer are counted on the local calendar, hours and shorter in elapsed time, as Joda-Time does
  // for Druid.
  const boundaryAt = (index: number): number =>
    isMixed
      ? origin.toZonedDateTime(timeZone).add(multiply(period, index)).epochMilliseconds
      : toEpochMs(origin.add(multiply(period, index)), timeZone);
  let index = Math.floor((range.startMs - boundaryAt(0)) / periodLengthMs(period));
  while (boundaryAt(index) > range.startMs) index--;
  while (boundaryAt(index + 1) <= range.startMs) index++;
  const starts = [boundaryAt(index)];
  for (let last = boundaryAt(index); last < range.endMs; starts.push(last)) last = boundaryAt(++index);
  // A date that the zone skipped has no length.
  return starts.filter((start, i) => i === 0 || start > (starts[i - 1] ?? -Infinity));
}

function multiply(period: Period, factor: number): Temporal.DurationLike {
  // Adding 0 turns -0 into 0; Temporal gives a -0 back.
  return Object.fromEntries(
    Object.entries(period).map(([unit, count]: [string, number]) => [unit, count * factor + 0]),
  );
}

/** A stretch of time in which a zone keeps one offset from UTC. */
interface OffsetSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly offsetMs: number;
}

/** No bucket of an hour or less that a clock change makes longer is longer than this. */
const MARGIN_MS = 4 * MS_PER_HOUR;

/**
 * Hours, minutes or seconds of the local clock. A clock change of half an hour makes one hour shorter or 90
 * minutes long; an hour that the clock shows twice makes two buckets.
 */
function clockBucketRuns(stepMs: number, timeZone: string, range: TimeRange): readonly BucketRun[] {
  // Starts earlier than the range, so that a bucket that a clock change interrupts keeps its true start.
  const offsetSpans = findOffsetSpans(timeZone, { startMs: range.startMs - MARGIN_MS, endMs: range.endMs });
  const runs: BucketRun[] = [];
  for (const [index, span] of offsetSpans.entries()) addBuckets(runs, offsetSpans[index - 1], span, stepMs);
  return runs.filter((run) => run.untilMs > range.startMs).map((run) => trimStart(run, range));
}

function findOffsetSpans(timeZone: string, range: TimeRange): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let start = toZoned(range.startMs, timeZone);
  for (;;) {
    const next = start.getTimeZoneTransition('next');
    const endMs = Math.min(next?.epochMilliseconds ?? Infinity, range.endMs);
    spans.push({ startMs: start.epochMilliseconds, endMs, offsetMs: start.offsetNanoseconds / 1e6 });
    if (next === null || endMs >= range.endMs) return spans;
    start = next;
  }
}

/** The start of an instant's bucket if the clock had never changed. */
function floorToStepMs(instantMs: number, { offsetMs }: OffsetSpan, stepMs: number): number {
  return Math.floor((instantMs + offsetMs) / stepMs) * stepMs - offsetMs;
}

/** Adds the buckets of a span to those of the spans before it; `before` is the last of these. */
function addBuckets(
  runs: BucketRun[],
  before: OffsetSpan | undefined,
  span: OffsetSpan,
  stepMs: number,
): void {
  const { startMs, endMs, offsetMs } = span;
  const floorMs = floorToStepMs(startMs, span, stepMs);
  if (before === undefined) {
    runs.push({ fromMs: floorMs, untilMs: endMs, stepMs });
  } else if (floorMs === startMs) {
    // The clock changes where a bucket begins anyway.
    appendRun(runs, { fromMs: startMs, untilMs: endMs, stepMs });
  } else {
    // If the clock still shows the same hour, the current bucket goes on; else a new one begins with the
    // change.
    const currentMs = floorToStepMs(startMs - 1, before, stepMs);
    const showsSameHour = currentMs + before.offsetMs === floorMs + offsetMs;
    const fromMs = showsSameHour ? currentMs : startMs;
    const untilMs = floorMs + stepMs;
    truncateRuns(runs, fromMs);
    runs.push({ fromMs, untilMs, stepMs: untilMs - fromMs });
    if (untilMs < endMs) runs.push({ fromMs: untilMs, untilMs: endMs, stepMs });
  }
}

function appendRun(runs: BucketRun[], next: BucketRun): void {
  const last = runs.at(-1);
  const continues = last?.stepMs === next.stepMs && (next.fromMs - last.fromMs) % next.stepMs === 0;
  if (continues) runs[runs.length - 1] = { ...last, untilMs: next.untilMs };
  else runs.push(next);
}

/** Removes the buckets that begin at or after `endMs`. */
function truncateRuns(runs: BucketRun[], endMs: number): void {
  const last = runs.at(-1);
  if (last === undefined || last.untilMs <= endMs) return;
  if (last.fromMs >= endMs) runs.pop();
  else runs[runs.length - 1] = { ...last, untilMs: endMs };
}

function trimStart(run: BucketRun, range: TimeRange): BucketRun {
  if (run.fromMs >= range.startMs) return run;
  const skipped = Math.floor((range.startMs - run.fromMs) / run.stepMs) * run.stepMs;
  return { ...run, fromMs: run.fromMs + skipped };
}

/**
 * Buckets of one length, one after the other: the first begins at `fromMs`, the next `stepMs` later, and all
 * end at `untilMs` or before.
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

/** Ascending bucket boundaries (the last one ends the last bucket) as runs of buckets of one length. */
function joinBoundaries(boundaries: readonly number[]): readonly BucketRun[] {
  const runs: BucketRun[] = [];
  for (const [index, untilMs] of boundaries.slice(1).entries()) {
    const fromMs = boundaries[index] ?? untilMs;
    appendRun(runs, { fromMs, untilMs, stepMs: untilMs - fromMs });
  }
  return runs;
}

/** The starts of all buckets of these runs, ascending. */
export function* bucketStarts(runs: readonly BucketRun[]): Generator<number> {
  for (const { fromMs, untilMs, stepMs } of runs) {
    for (let startMs = fromMs; startMs < untilMs; startMs += stepMs) yield startMs;
  }
}
