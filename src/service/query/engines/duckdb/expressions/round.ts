// Translates the function `round` of expressions to SQL: `round(price, 2)` rounds the decimal notation of a
// number.
import type { ExpressionTree } from '../../../../../tql/expression.ts';
import { QueryError } from '../../../../errors.ts';
import { inlineInteger, letBinding, sql, type Sql } from '../sql/statement.ts';
import { NULL_TEXT, type TypedSql } from '../sql/typed.ts';
import type { Call } from './call.ts';
import { numberOf } from './numbers.ts';

/**
 * The engine's decimals have no more places than this, and a double has no digits left to round beyond them.
 */
const SCALE_LIMIT = 20;

/**
 * `round(number[, places])`: half away from zero, by the number's decimal notation: 2.675 to two places is
 * 2.68, though the double is less than that. As in Druid, NaN becomes 0 and an infinity the largest double.
 */
export function roundSql({ values: [value = NULL_TEXT], literals: [places], path }: Call): TypedSql {
  const scale = places === undefined ? 0 : scaleOf(places, path);
  const scaleSql = inlineInteger(Math.max(scale, -SCALE_LIMIT));
  if (value.kind === 'long') {
    if (scale >= 0) return value;
    return {
      kind: 'long',
      sql: sql`TRY_CAST(round(CAST(${value.sql} AS DECIMAL(38, 0)), ${scaleSql}) AS BIGINT)`,
    };
  }
  return {
    kind: 'double',
    sql: letBinding(numberOf(value), (number) => roundDoubleSql(number, scale, scaleSql)),
  };
}

/**
 * How many places to keep: a literal, because the engine rounds decimals only to a constant number of places.
 */
function scaleOf(tree: ExpressionTree, path: string): number {
  const isNegative = tree.type === 'unary' && tree.operator === '-';
  const number = isNegative ? tree.operand : tree;
  if (number.type !== 'long') {
    throw new QueryError(
      path,
      'The expression rounds to a number of places that is not a whole number written out',
    );
  }
  return isNegative ? -number.value : number.value;
}

function roundDoubleSql(number: Sql, scale: number, scaleSql: Sql): Sql {
  const largest = sql`1.7976931348623157e308::DOUBLE`;
  const infinite = sql`WHEN isnan(${number}) THEN 0 WHEN isinf(${number}) THEN sign(${number}) * ${largest}`;
  if (scale > SCALE_LIMIT) return sql`CASE ${infinite} ELSE ${number} END`;
  const decimal = sql`coalesce(TRY_CAST(CAST(${number} AS VARCHAR) AS DECIMAL(38, 22)), 0)`;
  const exact = sql`CAST(round(${decimal}, ${scaleSql}) AS DOUBLE)`;
  const large = scale >= 0 ? number : sql`round(${number}, ${scaleSql})`;
  return sql`CASE WHEN ${number} IS NULL THEN NULL ${infinite} WHEN abs(${number}) < 1e16 THEN ${exact} ELSE ${large} END`;
}
