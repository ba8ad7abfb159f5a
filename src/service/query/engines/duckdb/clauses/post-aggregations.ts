import { CHOICES, OPERATORS } from '../../../../../tql/number-functions.ts';
import type { ComputedPost } from '../../../../../tql/post-aggregation.ts';
import { QueryError } from '../../../../errors.ts';
import { expressionSql } from '../expressions/expression.ts';
import { outputScope } from '../sql/scope.ts';
import { double as number, doubles, join, long, sql, type Sql } from '../sql/statement.ts';
import { asDouble, castTo, NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import type { SketchAccess, SketchSet } from './sketches.ts';

/**
 * What a post-aggregation can read: the outputs before it, and what is known of the sketches of its group.
 */
export interface PostScope {
  readonly outputs: ReadonlyMap<string, TypedSql>;
  readonly sketches: SketchAccess;
  /** The sets that earlier post-aggregations define, by name. */
  readonly sets: ReadonlyMap<string, SketchSet>;
}

/** What SQL can read of a post-aggregation. Throws `QueryError` for what it is not. */
export interface Readable {
  readonly path: string;
  readonly value: () => TypedSql;
  /** The set of users that it stands for. */
  readonly set: () => SketchSet;
  /** The sorted values of the quantiles sketch that it stands for. */
  readonly samples: () => Sql;
}

type Post = ComputedPost<Readable>;

/** Reads a post-aggregation, whose operands were read before, over the columns of a group. */
export function readPost(post: Post, path: string, scope: PostScope): Readable {
  const refused = (wanted: string) => (): never => {
    throw new QueryError(path, `is a ${post.type} where a ${wanted} is needed`);
  };
  const value = { path, value: () => valueSql(post, path, scope) };
  const reads = { ...value, set: refused('thetaSketch'), samples: refused('quantilesDoublesSketch') };
  if (post.type === 'thetaSketchSetOp') return { ...reads, set: () => setOf(post) };
  if (post.type !== 'fieldAccess') return reads;
  const { fieldName: name } = post;
  return {
    ...reads,
    set: () => scope.sets.get(name) ?? { type: 'sketch', name },
    samples: () => scope.sketches.valuesOf(name, path),
  };
}

function setOf({ func, fields }: Extract<Post, { readonly type: 'thetaSketchSetOp' }>): SketchSet {
  return { type: func, sets: fields.map((field) => field.set()) };
}

function valueSql(post: Post, path: string, { outputs, sketches }: PostScope): TypedSql {
  // A double, like all distinct counts.
  const sizeOf = (set: SketchSet) => double(sql`CAST(${sketches.sizeOf(set, path)} AS DOUBLE)`);
  switch (post.type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return outputs.get(post.fieldName) ?? NULL_TEXT;
    case 'constant':
      return double(number(post.value));
    case 'arithmetic': {
      const operator = OPERATORS[post.fn];
      return double(post.fields.map(doubleOf).reduce((left, right) => operator.sql(sql, left, right)));
    }
    case 'thetaSketchEstimate':
      return sizeOf(post.field.set());
    case 'thetaSketchSetOp':
      return sizeOf(setOf(post));
    case 'zscore2sample':
      return double(zScoreSql(post));
    case 'pvalue2tailedZtest':
      // `withPValues` puts the p-value in its place.
      return double(doubleOf(post.zScore));
    case 'expression':
      return expressionSql(post.expression, outputScope(outputs, path), `${path}.expression`);
    case 'quantilesDoublesSketchToQuantile':
      return double(quantileSql(post.field.samples(), number(post.fraction)));
    case 'quantilesDoublesSketchToQuantiles':
      return mapPoints(doubles(post.fractions), quantileSql(post.field.samples(), sql`p`));
    case 'quantilesDoublesSketchToRank':
      return double(rankSql(post.field.samples(), number(post.value)));
    case 'quantilesDoublesSketchToCDF':
      return distributionSql(post.splitPoints, post.field.samples());
    case 'quantilesDoublesSketchToHistogram':
      return histogramSql(post.splitPoints ?? null, post.numBins ?? DEFAULT_BIN_COUNT, post.field.samples());
    default: {
      const { kind, sql: chosen } = CHOICES[post.type];
      const numbers = post.fields.map((field) => castTo(kind, numberOf(field)).sql);
      return { kind, sql: chosen(sql, join(numbers, 'comma')) };
    }
  }
}

function double(value: Sql): TypedSql {
  return { kind: 'double', sql: value };
}

function numberOf({ value, path }: Readable): TypedSql {
  return requireNumber(value(), path);
}

function doubleOf(field: Readable): Sql {
  return asDouble(numberOf(field));
}

/** Throws `QueryError` for text and lists, with which Druid fails. */
export function requireNumber(value: TypedSql, path: string): TypedSql {
  if (value.kind === 'doubles') throw new QueryError(path, 'reads a list of numbers as one number');
  if (value.kind === 'text' && value !== NULL_TEXT)
    throw new QueryError(path, "reads text as a number; cast it in an expression, as in cast(x, 'DOUBLE')");
  return value;
}

/** What is read off a group without values. What is read off values is exact, where Druid estimates. */
const NAN = sql`'nan'::DOUBLE`;
const DEFAULT_BIN_COUNT = 10;

function mapPoints(points: Sql, value: Sql): TypedSql {
  return { kind: 'doubles', sql: sql`list_transform(${points}, lambda p: ${value})` };
}

function rankSql(values: Sql, limit: Sql): Sql {
  return sql`coalesce(${countUpTo(values, limit)} / len(${values}), ${NAN})`;
}

/** The smallest value such that at least this fraction of the values do not exceed it. */
function quantileSql(values: Sql, fraction: Sql): Sql {
  const index = sql`greatest(ceil(${fraction} * len(${values})), 1)::BIGINT`;
  return sql`coalesce(list_extract(${values}, ${index}), ${NAN})`;
}

/** The fraction of the values up to each split point, and that of all. */
function distributionSql(splitPoints: readonly number[], values: Sql): TypedSql {
  const ranks = mapPoints(doubles(splitPoints), rankSql(values, sql`p`)).sql;
  const all = sql`coalesce(len(${values}) / len(${values}), ${NAN})`;
  return { kind: 'doubles', sql: sql`list_append(${ranks}, ${all})` };
}

/** The steps of a binary search over lists of any length: powers of two, descending. */
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

/**
 * The counts between split points. A bin includes its upper end; the last bin holds all that is left. If all
 * values are equal, bins of equal width cannot be made, and the first holds all.
 */
function histogramSql(splitPoints: readonly number[] | null, bins: number, values: Sql): TypedSql {
  const last = sql`list_extract(${values}, len(${values}))`;
  const first = sql`list_extract(${values}, 1)`;
  const inner =
    splitPoints === null
      ? sql`list_transform(range(1, ${long(bins)}), lambda i: ${first} + (${last} - ${first}) / ${number(bins)} * i)`
      : doubles(splitPoints);
  // Counted once for each bin's end and then subtracted: inside of the second lambda, each bin would count
  // again.
  const upTo = mapPoints(inner, countUpTo(values, sql`p`)).sql;
  const counts = sql`list_concat([0::DOUBLE], ${upTo}, [len(${values})::DOUBLE])`;
  const size = long((splitPoints === null ? bins - 1 : splitPoints.length) + 2);
  const pairs = sql`list_zip(list_slice(${counts}, 1, ${size} - 1), list_slice(${counts}, 2, ${size}))`;
  // The range of infinite values cannot be divided into bins of equal width.
  const hasBins = splitPoints === null ? sql`isfinite(${last} - ${first})` : sql`${values} IS NOT NULL`;
  const count = sql`CASE WHEN ${hasBins} THEN z[2] - z[1] ELSE ${NAN} END`;
  return { kind: 'doubles', sql: sql`list_transform(${pairs}, lambda z: ${count})` };
}

type ZScore = Record<'sample1Size' | 'successCount1' | 'sample2Size' | 'successCount2', Readable>;

/** The z score of the success rates of two samples, with unpooled variances. */
function zScoreSql({ sample1Size, successCount1, sample2Size, successCount2 }: ZScore): Sql {
  const [n1, s1] = [doubleOf(sample1Size), doubleOf(successCount1)];
  const [n2, s2] = [doubleOf(sample2Size), doubleOf(successCount2)];
  const variance = (s: Sql, n: Sql): Sql => sql`(${s} / ${n}) * (1 - ${s} / ${n}) / ${n}`;
  const both = sql`(${variance(s1, n1)} + ${variance(s2, n2)})`;
  // Negative if a sample has more successes than members: NaN then, where DuckDB's square root would fail.
  return sql`((${s1} / ${n1} - ${s2} / ${n2}) / CASE WHEN ${both} < 0 THEN 'nan'::DOUBLE ELSE sqrt(${both}) END)`;
}
