import { type Expression } from './expression.ts';
import { sql, type Sql } from './sql.ts';

/** Whether a value counts as true: a number that is not 0, the text `true`. */
export function asTruth(value: Expression): Sql {
  return value.kind === 'text' ? sql`(lower(${value.sql}) = 'true')` : sql`(${value.sql} <> 0)`;
}

/** A condition as a value: 1, 0 or null. */
export function truth(condition: Sql): Expression {
  return { kind: 'long', sql: sql`CAST((${condition}) AS BIGINT)` };
}
