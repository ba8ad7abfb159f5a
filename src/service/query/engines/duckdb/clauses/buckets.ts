import { bucketLengthMs, computeBucketRuns } from '../../../../../tql/buckets.ts';
import type { Granularity } from '../../../../../tql/granularity.ts';
import { parseAbsoluteInterval, type TimeRange } from '../../../../../tql/interval.ts';
import { bucketStarts, type BucketRun } from '../../../../../tql/buckets.ts';
import { QueryError } from '../../../../errors.ts';
import { inlineInteger, sql, type Sql } from '../sql/statement.ts';

/** More buckets than this are refused where each is a row of the answer. */
const ROW_LIMIT = 1_000_000;
/** More boundaries than this are not computed from a calendar. */
const BOUNDARY_LIMIT = 200_000;

/** The last time that JavaScript's dates hold. */
const LATEST_TIME_MS = 8.64e15;

/** A segment that holds from an instant on, until the next one's. Its first bucket has the key `firstKey`, the next ones the keys after it. */
interface KeyedSegment {
  readonly startMs: number;
  readonly segment: BucketRun;
  readonly firstKey: number;
}

/** The buckets of a query: how an event's is computed, and all of them in order. */
export interface Bucketing {
  /**
   * The key of the bucket that a time lies in: whole numbers in the order of the buckets; null where everything is one bucket.
   * A bucket's start would take a multiplication more for each event.
   */
  readonly keyOf: ((time: Sql) => Sql) | null;
  /** The start of the bucket of a key, in epoch milliseconds. */
  readonly startOf: (key: number) => number;
  /** Where the only bucket of granularity `all` is said to begin. */
  readonly firstMs: number;
  /** Ascending; throws `QueryError` where there are too many to answer with. */
  readonly starts: () => number[];
}

/** The buckets that a query's intervals touch. Intervals that overlap or adjoin count as one. */
export function bucketing(granularity: Granularity, intervals: readonly string[]): Bucketing {
  const ranges = mergeIntervals(intervals);
  const firstMs = ranges[0]?.startMs ?? Math.min(...intervals.map((text) => parseAbsoluteInterval(text)?.startMs ?? 0));
  const count = expectedCount(granularity, ranges);
  if (isCalendar(granularity) && count > BOUNDARY_LIMIT) throw tooManyBuckets(count, BOUNDARY_LIMIT);
  const found = ranges.map((range) => ({ range, segments: segmentsOf(granularity, range) }));
  const pieces = withKeys(
    found.flatMap(({ range, segments }) =>
      (segments ?? []).map((segment) => ({ startMs: Math.max(segment.fromMs, range.startMs), segment })),
    ),
  );
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

/** Periods are counted from an origin, and a long one leads beyond what calendars and timestamps hold. */
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

/** Sorted, and merged where they overlap or adjoin; what is empty is left out. */
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
    // Two intervals may touch one bucket.
    if (startMs > (starts.at(-1) ?? -Infinity)) starts.push(startMs);
  }
  return starts;
}

/** Keys from 0 on, or from where no shift is needed; a bucket that two intervals touch has one. */
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

/** A binary search as nested CASEs: much faster in DuckDB than its own calendar functions with a zone. */
function keySql(time: Sql, pieces: readonly KeyedSegment[]): Sql {
  const [only, second] = pieces;
  if (only === undefined) return sql`NULL::BIGINT`;
  if (second === undefined) return stepSql(time, only);
  const middle = Math.ceil(pieces.length / 2);
  const [before, after] = [pieces.slice(0, middle), pieces.slice(middle)];
  const border = inlineInteger(after[0]?.startMs ?? 0);
  return sql`CASE WHEN ${time} < ${border} THEN ${keySql(time, before)} ELSE ${keySql(time, after)} END`;
}

/** The division cuts towards zero, so what is divided is never negative. */
function stepSql(time: Sql, { segment: { fromMs, untilMs, stepMs }, firstKey }: KeyedSegment): Sql {
  if (untilMs - fromMs <= stepMs) return inlineInteger(firstKey);
  const shiftMs = fromMs - firstKey * stepMs;
  return shiftMs === 0
    ? sql`${time} // ${inlineInteger(stepMs)}`
    : sql`(${time} - ${inlineInteger(shiftMs)}) // ${inlineInteger(stepMs)}`;
}
