// The time buckets of a query as SQL: whole numbers to group by, faster than `date_trunc`.
import type { Granularity } from '../../../../../tql/granularity.ts';
import { type BucketPiece, type Buckets, bucketsOf } from '../../buckets.ts';
import { inlineInteger, sql, type Sql } from '../sql/statement.ts';

/** Buckets that have consecutive keys from `firstKey` on. */
interface KeyedSegment extends BucketPiece {
  readonly firstKey: number;
}

/** The buckets of a query, and how to compute that of an event. */
export interface Bucketing extends Buckets {
  /**
   * The key of the bucket of a time, a whole number in the order of the buckets; null if there is only one
   * bucket. Grouping by the start of the bucket would cost one more multiplication for each event.
   */
  readonly keyOf: ((time: Sql) => Sql) | null;
  /** The start of the bucket of a key, in epoch milliseconds. */
  readonly startOf: (key: number) => number;
}

/** The buckets that overlap a query's intervals, and their keys. */
export function bucketing(granularity: Granularity, intervals: readonly string[]): Bucketing {
  const buckets = bucketsOf(granularity, intervals);
  const keyed = withKeys(buckets.pieces);
  return {
    ...buckets,
    keyOf: granularity === 'all' ? null : (time) => keySql(time, keyed),
    startOf: (key) => startOf(key, keyed),
  };
}

/**
 * Numbers the buckets: from 0, or days and other steps from 1970 on, so that the key is `time // step`. A
 * bucket that two intervals share has one key.
 */
function withKeys(pieces: readonly BucketPiece[]): readonly KeyedSegment[] {
  const keyed: KeyedSegment[] = [];
  const [first] = pieces;
  const stepsSince1970 = first === undefined ? 0 : first.segment.fromMs / first.segment.stepMs;
  let nextKey = Number.isInteger(stepsSince1970) ? Math.max(stepsSince1970, 0) : 0;
  let untilMs = -Infinity;
  for (const piece of pieces) {
    const { segment } = piece;
    const isShared = segment.fromMs < untilMs;
    const firstKey = isShared ? nextKey - 1 : nextKey;
    keyed.push({ ...piece, firstKey });
    nextKey = firstKey + Math.ceil((segment.untilMs - segment.fromMs) / segment.stepMs);
    untilMs = segment.untilMs;
  }
  return keyed;
}

/** Finds the start of a bucket by a binary search: an answer can have a million buckets. */
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
