import { javaDoubleText } from './java-text.ts';
import { letBinding, sql, type Sql, text } from './statement.ts';

/** What an SQL expression's values are: text, whole numbers, doubles, or lists of doubles. */
export type SqlKind = 'text' | 'long' | 'double' | 'doubles';

/** A typed SQL expression. */
export interface TypedSql {
  readonly kind: SqlKind;
  readonly sql: Sql;
}

/** What reads as a number when it is text; the same notation as `tql/decimal.ts`. */
const DECIMAL = text('[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?');

/** What no column holds. */
export const NULL_TEXT: TypedSql = { kind: 'text', sql: sql`NULL::VARCHAR` };

/** The values as doubles; text that is no number is null. */
export function asDouble(expression: TypedSql): Sql {
  const { kind, sql: value } = expression;
  switch (kind) {
    case 'double':
      return value;
    case 'long':
      return sql`CAST(${value} AS DOUBLE)`;
    case 'text':
      return letBinding(
        value,
        (kept) =>
          sql`CASE WHEN regexp_full_match(${kept}, ${DECIMAL}) THEN nullif(nullif(TRY_CAST(${kept} AS DOUBLE), 'inf'), '-inf') END`,
      );
    case 'doubles':
      return sql`NULL::DOUBLE`;
  }
}

/** The values as whole numbers: cut towards zero, and at the ends of 64 bits; NaN is 0, as it is in Java. */
export function asLong(expression: TypedSql): Sql {
  if (expression.kind === 'long') return expression.sql;
  return letBinding(asDouble(expression), (value) => {
    const [most, least] = [sql`9223372036854774784`, sql`-9223372036854775808`];
    const inside = sql`TRY_CAST(trunc(${value}) AS BIGINT)`;
    return sql`CASE WHEN isnan(${value}) THEN 0 WHEN ${value} >= ${most}::DOUBLE THEN ${most} WHEN ${value} <= ${least}::DOUBLE THEN ${least} ELSE ${inside} END`;
  });
}

/** The values as text. */
export function asText({ kind, sql: value }: TypedSql): Sql {
  if (kind === 'text') return value;
  return kind === 'double' ? javaDoubleText(value) : sql`CAST(${value} AS VARCHAR)`;
}

/** Whether a value counts as true: a number above 0, the text `true`. NaN, which DuckDB has above all numbers, does not. */
export function asCondition(value: TypedSql): Sql {
  if (value.kind === 'text') return sql`(lower(${value.sql}) = 'true')`;
  return value.kind === 'long'
    ? sql`(${value.sql} > 0)`
    : letBinding(value.sql, (number) => sql`(${number} > 0 AND NOT isnan(${number}))`);
}

/** A condition as a value: 1, 0 or null. */
export function conditionValue(condition: Sql): TypedSql {
  return { kind: 'long', sql: sql`CAST((${condition}) AS BIGINT)` };
}
