import { type PostAggregation } from '../../../tql/post-aggregation.ts';
import { QueryError } from '../../errors.ts';
import { druidExpressionSql } from './druid-expression.ts';
import { asDouble, asLong, NULL_TEXT, type Expression } from './expression.ts';
import { type Hidden, type SketchSet } from './hidden.ts';
import { quantilesSql } from './quantiles.ts';
import { outputScope } from './scope.ts';
import { double, join, sql, type Sql } from './sql.ts';
import { pValueSql, zScoreSql } from './ztest.ts';

/** What a post-aggregation may look at: the outputs before it, and more of its group. */
export interface PostScope {
  readonly outputs: ReadonlyMap<string, Expression>;
  readonly hidden: Hidden;
  /** Sets that earlier post-aggregations made, by name. */
  readonly sets: ReadonlyMap<string, SketchSet>;
}

/** A post-aggregation over the columns of a group. */
export function postAggregationSql(post: PostAggregation, scope: PostScope, path: string): Expression {
  switch (post.type) {
    case 'fieldAccess':
    case 'finalizingFieldAccess':
    case 'hyperUniqueCardinality':
      return scope.outputs.get(post.fieldName) ?? NULL_TEXT;
    case 'constant':
      return { kind: 'double', sql: double(post.value) };
    case 'arithmetic':
      return { kind: 'double', sql: arithmeticSql(post.fn, doublesOf(post.fields, scope, path)) };
    case 'doubleGreatest':
      return { kind: 'double', sql: sql`greatest(${join(doublesOf(post.fields, scope, path), 'comma')})` };
    case 'doubleLeast':
      return { kind: 'double', sql: sql`least(${join(doublesOf(post.fields, scope, path), 'comma')})` };
    case 'longGreatest':
      return { kind: 'long', sql: sql`greatest(${join(longsOf(post.fields, scope, path), 'comma')})` };
    case 'longLeast':
      return { kind: 'long', sql: sql`least(${join(longsOf(post.fields, scope, path), 'comma')})` };
    case 'thetaSketchEstimate':
      return sizeOf(sketchSet(post.field, scope, `${path}.field`), scope, path);
    case 'thetaSketchSetOp':
      return sizeOf(sketchSet(post, scope, path), scope, path);
    case 'zscore2sample':
      return {
        kind: 'double',
        sql: zScoreSql(post, (field, key) => asDouble(postAggregationSql(field, scope, `${path}.${key}`))),
      };
    case 'pvalue2tailedZtest':
      return { kind: 'double', sql: pValueSql(asDouble(postAggregationSql(post.zScore, scope, `${path}.zScore`))) };
    case 'expression':
      return druidExpressionSql(post.expression, outputScope(scope.outputs, path), `${path}.expression`);
    default:
      return quantilesSql(post, valuesOf(post.field, scope, `${path}.field`));
  }
}

function sizeOf(set: SketchSet, scope: PostScope, path: string): Expression {
  // A double, as all distinct counts are.
  return { kind: 'double', sql: sql`CAST(${scope.hidden.sizeOf(set, path)} AS DOUBLE)` };
}

/** The set that a post-aggregation stands for. Throws `QueryError` where it stands for none. */
export function sketchSet(post: PostAggregation, scope: PostScope, path: string): SketchSet {
  if (post.type === 'thetaSketchSetOp') {
    return {
      type: post.func,
      sets: post.fields.map((field, index) => sketchSet(field, scope, `${path}.fields[${index}]`)),
    };
  }
  if (post.type === 'fieldAccess') return scope.sets.get(post.fieldName) ?? { type: 'sketch', name: post.fieldName };
  throw new QueryError(path, `is a ${post.type} where a thetaSketch is needed`);
}

function valuesOf(field: PostAggregation, scope: PostScope, path: string): Sql {
  if (field.type === 'fieldAccess') return scope.hidden.valuesOf(field.fieldName, path);
  throw new QueryError(path, `is a ${field.type} where a quantilesDoublesSketch is needed`);
}

function valuesIn(fields: readonly PostAggregation[], scope: PostScope, path: string): Expression[] {
  return fields.map((field, index) => postAggregationSql(field, scope, `${path}.fields[${index}]`));
}

function doublesOf(fields: readonly PostAggregation[], scope: PostScope, path: string): Sql[] {
  return valuesIn(fields, scope, path).map(asDouble);
}

function longsOf(fields: readonly PostAggregation[], scope: PostScope, path: string): Sql[] {
  return valuesIn(fields, scope, path).map(asLong);
}

function arithmeticSql(fn: '+' | '-' | '*' | '/' | 'quotient', fields: readonly Sql[]): Sql {
  const [first = sql`NULL::DOUBLE`, ...others] = fields;
  return others.reduce((left, right) => operationSql(fn, left, right), first);
}

function operationSql(fn: '+' | '-' | '*' | '/' | 'quotient', left: Sql, right: Sql): Sql {
  switch (fn) {
    case '+':
      return sql`(${left} + ${right})`;
    case '-':
      return sql`(${left} - ${right})`;
    case '*':
      return sql`(${left} * ${right})`;
    case '/':
      // Druid's own: nothing divided by zero is nothing, and so is anything.
      return sql`(CASE WHEN ${left} IS NULL THEN NULL WHEN ${right} = 0 THEN 0 ELSE ${left} / ${right} END)`;
    case 'quotient':
      return sql`(${left} / ${right})`;
  }
}
