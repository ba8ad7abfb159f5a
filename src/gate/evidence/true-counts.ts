import type { ReportedInsight } from '../../results.ts';
import { aggregationBehind, outputKind, postAggregationBehind } from '../../tables/aggregations.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { computePostAggregation, pValue, zScore } from '../../tables/post-aggregations.ts';
import { isCounted, roundingError } from '../../tables/rounding/row.ts';
import { toNumber } from '../../tables/table.ts';
import { type NumberRange, rangeBetween, unknownNumber } from '../expression/number-range.ts';
import { type Counted, rounded, type WhichPeriod } from './evidence.ts';
import { isCount } from './outputs.ts';

type Bounds = readonly [low: number, high: number];

/**
 * All that a rounded number may truly be: a count may be up to 2N − 2 larger, a mean is shown with two
 * digits, a sum is the product of both. Extremes and quantiles are as they are.
 */
export function ofTrueCounts(of: Counted, when: WhichPeriod | 'first' | 'last', shown: number): NumberRange {
  const { insight, output, row } = of;
  const why = rounded(sizeOf(insight));
  if (insight.queryType === 'experiment' && (row === 'zscore' || row === 'pvalue'))
    return when === 'now' ? trueTest(insight, row) : unknownNumber(why);
  if (isComputed(insight, output)) return when === 'now' ? trueRate(of, shown) : unknownNumber(why);
  const isBucket = when === 'first' || when === 'last';
  // The total of a sum by buckets is the sum of their rounded ones.
  if (row === null && !isBucket && isSumOfBuckets(insight, output)) return unknownNumber(why);
  return rangeBetween(...trueBounds(insight, output, shown), why);
}

function sizeOf({ roundedTo = 1 }: ReportedInsight): number {
  return roundedTo;
}

/** Whether an output is computed from others. */
function isComputed(insight: ReportedInsight, output: string): boolean {
  return !isCounting(insight, output) && aggregationBehind(insight.query, output) === null;
}

function isSumOfBuckets(insight: ReportedInsight, output: string): boolean {
  const { query, queryType, metric } = insight;
  const isInBuckets = queryType === 'timeseries' && !isOneBucket(query) && output === metric;
  return isInBuckets && !isCounting(insight, output) && outputKind(query, output) === 'additive';
}

/** Whether an output counts something, so that a part of it is at most the whole. */
export function isCounting(insight: ReportedInsight, output: string): boolean {
  return insight.queryType === 'experiment' || isCount(insight, output) || isCounted(insight.query, output);
}

/** The least and the most that an aggregation's number may truly be. */
function trueBounds(insight: ReportedInsight, output: string, shown: number): Bounds {
  const size = sizeOf(insight);
  if (isCounting(insight, output)) return [shown, shown + roundingError(size)];
  switch (outputKind(insight.query, output)) {
    case 'mean':
      return trueMean(shown);
    case 'additive':
      return trueSum(shown, size);
    default:
      return [shown, shown];
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
  return bounds.length === 0 ? ANYTHING : [Math.min(...bounds), Math.max(...bounds)];
}

const TWO_DIGITS = Array.from({ length: 90 }, (_, more) => 10 + more);
/** A count has no more digits. */
const COUNT_DIGITS = Array.from({ length: 12 }, (_, place) => place);

/** What is computed from rounded numbers; as it is shown if it is of others. */
function trueRate({ insight, output, row }: Counted, shown: number): NumberRange {
  const { query, rows } = insight;
  const why = rounded(sizeOf(insight));
  const [only, ...others] = row === null ? rows : rows.filter(({ key }) => key.normalize() === row);
  const post = postAggregationBehind(query, output);
  if (only === undefined || others.length > 0 || post === undefined) return unknownNumber(why);
  const bounds = new Map<string, Bounds>();
  computePostAggregation(post, (name) => {
    const value = toNumber(only.values[name]);
    if (value !== null) bounds.set(name, trueBounds(insight, name, value));
    return value;
  });
  if (bounds.size === 0) return rangeBetween(shown, shown, why);
  return rangeOfBounds(insight, bounds, (read) => computePostAggregation(post, read));
}

/** The z-score or the p-value of an experiment of rounded counts. */
function trueTest(insight: ReportedInsight, row: 'zscore' | 'pvalue'): NumberRange {
  const size = sizeOf(insight);
  const bounds = new Map(
    insight.rows.flatMap(({ key, value }): [string, Bounds][] =>
      COHORTS.includes(key) && value !== null && value > 0
        ? [[key, [value, value + roundingError(size)]]]
        : [],
    ),
  );
  const z = rangeOfBounds(insight, bounds, (read) => zScore(COHORTS.flatMap((name) => read(name) ?? [])));
  if (row === 'zscore' || z.isUnknown) return z;
  const [one, other] = [pValue(z.low) ?? 0, pValue(z.high) ?? 0];
  const isEven = z.low <= 0 && z.high >= 0;
  return rangeBetween(Math.min(one, other), isEven ? 1 : Math.max(one, other), rounded(size));
}

const COHORTS = ['cohort_1', 'cohort_1_success', 'cohort_2', 'cohort_2_success'];

/**
 * What is computed of some rounded numbers, from every combination of the least and the most that each may
 * be.
 */
function rangeOfBounds(
  insight: ReportedInsight,
  bounds: ReadonlyMap<string, Bounds>,
  compute: (read: (name: string) => number | null) => number | null,
): NumberRange {
  const why = rounded(sizeOf(insight));
  const names = [...bounds.keys()];
  if (names.length > MOST_NUMBERS || [...bounds.values()].flat().some((bound) => !Number.isFinite(bound)))
    return unknownNumber(why);
  const found = Array.from({ length: 2 ** names.length }, (_, corner) =>
    compute((name) => {
      const isMost = Math.floor(corner / 2 ** names.indexOf(name)) % 2 === 1;
      return bounds.get(name)?.[isMost ? 1 : 0] ?? null;
    }),
  ).filter((each) => each !== null);
  return found.length === 0 ? unknownNumber(why) : rangeBetween(Math.min(...found), Math.max(...found), why);
}

const MOST_NUMBERS = 8;
