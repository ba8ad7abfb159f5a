import { doubleText } from './double-text.ts';
import { once } from './once.ts';
import { sql, text, type Sql } from './sql.ts';

/** What an SQL expression's values are: text, whole numbers, doubles, or lists of doubles. */
export type Kind = 'text' | 'long' | 'double' | 'doubles';

/** A typed SQL expression. */
export interface Expression {
  readonly kind: Kind;
  readonly sql: Sql;
}

/** What reads as a number when it is text; the same notation as `tql/decimal.ts`. */
const DECIMAL = text('[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?');

/** What no column holds. */
export const NULL_TEXT: Expression = { kind: 'text', sql: sql`NULL::VARCHAR` };

/** The values as doubles; text that is no number is null. */
export function asDouble(expression: Expression): Sql {
  const { kind, sql: value } = expression;
  switch (kind) {
    case 'double':
      return value;
    case 'long':
      return sql`CAST(${value} AS DOUBLE)`;
    case 'text':
      return once(
        value,
        (kept) =>
          sql`CASE WHEN regexp_full_match(${kept}, ${DECIMAL}) THEN nullif(nullif(TRY_CAST(${kept} AS DOUBLE), 'inf'), '-inf') END`,
      );
    case 'doubles':
      return sql`NULL::DOUBLE`;
  }
}

/** The values as whole numbers: cut towards zero, and at the ends of 64 bits; NaN is 0, as it is in Java. */
export function asLong(expression: Expression): Sql {
  if (expression.kind === 'long') return expression.sql;
  return once(asDouble(expression), (value) => {
    const [most, least] = [sql`9223372036854774784`, sql`-9223372036854775808`];
    const inside = sql`TRY_CAST(trunc(${value}) AS BIGINT)`;
    return sql`CASE WHEN isnan(${value}) THEN 0 WHEN ${value} >= ${most}::DOUBLE THEN ${most} WHEN ${value} <= ${least}::DOUBLE THEN ${least} ELSE ${inside} END`;
  });
}

/** The values as text. */
export function asText({ kind, sql: value }: Expression): Sql {
  if (kind === 'text') return value;
  return kind === 'double' ? doubleText(value) : sql`CAST(${value} AS VARCHAR)`;
}
