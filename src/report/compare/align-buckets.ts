// Decides which day (or hour, or month) of the earlier period each one of the current period is compared
// with. Called by `run/insight.ts` for time series.
import { bucketStarts, computeBucketRuns } from '../../tql/buckets.ts';
import { granularityInZone, parseGranularity } from '../../tql/granularity.ts';
import type { TimeRange } from '../../tql/interval.ts';

/** One of two compared periods: the whole of it, and the end of what is counted in it. */
interface ComparedPeriod {
  readonly range: TimeRange;
  readonly untilMs: number;
}

/** The two periods of a timeseries and its comparison. */
interface ComparedPeriods {
  readonly current: ComparedPeriod;
  readonly earlier: ComparedPeriod;
  readonly timeZone: string;
  /**
   * Moves a start in the current period to the earlier one by the calendar; null pairs buckets by their
   * order.
   */
  readonly move: ((startMs: number) => number) | null;
}

/**
 * Gives the start of the bucket that each bucket of the current period is compared with, by its own start:
 * the bucket of the same date if `move` finds one for each, else the one at the same place. A bucket that its
 * period cuts is compared only with one of about the same length: they may differ by a tenth, since days have
 * 23 to 25 hours and months 28 to 31 days.
 */
export function alignBuckets(
  granularity: unknown,
  startsMs: readonly number[],
  { current, earlier, timeZone, move }: ComparedPeriods,
): ReadonlyMap<number, number> {
  for (const zone of new Set([timeZone, 'UTC'])) {
    const [ours, theirs] = [bucketsOf(granularity, current, zone), bucketsOf(granularity, earlier, zone)];
    const isOurs = ours !== null && startsMs.every((startMs) => ours.has(startMs));
    // A service may count in UTC whatever zone the query names.
    if (isOurs && theirs !== null) return pairBuckets(ours, theirs, move);
  }
  return new Map();
}

interface Bucket {
  readonly startMs: number;
  readonly lengthMs: number;
  readonly countedMs: number;
}

const MAX_BUCKETS = 100_000;

function bucketsOf(
  granularity: unknown,
  side: ComparedPeriod,
  timeZone: string,
): ReadonlyMap<number, Bucket> | null {
  const parsed = parseGranularity(granularity);
  if (parsed === null) return null;
  const { range, untilMs: countedUntilMs } = side;
  const oneBucket = { fromMs: range.startMs, untilMs: range.endMs, stepMs: range.endMs - range.startMs };
  const runs = computeBucketRuns(granularityInZone(parsed, timeZone), range) ?? [oneBucket];
  const count = runs.reduce((sum, { fromMs, untilMs, stepMs }) => sum + (untilMs - fromMs) / stepMs, 0);
  if (count > MAX_BUCKETS) return null;
  const starts = [...bucketStarts(runs), runs.at(-1)?.untilMs ?? range.endMs];
  const buckets = starts.slice(0, -1).map((startMs, i): Bucket => {
    const endMs = starts[i + 1] ?? startMs;
    const countedMs = Math.max(0, Math.min(endMs, countedUntilMs) - Math.max(startMs, range.startMs));
    return { startMs, lengthMs: endMs - startMs, countedMs };
  });
  return new Map(buckets.map((bucket) => [bucket.startMs, bucket]));
}

function pairBuckets(
  ours: ReadonlyMap<number, Bucket>,
  theirs: ReadonlyMap<number, Bucket>,
  move: ComparedPeriods['move'],
): ReadonlyMap<number, number> {
  const inOrder = [...theirs.values()];
  const byDate = move === null ? [] : [...ours.keys()].map((startMs) => theirs.get(move(startMs)));
  const isByDate = move !== null && byDate.every((bucket) => bucket !== undefined);
  const pairs = [...ours.values()].flatMap((each, i): [number, number][] => {
    const other = isByDate ? byDate[i] : inOrder[i];
    return other !== undefined && areComparable(each, other) ? [[each.startMs, other.startMs]] : [];
  });
  return new Map(pairs);
}

const MIN_COUNTED_RATIO = 0.9;

function areComparable(a: Bucket, b: Bucket): boolean {
  const areWhole = a.countedMs === a.lengthMs && b.countedMs === b.lengthMs;
  const [less, more] = [Math.min(a.countedMs, b.countedMs), Math.max(a.countedMs, b.countedMs)];
  return areWhole || (less > 0 && less >= MIN_COUNTED_RATIO * more);
}
