// Builds SQL that gives an event the number of its time bucket, its key, to group by: for days in UTC,
// `"__time" // 86400000`. That is much faster than `date_trunc` with a time zone.
import type { Granularity } from '../../../../../tql/time/granularity.ts';
import { type BucketPiece, type Buckets, bucketsOf } from '../../buckets.ts';
import { inlineInteger, sql, type Sql } from '../sql/statement.ts';

/** A run of buckets with consecutive keys. */
interface KeyedPiece extends BucketPiece {
  readonly firstKey: number;
}

/** A bucket's key, and its start in epoch milliseconds. */
type KeyedStart = readonly [key: number, startMs: number];

/** The buckets of a query and their keys, whole numbers in the order of the buckets. */
export interface Bucketing extends Buckets {
  /** The key of the bucket of an event's time; null for granularity `all`, which has only one bucket. */
  readonly keyOf: ((time: Sql) => Sql) | null;
  /** The keys and starts of both buckets if there are two: a period and the one before. Otherwise null. */
  readonly pair: readonly [KeyedStart, KeyedStart] | null;
  /** The start of the bucket with a key, in epoch milliseconds. */
  readonly startOf: (key: number) => number;
}

/** The buckets that overlap a query's intervals, and their keys. */
export function bucketing(granularity: Granularity, intervals: readonly string[]): Bucketing {
  const buckets = bucketsOf(granularity, intervals);
  const keyed = withKeys(buckets.pieces);
  return {
    ...buckets,
    keyOf: granularity === 'all' ? null : (time) => keySql(time, keyed),
    pair: findPair(keyed),
    startOf: (key) => findStart(key, keyed),
  };
}

/**
 * Numbers the buckets one after the other. The first key is how many such buckets fit between 1970 and it, if
 * that is a whole number, because then the key is simply `time // step`; otherwise it is 0. For example:
 *
 * | granularity | intervals | keys |
 * | :-- | :-- | :-- |
 * | day, UTC | 5 and 6 October 2026 | 20731, 20732 |
 * | month | January to March 2026 (3 pieces) | 0; 1; 2 |
 * | day, UTC | until noon of 6 October; from the evening of 6 October | …, 20732; 20732, … |
 */
function withKeys(pieces: readonly BucketPiece[]): readonly KeyedPiece[] {
  const keyed: KeyedPiece[] = [];
  const [first] = pieces;
  const stepsSince1970 = first === undefined ? 0 : first.fromMs / first.stepMs;
  let nextKey = Number.isInteger(stepsSince1970) ? Math.max(stepsSince1970, 0) : 0;
  let previousUntilMs = -Infinity;
  for (const piece of pieces) {
    const { fromMs, untilMs, stepMs } = piece;
    // Two intervals within one bucket share the bucket, and its key.
    const isFirstShared = fromMs < previousUntilMs;
    const firstKey = isFirstShared ? nextKey - 1 : nextKey;
    keyed.push({ ...piece, firstKey });
    nextKey = firstKey + Math.ceil((untilMs - fromMs) / stepMs);
    previousUntilMs = untilMs;
  }
  return keyed;
}

/** Looks at three starts of each piece, which is enough to see that there are more than two. */
function findPair(pieces: readonly KeyedPiece[]): Bucketing['pair'] {
  const starts = new Map<number, number>();
  for (const { fromMs, untilMs, stepMs, firstKey } of pieces)
    for (let step = 0; step < 3 && fromMs + step * stepMs < untilMs; step++)
      starts.set(firstKey + step, fromMs + step * stepMs);
  const [first, second] = starts;
  return starts.size === 2 && first !== undefined && second !== undefined ? [first, second] : null;
}

/** Finds the start of a bucket by a binary search: an answer can have a million buckets. */
function findStart(key: number, pieces: readonly KeyedPiece[]): number {
  let [low, high] = [0, pieces.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.firstKey ?? Infinity) <= key) low = middle;
    else high = middle;
  }
  const piece = pieces[low];
  return piece === undefined ? NaN : piece.fromMs + (key - piece.firstKey) * piece.stepMs;
}

/** Finds the piece of a time by a binary search: `CASE WHEN time < border THEN … ELSE … END`, nested. */
function keySql(time: Sql, pieces: readonly KeyedPiece[]): Sql {
  const [only, second] = pieces;
  if (only === undefined) return sql`NULL::BIGINT`;
  if (second === undefined) return stepSql(time, only);
  const middle = Math.ceil(pieces.length / 2);
  const [before, after] = [pieces.slice(0, middle), pieces.slice(middle)];
  const border = inlineInteger(after[0]?.startMs ?? 0);
  return sql`CASE WHEN ${time} < ${border} THEN ${keySql(time, before)} ELSE ${keySql(time, after)} END`;
}

/** The key of a time within a piece: `firstKey + (time - fromMs) // stepMs`, with fewer operations. */
function stepSql(time: Sql, { fromMs, untilMs, stepMs, firstKey }: KeyedPiece): Sql {
  if (untilMs - fromMs <= stepMs) return inlineInteger(firstKey);
  const shiftMs = fromMs - firstKey * stepMs;
  return shiftMs === 0
    ? sql`${time} // ${inlineInteger(stepMs)}`
    : sql`(${time} - ${inlineInteger(shiftMs)}) // ${inlineInteger(stepMs)}`;
}
