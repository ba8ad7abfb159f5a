import type { ReportedInsight } from '../../results.ts';
import { aggregationBehind, postAggregationBehind } from '../../tables/aggregations.ts';
import { computePostAggregation, pValue, zScore } from '../../tables/post-aggregations.ts';
import { isCounted, roundingError } from '../../tables/rounding/row.ts';
import type { RowNumber, TableFunction } from '../expression/calls.ts';
import { openCount } from '../expression/distinct-sum.ts';
import {
  changeBetween,
  exactNumber,
  type NumberRange,
  rangeBetween,
  rangeOfDistinct,
  UnknownError,
} from '../expression/number-range.ts';
import { RowSet } from '../expression/sets.ts';
import type { UnknownReason } from '../reasons.ts';
import type { WhichPeriod } from './evidence.ts';
import { isCount } from './table-numbers.ts';

/** What a number is of. */
export interface ReadFrom {
  readonly insight: ReportedInsight;
  readonly output: string;
  /** Null for a number of the whole. */
  readonly row: string | RowSet | null;
}

/** How the counts that a number is computed from are read, and those that they are a part of. */
export interface CountReader {
  readonly count: (when: WhichPeriod) => NumberRange;
  readonly whole: (when: WhichPeriod) => NumberRange;
}

/**
 * All that a number of rounded counts may truly be: each count may be up to 2N − 2 larger. Other numbers as
 * they are.
 */
export function ofTrueCounts(
  range: NumberRange,
  number: RowNumber | TableFunction,
  { insight, output, row }: ReadFrom,
  read: CountReader,
): NumberRange {
  const { roundedTo: size } = insight;
  if (size === undefined || range.exact === null || number === 'count') return range;
  const error = roundingError(size);
  const why = { kind: 'rounded', size } as const;
  const open = (count: NumberRange): NumberRange =>
    opened(count, [count.low, count.high + error], error, why);
  if (number === 'rank') return trueRank(insight, row, range, size);
  if (insight.queryType === 'experiment') return isTest(row) ? trueTest(insight, row, size) : open(range);
  if (!isCount(insight, output) && !isCounted(insight.query, output)) {
    if (aggregationBehind(insight.query, output) !== null) return range;
    if (number === 'value' || number === 'total') return trueRate(insight, output, row, size);
    throw new UnknownError(why);
  }
  switch (number) {
    case 'share': {
      const part = open(read.count('now'));
      const whole = open(wholeOf(insight, row, range, read));
      if (whole.low <= 0) throw new UnknownError(why);
      return opened(range, [part.low / whole.high, Math.min(1, part.high / whole.low)], 0, why);
    }
    case 'change':
      return changeBetween(open(read.count('now')), open(read.count('before')));
    case 'totalChange':
      return changeBetween(open(read.whole('now')), open(read.whole('before')));
    default:
      return open(range);
  }
}

/**
 * The number within other bounds; it counts the same users as before, of a total that is at most `more`
 * larger.
 */
function opened(
  { distinct }: NumberRange,
  [low, high]: readonly [low: number, high: number],
  more: number,
  why: UnknownReason,
): NumberRange {
  if (distinct === null) return rangeBetween(low, high, why);
  return rangeOfDistinct(openCount(distinct, { low, high }, more), why);
}

/**
 * What a share is of: the total, of `only(…)` the users with the dimension, or what a row of a retention is a
 * part of.
 */
function wholeOf(
  { total }: ReportedInsight,
  row: ReadFrom['row'],
  share: NumberRange,
  read: CountReader,
): NumberRange {
  if (total !== null || row instanceof RowSet) return read.whole('now');
  const [part, known] = [read.count('now').exact, share.exact];
  if (part === null || known === null || known <= 0 || known >= 1) return exactNumber(0);
  return exactNumber(Math.round(part / known));
}

/** A row stands behind those that are surely larger, and before those that surely are not. */
function trueRank(
  { rows }: ReportedInsight,
  row: ReadFrom['row'],
  rank: NumberRange,
  size: number,
): NumberRange {
  const value = rows.find(({ key }) => key === row)?.value ?? null;
  if (value === null) return rank;
  const error = roundingError(size);
  const above = (limit: number): number => rows.filter((each) => (each.value ?? 0) >= limit).length;
  // A row that is not in the table is at most `error`.
  const last = value > error ? above(value - error) : Infinity;
  return rangeBetween(1 + above(value + error + 1), last, { kind: 'rounded', size });
}

/** A rate of rounded counts. */
function trueRate(
  { query, rows }: ReportedInsight,
  output: string,
  row: ReadFrom['row'],
  size: number,
): NumberRange {
  const [only, ...others] = row === null ? rows : rows.filter(({ key }) => key === row);
  const post = postAggregationBehind(query, output);
  const values = only?.values ?? {};
  if (only === undefined || others.length > 0 || post === undefined)
    throw new UnknownError({ kind: 'rounded', size });
  const names = Object.keys(values).filter((name) => isCounted(query, name));
  return rangeOfCounts(values, names, size, (read) => computePostAggregation(post, read));
}

/** The z-score or the p-value of an experiment of rounded counts. */
function trueTest({ rows }: ReportedInsight, row: ReadFrom['row'], size: number): NumberRange {
  const counts = Object.fromEntries(rows.map(({ key, value }) => [key, value === 0 ? null : value]));
  const z = rangeOfCounts(counts, COHORTS, size, (read) =>
    zScore(COHORTS.flatMap((name) => read(name) ?? [])),
  );
  if (row === 'zscore') return z;
  const [one, other] = [pValue(z.low) ?? 0, pValue(z.high) ?? 0];
  const isEven = z.low <= 0 && z.high >= 0;
  return rangeBetween(Math.min(one, other), isEven ? 1 : Math.max(one, other), { kind: 'rounded', size });
}

function isTest(row: ReadFrom['row']): boolean {
  return row === 'zscore' || row === 'pvalue';
}

const COHORTS = ['cohort_1', 'cohort_1_success', 'cohort_2', 'cohort_2_success'];

/**
 * What is computed of some rounded counts, from every combination of the least and the most that each may be.
 */
function rangeOfCounts(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
  size: number,
  compute: (read: (name: string) => number | null) => number | null,
): NumberRange {
  const why = { kind: 'rounded', size } as const;
  if (names.length > MOST_COUNTS) throw new UnknownError(why);
  const found = Array.from({ length: 2 ** names.length }, (_, corner) =>
    compute((name) => {
      const isMost = Math.floor(corner / 2 ** names.indexOf(name)) % 2 === 1;
      const value = values[name];
      return typeof value !== 'number' ? null : isMost ? value + roundingError(size) : value;
    }),
  ).filter((each) => each !== null);
  if (found.length === 0) throw new UnknownError(why);
  return rangeBetween(Math.min(...found), Math.max(...found), why);
}

const MOST_COUNTS = 8;
