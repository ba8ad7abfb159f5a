import type { ReportedInsight } from '../../results.ts';
import { aggregationBehind, outputKind, postAggregationBehind } from '../../tables/aggregations.ts';
import { computePostAggregation, pValue, zScore } from '../../tables/post-aggregations.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { isCounted, roundingError } from '../../tables/rounding/row.ts';
import { toNumber } from '../../tables/table.ts';
import { type RowNumber, type TableFunction, RowSet } from '../expression/calls.ts';
import { openCount } from '../expression/distinct-sum.ts';
import {
  calculate,
  changeBetween,
  exactNumber,
  type NumberRange,
  rangeBetween,
  rangeOfDistinct,
  unknownNumber,
} from '../expression/number-range.ts';
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
 * All that a number may truly be that is made of rounded ones: a count may be up to 2N − 2 larger, a mean is
 * shown with two digits, a sum is the product of both. Extremes and quantiles are as they are.
 */
export function ofTrueCounts(
  range: NumberRange,
  number: RowNumber | TableFunction,
  { insight, output, row }: ReadFrom,
  read: CountReader,
): NumberRange {
  const { roundedTo: size } = insight;
  if (size === undefined || range.exact === null || number === 'count') return range;
  const why = { kind: 'rounded', size } as const;
  if (insight.queryType === 'experiment' && isTest(row)) return trueTest(insight, row, size);
  if (isComputed(insight, output)) {
    if (number === 'value' || number === 'total') return trueRate(insight, range, output, row, size);
    return unknownNumber(why);
  }
  if (number === 'rank') return trueRank(insight, output, row, size);
  const open = (shown: NumberRange): NumberRange => {
    const bounds = trueBounds(insight, output, shown, size);
    return opened(shown, bounds, roundingError(size), why);
  };
  // The total of a sum by buckets is the sum of their rounded ones.
  const isOfBuckets = isSumOfBuckets(insight, output);
  const openWhole = (shown: NumberRange): NumberRange => (isOfBuckets ? unknownNumber(why) : open(shown));
  switch (number) {
    case 'share': {
      const share = calculate('/', open(read.count('now')), openWhole(wholeOf(insight, row, range, read)));
      const most = isCounting(insight, output) ? 1 : Infinity;
      return opened(range, [share.low, Math.min(most, share.high)], 0, why);
    }
    case 'change':
      return changeBetween(open(read.count('now')), open(read.count('before')));
    case 'totalChange':
      return changeBetween(openWhole(read.whole('now')), openWhole(read.whole('before')));
    case 'total':
    case 'previousTotal':
      return openWhole(range);
    default:
      return open(range);
  }
}

function isSumOfBuckets(insight: ReportedInsight, output: string): boolean {
  const { query, queryType, metric } = insight;
  const isInBuckets = queryType === 'timeseries' && !isOneBucket(query) && output === metric;
  return isInBuckets && !isCounting(insight, output) && outputKind(query, output) === 'additive';
}

function isCounting(insight: ReportedInsight, output: string): boolean {
  return insight.queryType === 'experiment' || isCount(insight, output) || isCounted(insight.query, output);
}

/** Whether an output is computed from others. */
function isComputed(insight: ReportedInsight, output: string): boolean {
  return !isCounting(insight, output) && aggregationBehind(insight.query, output) === null;
}

type Bounds = readonly [low: number, high: number];

/** The least and the most that an aggregation's number may truly be. */
function trueBounds(
  insight: ReportedInsight,
  output: string,
  { low, high }: Pick<NumberRange, 'low' | 'high'>,
  size: number,
): Bounds {
  if (isCounting(insight, output)) return [low, high + roundingError(size)];
  switch (outputKind(insight.query, output)) {
    case 'mean':
      return trueMean(low);
    case 'additive':
      return trueSum(low, size);
    default:
      return [low, high];
  }
}

/** The means that have these two digits. */
function trueMean(shown: number): Bounds {
  const [digits = '', exponent = '0'] = Math.abs(shown).toExponential(1).split('e');
  const step = shown === 0 ? 0 : 10 ** (Number(exponent) - 1);
  // Below a power of ten, means are shown ten times as finely.
  const [inner, outer] = [Math.abs(shown) - step / (digits === '1.0' ? 20 : 2), Math.abs(shown) + step / 2];
  return shown < 0 ? [-outer, -inner] : [inner, outer];
}

const ANYTHING: Bounds = [-Infinity, Infinity];

