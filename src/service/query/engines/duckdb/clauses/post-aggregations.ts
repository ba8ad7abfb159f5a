import type { PostAggregation, QuantilesReading } from '../../../../../tql/post-aggregation.ts';
import { QueryError } from '../../../../errors.ts';
import { expressionSql } from '../expressions/expression.ts';
import { outputScope } from '../sql/scope.ts';
import { double, doubles, join, long, sql, type Sql } from '../sql/statement.ts';
import { asDouble, asLong, NULL_TEXT, type TypedSql } from '../sql/typed.ts';
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

/** A post-aggregation over the columns of a group. Throws `QueryError` at its path. */
export function postAggregationSql(post: PostAggregation, scope: PostScope, path: string): TypedSql {
  switch (post.type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return scope.outputs.get(post.fieldName) ?? NULL_TEXT;
    case 'constant':
      return { kind: 'double', sql: double(post.value) };
    case 'arithmetic':
      return { kind: 'double', sql: arithmeticSql(post.fn, numbersOf(post.fields, asDouble, scope, path)) };
    case 'doubleGreatest':
      return {
        kind: 'double',
        sql: sql`greatest(${join(numbersOf(post.fields, asDouble, scope, path), 'comma')})`,
      };
    case 'doubleLeast':
      return {
        kind: 'double',
        sql: sql`least(${join(numbersOf(post.fields, asDouble, scope, path), 'comma')})`,
      };
    case 'longGreatest':
      return {
        kind: 'long',
        sql: sql`greatest(${join(numbersOf(post.fields, asLong, scope, path), 'comma')})`,
      };
    case 'longLeast':
      return { kind: 'long', sql: sql`least(${join(numbersOf(post.fields, asLong, scope, path), 'comma')})` };
    case 'thetaSketchEstimate':
      return sizeOf(sketchSet(post.field, scope, `${path}.field`), scope, path);
    case 'thetaSketchSetOp':
      return sizeOf(sketchSet(post, scope, path), scope, path);
    case 'zscore2sample':
      return {
        kind: 'double',
        sql: zScoreSql(post, (field, key) => asDouble(numberSql(field, scope, `${path}.${key}`))),
      };
    case 'pvalue2tailedZtest':
      // `withPValues` puts the p-value in its place.
      return { kind: 'double', sql: asDouble(numberSql(post.zScore, scope, `${path}.zScore`)) };
    case 'expression':
      return expressionSql(post.expression, outputScope(scope.outputs, path), `${path}.expression`);
    default:
      return quantilesSql(post, valuesOf(post.field, scope, `${path}.field`));
  }
}

function sizeOf(set: SketchSet, scope: PostScope, path: string): TypedSql {
  // A double, like all distinct counts.
  return { kind: 'double', sql: sql`CAST(${scope.sketches.sizeOf(set, path)} AS DOUBLE)` };
}

/** The set of users that a post-aggregation stands for. Throws `QueryError` if it is not a set. */
export function sketchSet(post: PostAggregation, scope: PostScope, path: string): SketchSet {
  if (post.type === 'thetaSketchSetOp') {
    return {
      type: post.func,
      sets: post.fields.map((field, index) => sketchSet(field, scope, `${path}.fields[${index}]`)),
    };
  }
  if (post.type === 'fieldAccess')
    return scope.sets.get(post.fieldName) ?? { type: 'sketch', name: post.fieldName };
  throw new QueryError(path, `is a ${post.type} where a thetaSketch is needed`);
}

function valuesOf(field: PostAggregation, scope: PostScope, path: string): Sql {
  if (field.type === 'fieldAccess') return scope.sketches.valuesOf(field.fieldName, path);
  throw new QueryError(path, `is a ${field.type} where a quantilesDoublesSketch is needed`);
}

function numberSql(field: PostAggregation, scope: PostScope, path: string): TypedSql {
  return requireNumber(postAggregationSql(field, scope, path), path);
}

/** The values of fields as numbers of one kind. */
function numbersOf(
  fields: readonly PostAggregation[],
  as: (value: TypedSql) => Sql,
  scope: PostScope,
  path: string,
): Sql[] {
  return fields.map((field, index) => as(numberSql(field, scope, `${path}.fields[${index}]`)));
}

