import { type DuckDBValue } from '@duckdb/node-api';

/** One row of the store's own tables, column → value. */
export type StoreRow = Readonly<Record<string, DuckDBValue>>;

/** A text of a row of the store's own tables. */
export function text(row: StoreRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} holds no text`);
  return value;
}

/** A whole number of a row of the store's own tables; DuckDB hands BIGINT out as bigint. */
export function integer(row: StoreRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError(`column ${column} holds no number`);
  return Number(value);
}
