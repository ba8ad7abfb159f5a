import { DuckDBListValue } from '@duckdb/node-api';
import { type Json } from '../../../tql/json.ts';
import { EngineError } from '../../errors.ts';

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
