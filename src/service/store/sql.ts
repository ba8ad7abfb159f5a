// Statements on the store's own tables (organizations, tokens, notes, …), which are in the store's file or in
// PostgreSQL: the interface of both, and what reads their rows.
import type { DuckDBConnection } from '@duckdb/node-api';

/** A row of the store's own tables: column → value. */
export type StoreRow = Readonly<Record<string, unknown>>;

/** A value for a placeholder (`$1`) of a statement. */
export type SqlValue = string | number | bigint | boolean | null;

/** Runs a statement with values for `$1`, `$2` …, and gives its rows. */
export type Rows = (sql: string, values?: readonly SqlValue[]) => Promise<readonly StoreRow[]>;

/** Where organizations, insights and secrets are kept: a store's file, or a PostgreSQL of many processes. */
export interface Sql {
  readonly rows: Rows;
  /** Runs a task in a transaction, all or nothing. Transactions wait for each other, in all processes. */
  transaction<T>(task: (rows: Rows) => Promise<T>): Promise<T>;
  /** Whether other processes change it, too, so that nothing may be cached. */
  readonly isShared: boolean;
}

/** Runs statements on a connection, within its transaction. */
export function rowsOn(connection: DuckDBConnection): Rows {
  return async (sql, values = []) => (await connection.runAndReadAll(sql, [...values])).getRowObjects();
}

/** Reads a string in a row of the store's own tables. */
export function readText(row: StoreRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} does not hold text`);
  return value;
}

/** Reads an integer in a row of the store's own tables. DuckDB gives a BIGINT as a bigint. */
export function readInteger(row: StoreRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number' && typeof value !== 'bigint')
    throw new TypeError(`column ${column} does not hold a number`);
  return Number(value);
}

/** Reads an integer in the first row of a result, such as a count. */
export function firstInteger([row = {}]: readonly StoreRow[], column: string): number {
  return readInteger(row, column);
}

/** The value of a key in the table `meta`, where a store keeps notes about itself; null if there is none. */
export async function readNote({ rows }: Pick<Sql, 'rows'>, key: string): Promise<string | null> {
  const [row] = await rows('SELECT value FROM meta WHERE key = $1', [key]);
  return row === undefined ? null : readText(row, 'value');
}

/** Writes a note, within a transaction. */
export async function writeNote(rows: Rows, key: string, value: string): Promise<void> {
  await rows('DELETE FROM meta WHERE key = $1', [key]);
  await rows('INSERT INTO meta VALUES ($1, $2)', [key, value]);
}
