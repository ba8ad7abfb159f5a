import type { ReportedInsight } from '../../results/results.ts';
import { aggregationBehind, outputKind, postAggregationBehind } from '../../tables/aggregations.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { testBounds } from '../../tables/rounding/experiment.ts';
import { isCounted, roundingError } from '../../tables/rounding/row.ts';
import { toNumber } from '../../tables/table.ts';
import type { QueryPostAggregation } from '../../../tql/query.ts';
import {
  calculate,
  exactNumber,
  type NumberRange,
  rangeBetween,
  unknownNumber,
} from '../expression/number-range.ts';
import type { ArithmeticSign } from '../expression/syntax.ts';
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
  const [, group, test] = (typeof row === 'string' && TEST.exec(row)) || [];
  if (insight.queryType === 'experiment' && group !== undefined)
    return when === 'now' ? trueTest(insight, group, test === 'pvalue') : unknownNumber(why);
  if (isComputed(insight, output)) return when === 'now' ? trueRate(of, shown) : unknownNumber(why);
  const isBucket = when === 'first' || when === 'last';
  // The total of a sum by buckets is the sum of their rounded ones.
  if (row === null && !isBucket && isSumOfBuckets(insight, output)) return unknownNumber(why);
  return rangeBetween(...trueBounds(insight, output, shown), why);
}

/** A row of an experiment, or of a group of one, that compares its samples. */
const TEST = /^(|.* \/ )(zscore|pvalue)$/s;

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
  const read: ReadRange = (name) => {
    const value = toNumber(only.values[name]);
    return value === null ? unknownNumber(why) : rangeBetween(...trueBounds(insight, name, value), why);
  };
  return (rangeOfPost(post, read) ?? exactNumber(shown)).with({ reason: why });
}

type ReadRange = (output: string) => NumberRange;

/** All that a post-aggregation may come to; null if it is not computed from other outputs. */
function rangeOfPost(post: QueryPostAggregation, read: ReadRange): NumberRange | null {
  const { type, fn, field, fieldName, value } = post;
  const fields = (post.fields ?? []).flatMap((each) => rangeOfPost(each, read) ?? []);
  const sign = SIGNS.get(fn);
  if (type === 'arithmetic' && sign !== undefined)
    return fields.reduce((left, right) => calculate(sign, left, right));
  if (type === 'constant' && typeof value === 'number') return exactNumber(value);
  if (type === 'thetaSketchEstimate' && field != null) return rangeOfPost(field, read);
  if (type.startsWith('quantilesDoublesSketchTo')) return null;
  return READING.has(type) ? read(fieldName ?? '') : unknownNumber(null);
}

const READING: ReadonlySet<string> = new Set([
  'fieldAccess',
  'finalizingFieldAccess',
  'hyperUniqueCardinality',
]);

const SIGNS: ReadonlyMap<unknown, ArithmeticSign> = new Map([
  ...(['+', '-', '*', '/'] as const).map((sign) => [sign, sign] as const),
  ['quotient', '/'],
]);

/** The z-score of an experiment of rounded counts, or of a group of one, or its p-value. */
function trueTest(insight: ReportedInsight, group: string, isChance: boolean): NumberRange {
  const why = rounded(sizeOf(insight));
  const shown = (output: string): number =>
    insight.rows.find(({ key }) => key.normalize() === `${group}${output}`.normalize())?.value ?? 0;
  const [one, other] = [1, 2].map((place) => ({
    users: shown(`cohort_${place}`),
    successes: shown(`cohort_${place}_success`),
  }));
  // What reads 0 may be missing.
  if (!one?.users || !one.successes || !other?.users || !other.successes) return unknownNumber(why);
  const bounds = testBounds(one, other, sizeOf(insight));
  const range = isChance ? bounds?.pValue : bounds?.zScore;
  return range == null ? unknownNumber(why) : rangeBetween(...range, why);
}