/** The sums that read so: of every mean of two digits whose product with a rounded count is the sum. */
function trueSum(shown: number, size: number): Bounds {
  // The sum of nothing and one that is not shown read 0, too.
  if (shown === 0) return ANYTHING;
  const largest = Math.ceil(Math.log10(Math.abs(shown) / size)) - 1;
  const bounds = TWO_DIGITS.flatMap((digits) =>
    COUNT_DIGITS.flatMap((place) => {
      const mean = Math.sign(shown) * digits * 10 ** (largest - place);
      const count = Math.round(shown / mean / size) * size;
      if (count === 0 || Math.abs(count * mean - shown) > 1e-12 * Math.abs(shown)) return [];
      const [low, high] = trueMean(mean);
      const more = count + roundingError(size);
      return [low * (low < 0 ? more : count), high * (high < 0 ? count : more)];
    }),
  );
  if (bounds.length === 0) return ANYTHING;
  return [Math.min(...bounds), Math.max(...bounds)];
}

const TWO_DIGITS = Array.from({ length: 90 }, (_, more) => 10 + more);
/** A count has no more digits. */
const COUNT_DIGITS = Array.from({ length: 12 }, (_, place) => place);

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
function trueRank(insight: ReportedInsight, output: string, row: ReadFrom['row'], size: number): NumberRange {
  const values = insight.rows.map((each) => (output === insight.metric ? each.value : each.values[output]));
  const boundsOf = (value: unknown): Bounds | null =>
    typeof value === 'number' ? trueBounds(insight, output, { low: value, high: value }, size) : null;
  const own = boundsOf(values[insight.rows.findIndex(({ key }) => key.normalize() === row)]);
  if (own === null) return unknownNumber({ kind: 'rounded', size });
  const bounds = values.flatMap((value) => {
    const found = boundsOf(value);
    return found === null ? [] : [found];
  });
  const first = 1 + bounds.filter(([low]) => low > own[1]).length;
  // A row that is not in the table has a count of at most the error, and any sum, mean or extreme.
  const isBeforeUnseen = isCounting(insight, output) && own[0] > roundingError(size);
  const last = isBeforeUnseen ? bounds.filter(([, high]) => high >= own[0]).length : Infinity;
  return rangeBetween(first, last, { kind: 'rounded', size });
}

/** What is computed from rounded numbers; as it is shown if it is of others. */
function trueRate(
  insight: ReportedInsight,
  shown: NumberRange,
  output: string,
  row: ReadFrom['row'],
  size: number,
): NumberRange {
  const { query, rows } = insight;
  const [only, ...others] = row === null ? rows : rows.filter(({ key }) => key.normalize() === row);
  const post = postAggregationBehind(query, output);
  if (only === undefined || others.length > 0 || post === undefined)
    return unknownNumber({ kind: 'rounded', size });
  const bounds = new Map<string, Bounds>();
  computePostAggregation(post, (name) => {
    const value = toNumber(only.values[name]);
    if (value !== null) bounds.set(name, trueBounds(insight, name, { low: value, high: value }, size));
    return value;
  });
  return bounds.size === 0
    ? shown
    : rangeOfBounds(bounds, size, (read) => computePostAggregation(post, read));
}

/** The z-score or the p-value of an experiment of rounded counts. */
function trueTest({ rows }: ReportedInsight, row: ReadFrom['row'], size: number): NumberRange {
  const bounds = new Map(
    rows.flatMap(({ key, value }): [string, Bounds][] =>
      COHORTS.includes(key) && value !== null && value > 0
        ? [[key, [value, value + roundingError(size)]]]
        : [],
    ),
  );
  const z = rangeOfBounds(bounds, size, (read) => zScore(COHORTS.flatMap((name) => read(name) ?? [])));
  if (row === 'zscore' || z.isUnknown) return z;
  const [one, other] = [pValue(z.low) ?? 0, pValue(z.high) ?? 0];
  const isEven = z.low <= 0 && z.high >= 0;
  return rangeBetween(Math.min(one, other), isEven ? 1 : Math.max(one, other), { kind: 'rounded', size });
}

function isTest(row: ReadFrom['row']): boolean {
  return row === 'zscore' || row === 'pvalue';
}

const COHORTS = ['cohort_1', 'cohort_1_success', 'cohort_2', 'cohort_2_success'];

/**
 * What is computed of some rounded numbers, from every combination of the least and the most that each may
 * be.
 */
function rangeOfBounds(
  bounds: ReadonlyMap<string, Bounds>,
  size: number,
  compute: (read: (name: string) => number | null) => number | null,
): NumberRange {
  const why = { kind: 'rounded', size } as const;
  const names = [...bounds.keys()];
  const isOpen = [...bounds.values()].some((each) => each.some((bound) => !Number.isFinite(bound)));
  if (names.length > MOST_NUMBERS || isOpen) return unknownNumber(why);
  const found = Array.from({ length: 2 ** names.length }, (_, corner) =>
    compute((name) => {
      const isMost = Math.floor(corner / 2 ** names.indexOf(name)) % 2 === 1;
      return bounds.get(name)?.[isMost ? 1 : 0] ?? null;
    }),
  ).filter((each) => each !== null);
  if (found.length === 0) return unknownNumber(why);
  return rangeBetween(Math.min(...found), Math.max(...found), why);
}

const MOST_NUMBERS = 8;
