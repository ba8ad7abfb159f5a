import { bucketLengthMs, type BucketRun, bucketStarts, computeBucketRuns } from '../../../../../tql/buckets.ts';
import type { Granularity } from '../../../../../tql/granularity.ts';
import { parseAbsoluteInterval, type TimeRange } from '../../../../../tql/interval.ts';
import { QueryError } from '../../../../errors.ts';
import { inlineInteger, sql, type Sql } from '../sql/statement.ts';

/** Limits the buckets of an answer that has a row for each. */
const ROW_LIMIT = 1_000_000;
/** Limits the bucket boundaries that are computed from a calendar: of days and more, one by one. */
const BOUNDARY_LIMIT = 20_000;
const CLOCK_BOUNDARY_LIMIT = 200_000;
const MS_PER_DAY = 86_400_000;
/** Limits the stretches of buckets of one length, because each is a branch of the statement. A month is one, and two a year a zone's summer time. */
const PIECE_LIMIT = 4000;

/** The last time that a JavaScript `Date` can hold. */
const LATEST_TIME_MS = 8.64e15;

/** A segment that applies from an instant until the next segment's. Its buckets have consecutive keys from `firstKey` on. */
interface KeyedSegment {
  readonly startMs: number;
  readonly segment: BucketRun;
  readonly firstKey: number;
}

/** The buckets of a query: how to compute that of an event, and all of them in order. */
export interface Bucketing {
  /**
   * The key of the bucket of a time, a whole number in the order of the buckets; null if there is only one bucket.
   * Grouping by the start of the bucket would cost one more multiplication for each event.
   */
  readonly keyOf: ((time: Sql) => Sql) | null;
  /** The start of the bucket of a key, in epoch milliseconds. */
  readonly startOf: (key: number) => number;
  /** The timestamp of the only bucket of granularity `all`. */
  readonly firstMs: number;
  /** The starts of all buckets, ascending. Throws `QueryError` if there are too many for an answer. */
  readonly starts: () => number[];
}

/** The buckets that overlap a query's intervals. Overlapping and adjoining intervals count as one. */
export function bucketing(granularity: Granularity, intervals: readonly string[]): Bucketing {
  const ranges = mergeIntervals(intervals);
  const firstMs = ranges[0]?.startMs ?? Math.min(...intervals.map((text) => parseAbsoluteInterval(text)?.startMs ?? 0));
  const count = expectedCount(granularity, ranges);
  const boundaryLimit = bucketLengthMs(granularity) < MS_PER_DAY ? CLOCK_BOUNDARY_LIMIT : BOUNDARY_LIMIT;
  if (isCalendar(granularity) && count > boundaryLimit) throw tooManyBuckets(count, boundaryLimit);
  const found = ranges.map((range) => ({ range, segments: segmentsOf(granularity, range) }));
  const pieces = withKeys(
    found.flatMap(({ range, segments }) =>
      (segments ?? []).map((segment) => ({ startMs: Math.max(segment.fromMs, range.startMs), segment })),
    ),
  );
  if (pieces.length > PIECE_LIMIT) throw tooManyBuckets(pieces.length, PIECE_LIMIT);
  const isOne = granularity === 'all';
  return {
    firstMs,
    keyOf: isOne ? null : (time) => keySql(time, pieces),
    startOf: (key) => startOf(key, pieces),
    starts: () => {
      if (isOne) return [firstMs];
      if (count > ROW_LIMIT) throw tooManyBuckets(count, ROW_LIMIT);
      return ascending(pieces);
    },
  };
}

/** Throws `QueryError` if buckets leave the calendar: periods count from an origin, and a long one can lead far beyond the interval. */
function segmentsOf(granularity: Granularity, range: TimeRange): readonly BucketRun[] | null {
  const beyond = () => new QueryError('granularity', 'has buckets that begin or end beyond the calendar');
  try {
    const segments = computeBucketRuns(granularity, range);
    if (segments?.some(({ fromMs }) => Math.abs(fromMs) > LATEST_TIME_MS) === true) throw beyond();
    return segments;
  } catch (error) {
    throw error instanceof RangeError ? beyond() : error;
  }
}

