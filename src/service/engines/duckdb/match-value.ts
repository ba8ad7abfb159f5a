import { decimalNumber } from '../../../tql/decimal.ts';
import { type MatchValueType } from '../../../tql/filter.ts';
import { asDouble, asLong, asText, type Expression } from './expression.ts';
import { double, sql, text, type Sql } from './sql.ts';

/**
 * Whether a column has a value that is held to a type first: 2.5 as a `LONG` is 2. A column of text is compared with it
 * as text (`2`, and `2.0` for a `DOUBLE`), one of numbers as a number. Null where it can match nothing.
 */
export function matchSql(column: Expression, type: MatchValueType, value: string | number): Sql | null {
  const held = heldTo(type, value);
  if (held === null) return null;
  if (column.kind === 'text') return sql`(${column.sql} = ${asText(held)})`;
  const number = held.kind === 'text' ? numberOf(String(value)) : held;
  return number === null ? null : sql`(${asDouble(column)} = ${asDouble(number)})`;
}

function heldTo(type: MatchValueType, value: string | number): Expression | null {
  if (type.includes('STRING')) {
    const isWritten = typeof value === 'string' || Number.isSafeInteger(value);
    return { kind: 'text', sql: isWritten ? text(String(value)) : asText({ kind: 'double', sql: double(value) }) };
  }
  const number = typeof value === 'string' ? numberOf(value) : ({ kind: 'double', sql: double(value) } as const);
  return number === null || !type.includes('LONG') ? number : { kind: 'long', sql: asLong(number) };
}

function numberOf(written: string): Expression | null {
  const number = decimalNumber(written);
  return number === null ? null : { kind: 'double', sql: double(number) };
}

/** The values as they are put in order with numbers: text that is no number comes before all of them. */
export function ranked(column: Expression): Sql {
  if (column.kind !== 'text') return column.sql;
  return sql`CASE WHEN ${column.sql} IS NOT NULL THEN coalesce(${asDouble(column)}, '-inf'::DOUBLE) END`;
}
