// Translates post-aggregations to SQL over the columns of a group: an `arithmetic` of two outputs with `fn`
// `+` becomes `("a0" + "a1")`.
import { CHOICES, OPERATORS } from '../../../../../tql/schema/number-functions.ts';
import type { ComputedPost } from '../../../../../tql/schema/post-aggregation.ts';
import { QueryError } from '../../../../errors.ts';
import { expressionSql } from '../expressions/expression.ts';
import { outputScope } from '../sql/scope.ts';
import { double as doubleParameter, join, sql, type Sql } from '../sql/statement.ts';
import { asDouble, castTo, NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import { histogramSql, quantileSql } from './quantiles.ts';
import type { SketchSet } from './sketches.ts';
import type { SketchColumns } from './sketch-columns.ts';
import { pValueSql, zScoreSql } from './z-test.ts';

/** What a post-aggregation can read: the outputs before it, and the sketches of its group. */
export interface PostScope {
  readonly outputs: ReadonlyMap<string, TypedSql>;
  readonly sketches: Pick<SketchColumns, 'sizeOf' | 'valuesOf'>;
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
