// Decides which day (or hour, or month) of the earlier period each one of the current period is compared
// with. Called by `run/insight.ts` for time series.
import { bucketStarts, computeBucketRuns } from '../../tql/time/buckets.ts';
import { granularityInZone, parseGranularity } from '../../tql/time/granularity.ts';
import type { TimeRange } from '../../tql/time/interval.ts';

/** One of two compared periods. */
interface ComparedPeriod {
  readonly range: TimeRange;
  /** Where counting ends: within the range if the period is still running. */
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
 * Pairs the buckets of two periods: maps the start of each current bucket to the start of the earlier bucket
 * that it is compared with. That is the bucket of the same date if `move` finds one for each, otherwise the
 * one at the same place. A bucket that is cut by its period has a pair only of about the same length.
 */
export function alignBuckets(
  granularity: unknown,
  startsMs: readonly number[],
  { current, earlier, timeZone, move }: ComparedPeriods,
): ReadonlyMap<number, number> {
  for (const zone of new Set([timeZone, 'UTC'])) {
    const currentBuckets = bucketsOf(granularity, current, zone);
    const earlierBuckets = bucketsOf(granularity, earlier, zone);
    if (currentBuckets === null || earlierBuckets === null) continue;
    // A service may count in UTC, whatever zone the query names.
    const isZoneOfAnswer = startsMs.every((startMs) => currentBuckets.has(startMs));
    if (isZoneOfAnswer) return pairBuckets(currentBuckets, earlierBuckets, move);
  }
  return new Map();
}

interface Bucket {
  readonly startMs: number;
  readonly lengthMs: number;
  /** How much of it lies in the period, before counting ends. */
  readonly countedMs: number;
}

/** Of more buckets no report compares each; making them would take long. */
const MAX_BUCKETS = 100_000;

/** The buckets of a period by their starts; null if they are too many, or the granularity is unknown. */
function bucketsOf(
  granularity: unknown,
  { range, untilMs: countedUntilMs }: ComparedPeriod,
  timeZone: string,
): ReadonlyMap<number, Bucket> | null {
  const parsed = parseGranularity(granularity);
  if (parsed === null) return null;
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
  current: ReadonlyMap<number, Bucket>,
  earlier: ReadonlyMap<number, Bucket>,
  move: ComparedPeriods['move'],
): ReadonlyMap<number, number> {
  const inOrder = [...earlier.values()];
  const byDate = move === null ? [] : [...current.keys()].map((startMs) => earlier.get(move(startMs)));
  const hasAllDates = move !== null && byDate.every((bucket) => bucket !== undefined);
  const partners = hasAllDates ? byDate : inOrder;
  const pairs = [...current.values()].flatMap((bucket, i): [number, number][] => {
    const partner = partners[i];
    const isPair = partner !== undefined && areComparable(bucket, partner);
    return isPair ? [[bucket.startMs, partner.startMs]] : [];
  });
  return new Map(pairs);
}

/** Buckets may differ by a tenth, since days have 23 to 25 hours and months 28 to 31 days. */
const MIN_COUNTED_RATIO = 0.9;

function areComparable(a: Bucket, b: Bucket): boolean {
  const areWhole = a.countedMs === a.lengthMs && b.countedMs === b.lengthMs;
  const shorterMs = Math.min(a.countedMs, b.countedMs);
  const longerMs = Math.max(a.countedMs, b.countedMs);
  return areWhole || (shorterMs > 0 && shorterMs >= MIN_COUNTED_RATIO * longerMs);
}