/** Throws `QueryError` for text and lists, with which Druid fails. */
export function requireNumber(value: TypedSql, path: string): TypedSql {
  if (value.kind === 'doubles') throw new QueryError(path, 'reads a list of numbers as one number');
  if (value.kind === 'text' && value !== NULL_TEXT)
    throw new QueryError(path, "reads text as a number; cast it in an expression, as in cast(x, 'DOUBLE')");
  return value;
}

function arithmeticSql(fn: Operation, [first = sql`NULL::DOUBLE`, ...others]: readonly Sql[]): Sql {
  return others.reduce((left, right) => operationSql(fn, left, right), first);
}

function operationSql(fn: Operation, left: Sql, right: Sql): Sql {
  // As in Druid: a number divided by zero is 0, and null stays null.
  if (fn === '/')
    return sql`(CASE WHEN ${left} IS NULL THEN NULL WHEN ${right} = 0 THEN 0 ELSE ${left} / ${right} END)`;
  return sql`(${left} ${OPERATORS[fn]} ${right})`;
}

type Operation = Extract<PostAggregation, { readonly type: 'arithmetic' }>['fn'];

const OPERATORS: Readonly<Record<Exclude<Operation, '/'>, Sql>> = {
  '+': sql`+`,
  '-': sql`-`,
  '*': sql`*`,
  quotient: sql`/`,
};

/**
 * Reads a quantile, rank, CDF or histogram off a group's sorted values: exact, not an estimate as in Druid;
 * NaN without values.
 */
function quantilesSql(post: QuantilesReading, values: Sql): TypedSql {
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantile':
      return { kind: 'double', sql: sql`coalesce(${quantileSql(values, double(post.fraction))}, ${NAN})` };
    case 'quantilesDoublesSketchToQuantiles':
      return mapPoints(doubles(post.fractions), sql`coalesce(${quantileSql(values, sql`p`)}, ${NAN})`);
    case 'quantilesDoublesSketchToRank':
      return { kind: 'double', sql: rankSql(values, double(post.value)) };
    case 'quantilesDoublesSketchToCDF':
      return {
        kind: 'doubles',
        sql: sql`list_append(${mapPoints(doubles(post.splitPoints), rankSql(values, sql`p`)).sql}, coalesce(len(${values}) / len(${values}), ${NAN}))`,
      };
    case 'quantilesDoublesSketchToHistogram':
      return histogramSql(post.splitPoints ?? null, post.numBins ?? DEFAULT_BIN_COUNT, values);
  }
}

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
  return sql`list_extract(${values}, greatest(ceil(${fraction} * len(${values})), 1)::BIGINT)`;
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
  const found = sql`list_reduce(list_prepend(0::DOUBLE, ${SEARCH_STEPS}), lambda found, step: ${step})`;
  return sql`CASE WHEN ${values} IS NOT NULL THEN ${found} END`;
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
      ? sql`list_transform(range(1, ${long(bins)}), lambda i: ${first} + (${last} - ${first}) / ${double(bins)} * i)`
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

type ZScore = Extract<PostAggregation, { readonly type: 'zscore2sample' }>;

/** The z score of the success rates of two samples, with unpooled variances. */
function zScoreSql(post: ZScore, double: (field: PostAggregation, key: string) => Sql): Sql {
  const [n1, s1] = [double(post.sample1Size, 'sample1Size'), double(post.successCount1, 'successCount1')];
  const [n2, s2] = [double(post.sample2Size, 'sample2Size'), double(post.successCount2, 'successCount2')];
  const variance = (s: Sql, n: Sql): Sql => sql`(${s} / ${n}) * (1 - ${s} / ${n}) / ${n}`;
  const both = sql`(${variance(s1, n1)} + ${variance(s2, n2)})`;
  // Negative if a sample has more successes than members: NaN then, where DuckDB's square root would fail.
  return sql`((${s1} / ${n1} - ${s2} / ${n2}) / CASE WHEN ${both} < 0 THEN 'nan'::DOUBLE ELSE sqrt(${both}) END)`;
}
