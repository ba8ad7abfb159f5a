// SQL with the type of its values, and conversions between types with Druid's results: text `12.5` → 12.
import { javaDoubleText } from './java-doubles.ts';
import { letBinding, sql, type Sql, text } from './statement.ts';

/** The type of an SQL expression's values: text, whole numbers, doubles, or lists of doubles. */
type SqlKind = 'text' | 'long' | 'double' | 'doubles';

/** The kinds that are one value. */
export type ScalarKind = Exclude<SqlKind, 'doubles'>;

/** What Druid calls the type of a kind, in signatures. */
export const TYPE_NAMES: Readonly<Record<SqlKind, string>> = {
  text: 'STRING',
  long: 'LONG',
  double: 'DOUBLE',
  doubles: 'ARRAY<DOUBLE>',
};

/** A typed SQL expression. */
export interface TypedSql {
  readonly kind: SqlKind;
  readonly sql: Sql;
}

/** Texts that are numbers, as for `parseDecimal` in `tql/literals.ts`. */
const DECIMAL = text('[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?');

/** The value of a name that no column has. */
export const NULL_TEXT: TypedSql = { kind: 'text', sql: sql`NULL::VARCHAR` };

/** The values as doubles; null for text that is not a number. */
export function asDouble(expression: TypedSql): Sql {
  const { kind, sql: value } = expression;
  switch (kind) {
    case 'double':
      return value;
    case 'long':
      return sql`CAST(${value} AS DOUBLE)`;
    case 'text':
      return letBinding(value, (decimalText) => {
        // Too large a number would become infinite.
        const number = sql`nullif(nullif(TRY_CAST(${decimalText} AS DOUBLE), 'inf'), '-inf')`;
        return sql`CASE WHEN regexp_full_match(${decimalText}, ${DECIMAL}) THEN ${number} END`;
      });
    case 'doubles':
      return sql`NULL::DOUBLE`;
  }
}

/**
 * The values as whole numbers of 64 bits, as Java converts them: rounded towards zero and clamped; NaN
 * becomes 0.
 */
export function asLong(expression: TypedSql): Sql {
  if (expression.kind === 'long') return expression.sql;
  return letBinding(asDouble(expression), (value) => {
    const [maximum, minimum] = [sql`9223372036854774784`, sql`-9223372036854775808`];
    const truncated = sql`TRY_CAST(trunc(${value}) AS BIGINT)`;
    return sql`CASE WHEN isnan(${value}) THEN 0 WHEN ${value} >= ${maximum}::DOUBLE THEN ${maximum} WHEN ${value} <= ${minimum}::DOUBLE THEN ${minimum} ELSE ${truncated} END`;
  });
}

/** Text as a whole number, null if it is not one: `12`, `12.0` and `1e3` are, `-0.5` is not. */
export function asExactLong(expression: TypedSql): Sql {
  if (expression.kind !== 'text') return asLong(expression);
  return letBinding(expression.sql, (decimalText) => {
    const number = sql`TRY_CAST(${decimalText} AS DOUBLE)`;
    const isPlain = sql`regexp_full_match(${decimalText}, '[+-]?[0-9]+')`;
    const isExact = sql`regexp_full_match(${decimalText}, ${DECIMAL}) AND trunc(${number}) = ${number}`;
    return sql`CASE WHEN ${isPlain} THEN TRY_CAST(${decimalText} AS BIGINT) WHEN ${isExact} THEN TRY_CAST(${number} AS BIGINT) END`;
  });
}

/** The values as text. */
export function asText({ kind, sql: value }: TypedSql): Sql {
  if (kind === 'text') return value;
  return kind === 'double' ? javaDoubleText(value) : sql`CAST(${value} AS VARCHAR)`;
}

/** A value as another kind. */
export function castTo(kind: ScalarKind, value: TypedSql): TypedSql {
  switch (kind) {
    case 'text':
      return { kind, sql: asText(value) };
    case 'long':
      return { kind, sql: asLong(value) };
    case 'double':
      return { kind, sql: asDouble(value) };
  }
}

/** The kind that a Druid type stands for, in upper or lower case; null for another type. */
export function kindOfType(type: string): ScalarKind | null {
  switch (type.toUpperCase()) {
    case 'STRING':
      return 'text';
    case 'LONG':
      return 'long';
    case 'DOUBLE':
    case 'FLOAT':
      return 'double';
    default:
      return null;
  }
}

/**
 * Whether a value counts as true: a number above 0, or the text `true`. NaN does not, though DuckDB orders it
 * above all numbers.
 */
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
