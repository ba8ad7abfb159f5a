// Computes the time buckets of a compiled query, for both engines, and limits their number.
import {
  bucketLengthMs,
  type BucketRun,
  bucketStarts,
  computeBucketRuns,
} from '../../../tql/time/buckets.ts';
import type { Granularity } from '../../../tql/time/granularity.ts';
import {
  mergeRanges,
  MS_PER_DAY,
  parseAbsoluteInterval,
  type TimeRange,
} from '../../../tql/time/interval.ts';
import { QueryError } from '../../errors.ts';
import type { CompiledTimeseries } from '../compile/compiled-query.ts';

/** Limits the buckets of an answer that has a row for each. */
export const ROW_LIMIT = 1_000_000;
/** Limits buckets of days and more in a zone, whose boundaries are computed one by one from a calendar. */
const BOUNDARY_LIMIT = 20_000;
/**
 * Limits the runs of buckets of one length, because each is a branch of the statement. Most months are one;
 * the days of a year with summer time are five: one of 23 hours, one of 25, and three of 24 hours around
 * them.
 */
const PIECE_LIMIT = 4000;

/** Limits the values of a timeseries, those of empty buckets included, which engines do not count. */
const VALUE_LIMIT = 10_000_000;

/** The last time that a JavaScript `Date` can hold. */
const LATEST_TIME_MS = 8.64e15;

/** The run of buckets of one length in an interval. Its first bucket may begin before the interval. */
export interface BucketPiece extends BucketRun {
  /** The beginning of the run or of the interval, whichever is later: the time of its earliest event. */
  readonly startMs: number;
}

/** The buckets that overlap a query's intervals. */
export interface Buckets {
  /** The buckets in order, in runs of one length; none for granularity `all`. */
  readonly pieces: readonly BucketPiece[];
  /** The start of the only bucket of granularity `all`, in epoch milliseconds. */
  readonly firstMs: number;
  /** The starts of all buckets, ascending. Throws `QueryError` if there are too many for an answer. */
  readonly starts: () => number[];
}

/**
 * The buckets that overlap a query's intervals. Overlapping and adjoining intervals count as one. Throws
 * `QueryError` if there are too many.
 */
export function bucketsOf(granularity: Granularity, intervals: readonly string[]): Buckets {
  const ranges = mergeIntervals(intervals);
  // If all intervals are empty, the only bucket of `all` begins with the first of them.
  const firstMs =
    ranges[0]?.startMs ?? Math.min(...intervals.map((text) => parseAbsoluteInterval(text)?.startMs ?? 0));
  const count = expectedCount(granularity, ranges);
  if (isCalendar(granularity) && count > BOUNDARY_LIMIT) throw tooManyBuckets(count, BOUNDARY_LIMIT);
  const pieces: BucketPiece[] = [];
  for (const range of ranges) {
    for (const run of runsOf(granularity, range))
      pieces.push({ ...run, startMs: Math.max(run.fromMs, range.startMs) });
  }
  if (pieces.length > PIECE_LIMIT) throw tooManyBuckets(pieces.length, PIECE_LIMIT);
  return {
    pieces,
    firstMs,
    starts: () => {
      if (granularity === 'all') return [firstMs];
      if (count > ROW_LIMIT) throw tooManyBuckets(count, ROW_LIMIT);
      return ascending(pieces);
    },
  };
}

/** Throws `QueryError` if a timeseries would have too many values. */
export function checkValueCount(buckets: number, outputs: number): void {
  if (buckets * outputs <= VALUE_LIMIT) return;
  throw new QueryError(
    'granularity',
    `makes ${buckets} buckets of ${outputs} values each, which is too long an answer`,
  );
}

/** The buckets that a timeseries shows, in its order. */
export function selectBuckets(
  { descending, limit }: Pick<CompiledTimeseries, 'descending' | 'limit'>,
  buckets: readonly number[],
): readonly number[] {
  const ordered = descending === true ? buckets.toReversed() : buckets;
  return limit === undefined || limit === 0 ? ordered : ordered.slice(0, limit);
}

/**
 * The runs of buckets of one length in a range; none for `all`. Throws `QueryError` if buckets leave the
 * calendar: periods count from an origin, and a long one can lead far beyond the interval.
 */
function runsOf(granularity: Granularity, range: TimeRange): readonly BucketRun[] {
  const beyondCalendar = () =>
    new QueryError('granularity', 'has buckets that begin or end beyond the calendar');
  try {
    const runs = computeBucketRuns(granularity, range) ?? [];
    if (runs.some(({ fromMs }) => Math.abs(fromMs) > LATEST_TIME_MS)) throw beyondCalendar();
    return runs;
  } catch (error) {
    throw error instanceof RangeError ? beyondCalendar() : error;
  }
}

/** The ranges of intervals in their order; those that overlap or adjoin count as one, empty ones as none. */
export function mergeIntervals(intervals: readonly string[]): readonly TimeRange[] {
  return mergeRanges(rangesOf(intervals));
}

/** The ranges of intervals. Empty ones, such as `2026-10-01/2026-10-01`, have none. */
export function rangesOf(intervals: readonly string[]): readonly TimeRange[] {
  const ranges = intervals.map(parseAbsoluteInterval).filter((range) => range !== null);
  return ranges.filter(({ startMs, endMs }) => startMs < endMs);
}

function expectedCount(granularity: Granularity, ranges: readonly TimeRange[]): number {
  const lengthMs = bucketLengthMs(granularity);
  return ranges.reduce((sum, { startMs, endMs }) => sum + Math.ceil((endMs - startMs) / lengthMs), 0);
}

function isCalendar(granularity: Granularity): boolean {
  const isPeriod = typeof granularity === 'object' && granularity.type === 'period';
  return isPeriod && bucketLengthMs(granularity) >= MS_PER_DAY;
}

function tooManyBuckets(count: number, limit: number): QueryError {
  return new QueryError(
    'granularity',
    `makes about ${count} buckets of these intervals; at most ${limit} are answered`,
  );
}

function ascending(pieces: readonly BucketPiece[]): number[] {
  const starts: number[] = [];
  for (const startMs of bucketStarts(pieces)) {
    // Two intervals can share a bucket.
    if (startMs > (starts.at(-1) ?? -Infinity)) starts.push(startMs);
  }
  return starts;
}
