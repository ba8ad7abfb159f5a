// How post-aggregations of numbers are computed, such as {"type": "arithmetic", "fn": "/", "fields": [a, b]}.
// `sql` is the SQL that the engine for DuckDB writes; it casts each operand to DOUBLE before. `number` is
// what a report computes for a row of its table, if all operands are finite numbers there; else it has none.
// Druid gets the JSON and computes it itself; a set of users among the operands becomes its size before.

/** The tag of SQL templates. An engine passes its own, so that this file needs none. */
export type SqlTag<Sql> = (texts: TemplateStringsArray, ...parts: readonly Sql[]) => Sql;

interface Operator {
  number(left: number, right: number): number;
  sql<Sql>(sql: SqlTag<Sql>, left: Sql, right: Sql): Sql;
}

/**
 * The operators of an `arithmetic`, which goes from left to right, in doubles. In SQL, null with anything is
 * null. By zero, `/` gives 0 and `quotient` what IEEE 754 says: an infinity, or NaN for 0/0. Source: Druid's
 * ArithmeticPostAggregator.
 */
export const OPERATORS = {
  '+': { number: (left, right) => left + right, sql: (sql, left, right) => sql`(${left} + ${right})` },
  '-': { number: (left, right) => left - right, sql: (sql, left, right) => sql`(${left} - ${right})` },
  '*': { number: (left, right) => left * right, sql: (sql, left, right) => sql`(${left} * ${right})` },
  '/': {
    number: (left, right) => (right === 0 ? 0 : left / right),
    sql: (sql, left, right) =>
      sql`(CASE WHEN ${left} IS NULL THEN NULL WHEN ${right} = 0 THEN 0 ELSE ${left} / ${right} END)`,
  },
  quotient: { number: (left, right) => left / right, sql: (sql, left, right) => sql`(${left} / ${right})` },
} satisfies Readonly<Record<string, Operator>>;

interface Choice {
  number(...numbers: readonly number[]): number;
  sql<Sql>(sql: SqlTag<Sql>, numbers: Sql): Sql;
}

const GREATEST: Choice = { number: Math.max, sql: (sql, numbers) => sql`greatest(${numbers})` };
const LEAST: Choice = { number: Math.min, sql: (sql, numbers) => sql`least(${numbers})` };

/**
 * The post-aggregations that choose one of several numbers, as whole ones (`long`) or not. SQL skips nulls.
 */
export const CHOICES = {
  doubleGreatest: { kind: 'double', ...GREATEST },
  longGreatest: { kind: 'long', ...GREATEST },
  doubleLeast: { kind: 'double', ...LEAST },
  longLeast: { kind: 'long', ...LEAST },
} as const;

/** The keys of a table, as its type knows them. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>) {
  return Object.keys(table) as Key[];
}
