// Writes post-aggregations as SQL over the columns of a group: an `arithmetic` of two outputs with `fn` `+`
// becomes `("a0" + "a1")`.
import { CHOICES, OPERATORS } from '../../../../../tql/number-functions.ts';
import type { ComputedPost } from '../../../../../tql/post-aggregation.ts';
import { QueryError } from '../../../../errors.ts';
import { expressionSql } from '../expressions/expression.ts';
import { outputScope } from '../sql/scope.ts';
import {
  double as doubleParameter,
  doubles,
  join,
  letBinding,
  long,
  sql,
  type Sql,
} from '../sql/statement.ts';
import { asDouble, castTo, NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import type { SketchAccess, SketchSet } from './sketches.ts';

/** What a post-aggregation can read: the outputs before it, and the sketches of its group. */
export interface PostScope {
  readonly outputs: ReadonlyMap<string, TypedSql>;
  readonly sketches: SketchAccess;
  /** The sets that earlier post-aggregations define, by name. */
  readonly sets: ReadonlyMap<string, SketchSet>;
}

/** A post-aggregation and its place in the query; its operands are placed, too. */
export interface PlacedPost {
  readonly post: ComputedPost<PlacedPost>;
  readonly path: string;
}

/**
 * The value of a post-aggregation as SQL over the columns of a group. Throws `QueryError` at the place of an
 * operand that is not what it has to be: a number, a set of users or a quantiles sketch.
 */
export function postSql({ post, path }: PlacedPost, scope: PostScope): TypedSql {
  const number = (operand: PlacedPost) => requireNumber(postSql(operand, scope), operand.path);
  const numbers = (operands: readonly PlacedPost[]) => operands.map((each) => asDouble(number(each)));
  switch (post.type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return scope.outputs.get(post.fieldName) ?? NULL_TEXT;
    case 'constant':
      return double(doubleParameter(post.value));
    case 'arithmetic': {
      // From left to right: `((a - b) - c)`.
      const operator = OPERATORS[post.fn];
      return double(numbers(post.fields).reduce((left, right) => operator.sql(sql, left, right)));
    }
    case 'thetaSketchEstimate':
      return sizeSql(post.field, scope, path);
    case 'thetaSketchSetOp':
      return sizeSql({ post, path }, scope, path);
    case 'zscore2sample': {
      const { sample1Size, successCount1, sample2Size, successCount2 } = post;
      return double(zScoreSql(numbers([sample1Size, successCount1, sample2Size, successCount2])));
    }
    case 'pvalue2tailedZtest':
      return double(pValueSql(asDouble(number(post.zScore))));
    case 'expression':
      return expressionSql(post.expression, outputScope(scope.outputs, path), `${path}.expression`);
    case 'quantilesDoublesSketchToQuantile':
      return double(quantileSql(samplesOf(post.field, scope), doubleParameter(post.fraction)));
    case 'quantilesDoublesSketchToHistogram':
      return histogramSql(post, samplesOf(post.field, scope));
    default: {
      const { kind, sql: choice } = CHOICES[post.type];
      const operands = post.fields.map((field) => castTo(kind, number(field)).sql);
      return { kind, sql: choice(sql, join(operands, 'comma')) };
    }
  }
}

/** The set of users that a post-aggregation stands for. */
export function setOf({ post, path }: PlacedPost, sets: PostScope['sets']): SketchSet {
  if (post.type === 'fieldAccess')
    return sets.get(post.fieldName) ?? { type: 'sketch', name: post.fieldName };
  if (post.type === 'thetaSketchSetOp')
    return { type: post.func, sets: post.fields.map((field) => setOf(field, sets)) };
  throw new QueryError(path, `is a ${post.type} where a thetaSketch is needed`);
}

/** How many users a set has: a double, like all distinct counts. */
function sizeSql(set: PlacedPost, { sets, sketches }: PostScope, path: string): TypedSql {
  return double(sql`CAST(${sketches.sizeOf(setOf(set, sets), path)} AS DOUBLE)`);
}

/** The sorted values of the quantiles sketch that a post-aggregation stands for. */
function samplesOf({ post, path }: PlacedPost, { sketches }: PostScope): Sql {
  if (post.type === 'fieldAccess') return sketches.valuesOf(post.fieldName, path);
  throw new QueryError(path, `is a ${post.type} where a quantilesDoublesSketch is needed`);
}

function double(value: Sql): TypedSql {
  return { kind: 'double', sql: value };
}

/** Throws `QueryError` for text and lists, with which Druid fails. */
export function requireNumber(value: TypedSql, path: string): TypedSql {
  if (value.kind === 'doubles') throw new QueryError(path, 'reads a list of numbers as one number');
  if (value.kind === 'text' && value !== NULL_TEXT)
    throw new QueryError(path, "reads text as a number; cast it in an expression, as in cast(x, 'DOUBLE')");
  return value;
}

/** The quantile of a group without values. Quantiles of values are exact here; Druid estimates them. */
const NAN = sql`'nan'::DOUBLE`;
const DEFAULT_BIN_COUNT = 10;

/** The smallest value such that at least this fraction of the values do not exceed it. */
function quantileSql(values: Sql, fraction: Sql): Sql {
  const index = sql`greatest(ceil(${fraction} * len(${values})), 1)::BIGINT`;
  return sql`coalesce(list_extract(${values}, ${index}), ${NAN})`;
}

/** The steps of a binary search over lists of any length: 2^30, 2^29, …, 1. */
const SEARCH_STEPS = doubles(Array.from({ length: 31 }, (_step, index) => 2 ** (30 - index)));

/**
 * How many of the sorted values do not exceed a limit, by binary search: counting takes hours for many
 * limits.
 */
function countUpTo(values: Sql, limit: Sql): Sql {
  const reaches = sql`list_extract(${values}, (found + step)::BIGINT) <= ${limit}`;
  const step = sql`CASE WHEN found + step <= len(${values}) AND ${reaches} THEN found + step ELSE found END`;
  const position = sql`list_reduce(list_prepend(0::DOUBLE, ${SEARCH_STEPS}), lambda found, step: ${step})`;
  return sql`CASE WHEN ${values} IS NOT NULL THEN ${position} END`;
}

interface Bins {
  readonly splitPoints?: readonly number[];
  readonly numBins?: number;
}

/**
 * How many values are in each bin: between split points, or in bins of equal width. A bin includes its upper
 * end; the last bin holds all that is left. If all values are equal, the first bin holds all.
 */
function histogramSql({ splitPoints, numBins = DEFAULT_BIN_COUNT }: Bins, values: Sql): TypedSql {
  const last = sql`list_extract(${values}, len(${values}))`;
  const first = sql`list_extract(${values}, 1)`;
  const inner =
    splitPoints === undefined
      ? sql`list_transform(range(1, ${long(numBins)}), lambda i: ${first} + (${last} - ${first}) / ${doubleParameter(numBins)} * i)`
      : doubles(splitPoints);
  // Counted once for each bin's end and then subtracted: inside of the second lambda, each bin would count
  // again.
  const upTo = sql`list_transform(${inner}, lambda p: ${countUpTo(values, sql`p`)})`;
  const counts = sql`list_concat([0::DOUBLE], ${upTo}, [len(${values})::DOUBLE])`;
  const size = long((splitPoints === undefined ? numBins - 1 : splitPoints.length) + 2);
  const pairs = sql`list_zip(list_slice(${counts}, 1, ${size} - 1), list_slice(${counts}, 2, ${size}))`;
  // The range of infinite values cannot be divided into bins of equal width.
  const hasBins = splitPoints === undefined ? sql`isfinite(${last} - ${first})` : sql`${values} IS NOT NULL`;
  const count = sql`CASE WHEN ${hasBins} THEN z[2] - z[1] ELSE ${NAN} END`;
  return { kind: 'doubles', sql: sql`list_transform(${pairs}, lambda z: ${count})` };
}

/** The z score of the success rates of two samples, with unpooled variances. */
function zScoreSql([n1 = NAN, s1 = NAN, n2 = NAN, s2 = NAN]: readonly Sql[]): Sql {
  const variance = (s: Sql, n: Sql): Sql => sql`(${s} / ${n}) * (1 - ${s} / ${n}) / ${n}`;
  const variances = sql`(${variance(s1, n1)} + ${variance(s2, n2)})`;
  // Negative if a sample has more successes than members: NaN then, where DuckDB's square root would fail.
  return sql`((${s1} / ${n1} - ${s2} / ${n2}) / CASE WHEN ${variances} < 0 THEN 'nan'::DOUBLE ELSE sqrt(${variances}) END)`;
}

/**
 * The two-tailed p-value of a z-score, erfc(x) of x = |z| / √2, to 12 digits: near 0 by the series x + 2x³/3
 * + 4x⁵/15 + …; from 2 on, where that loses digits, by the continued fraction x + ½/(x + 1/(x + 1½/(x +
 * …))).
 */
function pValueSql(zScore: Sql): Sql {
  return letBinding(sql`(abs(${zScore}) / sqrt(2))`, (x) => {
    const series = sql`list_reduce(list_prepend(1::DOUBLE, range(100, 0, -1)::DOUBLE[]), lambda sum, n: 1 + 2 * ${x} * ${x} / (2 * n + 1) * sum)`;
    const fraction = sql`list_reduce(list_prepend(${x}, range(200, 0, -1)::DOUBLE[]), lambda rest, level: ${x} + level / 2 / rest)`;
    const density = sql`exp(-${x} * ${x}) / sqrt(pi())`;
    return sql`CASE WHEN ${x} < 2 THEN 1 - 2 * ${density} * ${x} * ${series} ELSE ${density} / ${fraction} END`;
  });
}
