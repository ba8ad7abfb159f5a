// How post-aggregations of numbers are computed, such as {"type": "arithmetic", "fn": "/", "fields": [a, b]}:
// - `sql` is for the engine for DuckDB, which casts each operand to DOUBLE first.
// - `number` is for reports, which compute it for a row of a table if all operands are finite numbers.
// - Druid gets the JSON and computes it itself.

/** The tag of SQL templates. An engine passes its own, so that this file needs none. */
export type SqlTag<Sql> = (texts: TemplateStringsArray, ...parts: readonly Sql[]) => Sql;

interface Operator {
  number(left: number, right: number): number;
  sql<Sql>(sql: SqlTag<Sql>, left: Sql, right: Sql): Sql;
}

/**
 * The operators of an `arithmetic`, which computes from left to right, in doubles. In SQL, null with anything
 * is null. Divided by zero, `/` gives 0, and `quotient` an infinity, or NaN for 0/0. Source: Druid's
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
 * The post-aggregations that choose one of several numbers; `long` ones give whole numbers. SQL skips nulls.
 */
export const CHOICES = {
  doubleGreatest: { kind: 'double', ...GREATEST },
  longGreatest: { kind: 'long', ...GREATEST },
  doubleLeast: { kind: 'double', ...LEAST },
  longLeast: { kind: 'long', ...LEAST },
} as const;

/** `Object.keys` with the type of the keys. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>) {
  return Object.keys(table) as Key[];
}
