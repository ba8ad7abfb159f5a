import * as v from 'valibot';
import { computeBucketRuns } from '../tql/buckets.ts';
import { granularityInZone } from '../tql/granularity.ts';
import { granularitySchema } from '../tql/granularity.ts';
import type { TimeRange } from '../tql/interval.ts';
import { bucketStarts, type BucketRun } from '../tql/buckets.ts';

/** One side of a comparison of timeseries: the whole period, and where what is counted in it ends. */
export interface ComparedPeriod {
  readonly range: TimeRange;
  readonly untilMs: number;
}

/** Two periods that a timeseries was asked for. */
export interface ComparedPeriods {
  readonly current: ComparedPeriod;
  readonly earlier: ComparedPeriod;
  readonly timeZone: string;
  /** Where a bucket of the current period lies in the earlier one by the calendar, if at all; without, their order counts. */
  readonly move: ((startMs: number) => number) | null;
}

/**
 * For each bucket of the current period, by its start, the bucket of the earlier period that it is compared with: the one of the
 * same date where buckets have one, else the one in the same place. A bucket that is cut by its period compares only with one that
 * is cut about alike: a tenth of difference is let pass, since days have 23 to 25 hours and months 28 to 31 days.
 */
export function alignBuckets(
  granularity: unknown,
  startsMs: readonly number[],
  { current, earlier, timeZone, move }: ComparedPeriods,
): ReadonlyMap<number, number> {
  for (const zone of new Set([timeZone, 'UTC'])) {
    const [ours, theirs] = [bucketsOf(granularity, current, zone), bucketsOf(granularity, earlier, zone)];
    const isOurs = ours !== null && startsMs.every((startMs) => ours.has(startMs));
    // A service that counts in UTC whatever zone it is given has other buckets.
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

function bucketsOf(granularity: unknown, side: ComparedPeriod, timeZone: string): ReadonlyMap<number, Bucket> | null {
  const parsed = v.safeParse(granularitySchema, granularity ?? 'all');
  if (!parsed.success) return null;
  const segments = computeBucketRuns(granularityInZone(parsed.output, timeZone), side.range) ?? [
    singleSegment(side.range),
  ];
  const count = segments.reduce((sum, { fromMs, untilMs, stepMs }) => sum + (untilMs - fromMs) / stepMs, 0);
  if (count > MAX_BUCKETS) return null;
  const starts = [...bucketStarts(segments), segments.at(-1)?.untilMs ?? side.range.endMs];
  return new Map(starts.slice(0, -1).map((startMs, i) => [startMs, toBucket(startMs, starts[i + 1] ?? startMs, side)]));
}

function singleSegment({ startMs, endMs }: TimeRange): BucketRun {
  return { fromMs: startMs, untilMs: endMs, stepMs: endMs - startMs };
}

function toBucket(startMs: number, endMs: number, { range, untilMs }: ComparedPeriod): Bucket {
  const countedMs = Math.max(0, Math.min(endMs, untilMs) - Math.max(startMs, range.startMs));
  return { startMs, lengthMs: endMs - startMs, countedMs };
}

function pairBuckets(
  ours: ReadonlyMap<number, Bucket>,
  theirs: ReadonlyMap<number, Bucket>,
  move: ComparedPeriods['move'],
): ReadonlyMap<number, number> {
  const inOrder = [...theirs.values()];
  const byDate = move === null ? [] : [...ours.keys()].map((startMs) => theirs.get(move(startMs)));
  const isByDate = move !== null && byDate.every((found) => found !== undefined);
  const found = [...ours.values()].flatMap((each, i): [number, number][] => {
    const other = isByDate ? byDate[i] : inOrder[i];
    return other !== undefined && areComparable(each, other) ? [[each.startMs, other.startMs]] : [];
  });
  return new Map(found);
}

const MIN_COUNTED_RATIO = 0.9;

function areComparable(a: Bucket, b: Bucket): boolean {
  const areWhole = a.countedMs === a.lengthMs && b.countedMs === b.lengthMs;
  const [less, more] = [Math.min(a.countedMs, b.countedMs), Math.max(a.countedMs, b.countedMs)];
  return areWhole || (less > 0 && less >= MIN_COUNTED_RATIO * more);
}
