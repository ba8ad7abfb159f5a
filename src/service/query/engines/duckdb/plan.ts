// The plan of a query: SQL statements, and how their rows become the answer. The other files of this folder
// make a plan for each type of query; `engine.ts` runs it.
import type { Json } from '../../../../tql/json.ts';
import { DuckDBListValue } from '../../../duckdb.ts';
import { EngineError } from '../../../errors.ts';
import type { Sql } from './sql/statement.ts';

/** Runs one more statement. */
type RunMore = (statement: Sql) => Promise<readonly Row[]>;

export interface Plan {
  readonly statements: readonly Sql[];
  /** A statement that only some answers need; `explain` shows it. */
  readonly optionalStatement?: () => Sql;
  readonly toResult: (
    results: readonly (readonly Row[])[],
    runMore: RunMore,
  ) => readonly Json[] | Promise<readonly Json[]>;
}

/** A row as the driver returns it. */
export type Row = readonly unknown[];

/** A value of a row as JSON: infinities and NaN become their names. */
export function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof DuckDBListValue) return value.items.map(jsonOf);
  throw new EngineError(`DuckDB answered with a value that results cannot carry (${typeof value})`);
}

/** A JSON object of names and values, in order; safe for names such as `__proto__`. */
export function jsonObject(
  names: readonly string[],
  values: readonly unknown[],
): { readonly [name: string]: Json } {
  return Object.fromEntries(names.map((name, index) => [name, jsonOf(values[index])]));
}
