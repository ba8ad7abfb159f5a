import { DuckDBListValue } from '@duckdb/node-api';
import type { Json } from '../../../../tql/json.ts';
import { EngineError } from '../../../errors.ts';
import { createEventLoopYield } from '../../../event-loop.ts';
import type { Sql } from './sql/statement.ts';

/** So many rows are few. */
export const SHORT_ROW_LIMIT = 1000;

/** Runs one statement more. */
type RunMore = (statement: Sql) => Promise<readonly Row[]>;

/** How a query is answered: statements to run, and what makes a result of their rows, in steps where they are many. */
export interface Plan {
  readonly statements: readonly Sql[];
  /** Whether none of them gives more than `SHORT` rows: those are made whole, which takes less than row by row. */
  readonly isShort?: boolean;
  /** A statement that only some answers need. */
  readonly perhaps?: () => Sql;
  readonly shape: (
    results: readonly (readonly Row[])[],
    runMore: RunMore,
  ) => readonly Json[] | Promise<readonly Json[]>;
}

/** A row as the driver gives it. */
export type Row = readonly unknown[];

/** A value of a row as results carry it: infinities and NaN as their names. */
export function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof DuckDBListValue) return value.items.map(jsonOf);
  throw new EngineError(`DuckDB answered with a value that results cannot carry (${typeof value})`);
}

/** Names and values as a JSON object, in order; also for names such as `__proto__`. */
export function jsonObject(names: readonly string[], values: readonly unknown[]): { readonly [name: string]: Json } {
  return Object.fromEntries(names.map((name, index) => [name, jsonOf(values[index])]));
}

/** So many take a millisecond or so. */
const STEP_ROWS = 500;

/** Maps rows of an answer as `map` does. Many of them are mapped in steps, between which others are served. */
export function mapRows<T, U>(rows: readonly T[], map: (row: T) => U): readonly U[] | Promise<readonly U[]> {
  return rows.length <= STEP_ROWS ? rows.map(map) : mapInSteps(rows, map);
}

async function mapInSteps<T, U>(rows: readonly T[], map: (row: T) => U): Promise<readonly U[]> {
  const breathe = createEventLoopYield();
  const mapped: U[] = [];
  for (let from = 0; from < rows.length; from += STEP_ROWS) {
    for (const row of rows.slice(from, from + STEP_ROWS)) mapped.push(map(row));
    const breath = breathe();
    if (breath !== null) await breath;
  }
  return mapped;
}
