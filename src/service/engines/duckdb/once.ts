import { sql, type Sql } from './sql.ts';

/** A column, a parameter or little more: written again rather than kept. */
const SMALL = 6;

/**
 * What is built of a value more than once: a large value is computed once and kept under a name, or expressions inside
 * expressions would double at every step.
 */
export function once(value: Sql, build: (value: Sql) => Sql): Sql {
  if (value.size <= SMALL) return build(value);
  return sql`list_transform([${value}], lambda kept: ${build(sql`kept`)})[1]`;
}
