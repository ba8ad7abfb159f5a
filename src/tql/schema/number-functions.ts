// How post-aggregations of numbers are computed, such as {"type": "arithmetic", "fn": "/", "fields": [a, b]}:
// - `sql` is for the engine for DuckDB, which casts each operand first: to BIGINT for `long`, else to DOUBLE.
// - `number` is for reports (`report/tables/post-aggregations.ts`). A row has no value where an operand has
//   none, or where the result is not finite.
// - Druid gets the JSON and computes it itself. A set of users among the operands becomes its size first, by
//   `cluster/engine/clauses/post-aggregations.ts`.

/** The tag of SQL templates. An engine passes its own, so that this file needs none. */
export type SqlTag<Sql> = (texts: TemplateStringsArray, ...parts: readonly Sql[]) => Sql;

interface Operator {
  number(left: number, right: number): number;
  sql<Sql>(sql: SqlTag<Sql>, left: Sql, right: Sql): Sql;
}

/**
 * The operators of an `arithmetic`, which computes from left to right, in doubles. In both engines, null with
 * anything is null. Divided by zero, `/` gives 0, and `quotient` an infinity, or NaN for 0/0. Source: Druid's
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
 * The post-aggregations that choose one of several numbers; `long` ones give whole numbers. Both engines
 * skip nulls.
 */
export const CHOICES = {
  doubleGreatest: { kind: 'double', ...GREATEST },
  longGreatest: { kind: 'long', ...GREATEST, number: (...numbers) => Math.max(...numbers.map(Math.trunc)) },
  doubleLeast: { kind: 'double', ...LEAST },
  longLeast: { kind: 'long', ...LEAST, number: (...numbers) => Math.min(...numbers.map(Math.trunc)) },
} as const satisfies Readonly<Record<string, Choice & { readonly kind: 'long' | 'double' }>>;

/** `Object.keys` with the type of the keys. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>) {
  return Object.keys(table) as Key[];
}
