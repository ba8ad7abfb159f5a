import { type Expression } from './expression.ts';
import { once } from './once.ts';
import { sql, type Sql } from './sql.ts';

/** Whether a value counts as true: a number above 0, the text `true`. NaN, which DuckDB has above all numbers, does not. */
export function asTruth(value: Expression): Sql {
  if (value.kind === 'text') return sql`(lower(${value.sql}) = 'true')`;
  return value.kind === 'long'
    ? sql`(${value.sql} > 0)`
    : once(value.sql, (number) => sql`(${number} > 0 AND NOT isnan(${number}))`);
}

/** A condition as a value: 1, 0 or null. */
export function truth(condition: Sql): Expression {
  return { kind: 'long', sql: sql`CAST((${condition}) AS BIGINT)` };
}