/** Sorts intervals, merges those that overlap or adjoin, and drops empty ones. */
export function mergeIntervals(intervals: readonly string[]): TimeRange[] {
  const ranges = intervals.map(parseAbsoluteInterval).filter((range) => range !== null && range.startMs < range.endMs);
  const condensed: TimeRange[] = [];
  for (const range of ranges.filter((one) => one !== null).sort((a, b) => a.startMs - b.startMs)) {
    const last = condensed.at(-1);
    if (last === undefined || range.startMs > last.endMs) condensed.push(range);
    else condensed[condensed.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, range.endMs) };
  }
  return condensed;
}

function expectedCount(granularity: Granularity, ranges: readonly TimeRange[]): number {
  const lengthMs = bucketLengthMs(granularity);
  return ranges.reduce((sum, { startMs, endMs }) => sum + Math.ceil((endMs - startMs) / lengthMs), 0);
}

function isCalendar(granularity: Granularity): boolean {
  return typeof granularity === 'object' && granularity.type === 'period';
}

function tooManyBuckets(count: number, limit: number): QueryError {
  return new QueryError(
    'granularity',
    `makes about ${count} buckets of these intervals; at most ${limit} are answered`,
  );
}

function ascending(pieces: readonly KeyedSegment[]): number[] {
  const starts: number[] = [];
  for (const startMs of bucketStarts(pieces.map((piece) => piece.segment))) {
    // Two intervals can share a bucket.
    if (startMs > (starts.at(-1) ?? -Infinity)) starts.push(startMs);
  }
  return starts;
}

/** Numbers the buckets: from 0, or from the number that needs no shift. A bucket that two intervals share has one key. */
function withKeys(pieces: readonly Omit<KeyedSegment, 'firstKey'>[]): readonly KeyedSegment[] {
  const keyed: KeyedSegment[] = [];
  let [nextKey, untilMs] = [0, -Infinity];
  for (const piece of pieces) {
    const { segment } = piece;
    const wholeSteps = segment.fromMs / segment.stepMs;
    if (keyed.length === 0 && Number.isInteger(wholeSteps) && wholeSteps > 0) nextKey = wholeSteps;
    const firstKey = segment.fromMs < untilMs ? nextKey - 1 : nextKey;
    keyed.push({ ...piece, firstKey });
    nextKey = firstKey + Math.ceil((segment.untilMs - segment.fromMs) / segment.stepMs);
    untilMs = segment.untilMs;
  }
  return keyed;
}

function startOf(key: number, pieces: readonly KeyedSegment[]): number {
  let [low, high] = [0, pieces.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.firstKey ?? Infinity) <= key) low = middle;
    else high = middle;
  }
  const piece = pieces[low];
  return piece === undefined ? NaN : piece.segment.fromMs + (key - piece.firstKey) * piece.segment.stepMs;
}

/** A binary search as nested CASEs: in DuckDB much faster than its calendar functions with a time zone. */
function keySql(time: Sql, pieces: readonly KeyedSegment[]): Sql {
  const [only, second] = pieces;
  if (only === undefined) return sql`NULL::BIGINT`;
  if (second === undefined) return stepSql(time, only);
  const middle = Math.ceil(pieces.length / 2);
  const [before, after] = [pieces.slice(0, middle), pieces.slice(middle)];
  const border = inlineInteger(after[0]?.startMs ?? 0);
  return sql`CASE WHEN ${time} < ${border} THEN ${keySql(time, before)} ELSE ${keySql(time, after)} END`;
}

/** The division rounds towards zero, so the shift keeps the dividend from being negative. */
function stepSql(time: Sql, { segment: { fromMs, untilMs, stepMs }, firstKey }: KeyedSegment): Sql {
  if (untilMs - fromMs <= stepMs) return inlineInteger(firstKey);
  const shiftMs = fromMs - firstKey * stepMs;
  return shiftMs === 0
    ? sql`${time} // ${inlineInteger(stepMs)}`
    : sql`(${time} - ${inlineInteger(shiftMs)}) // ${inlineInteger(stepMs)}`;
}
