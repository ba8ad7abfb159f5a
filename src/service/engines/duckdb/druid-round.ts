import { type ExpressionTree } from '../../../tql/expression.ts';
import { QueryError } from '../../errors.ts';
import { asDouble, type Expression } from './expression.ts';
import { once } from './once.ts';
import { constant, sql, type Sql } from './sql.ts';

/** More places than this a decimal of the engine has not, nor a double any digits left to round. */
const SCALE_LIMIT = 20;

/** How many places `round(number[, places])` keeps: a literal, as the engine rounds decimals only to a constant. */
export function scaleOf(tree: ExpressionTree | undefined, path: string): number {
  if (tree === undefined) return 0;
  const isNegative = tree.type === 'unary' && tree.operator === '-';
  const number = isNegative ? tree.operand : tree;
  if (number.type !== 'long') {
    throw new QueryError(path, 'The expression rounds to a number of places that is no whole number written out');
  }
  return isNegative ? -number.value : number.value;
}

/**
 * Half away from zero, of the decimal that a number is written as: 2.675 to two places is 2.68, though the double lies
 * below it. As in Druid, NaN becomes 0 and an infinity the largest double.
 */
export function roundSql(value: Expression, scale: number): Expression {
  const places = constant(Math.max(scale, -SCALE_LIMIT));
  if (value.kind === 'long') {
    if (scale >= 0) return value;
    return { kind: 'long', sql: sql`TRY_CAST(round(CAST(${value.sql} AS DECIMAL(38, 0)), ${places}) AS BIGINT)` };
  }
  return { kind: 'double', sql: once(asDouble(value), (number) => roundDouble(number, scale, places)) };
}

function roundDouble(number: Sql, scale: number, places: Sql): Sql {
  const largest = sql`1.7976931348623157e308::DOUBLE`;
  const odd = sql`WHEN isnan(${number}) THEN 0 WHEN isinf(${number}) THEN sign(${number}) * ${largest}`;
  if (scale > SCALE_LIMIT) return sql`CASE ${odd} ELSE ${number} END`;
  const decimal = sql`coalesce(TRY_CAST(CAST(${number} AS VARCHAR) AS DECIMAL(38, 22)), 0)`;
  const exact = sql`CAST(round(${decimal}, ${places}) AS DOUBLE)`;
  const large = scale >= 0 ? number : sql`round(${number}, ${places})`;
  return sql`CASE WHEN ${number} IS NULL THEN NULL ${odd} WHEN abs(${number}) < 1e16 THEN ${exact} ELSE ${large} END`;
}
