import { type DuckDBConnection } from '@duckdb/node-api';
import { type EventColumn } from '../engines/engine.ts';
import { eventsTableName } from './schema.ts';

/**
 * Adds an organization's new payload columns, within the transaction under way on the connection and before its rows: DuckDB 1.5
 * can lose track of rows appended in the same transaction before a column was added.
 */
export async function addColumns(
  connection: DuckDBConnection,
  organization: number,
  made: ReadonlyMap<string, EventColumn>,
): Promise<void> {
  for (const [key, { kind, column }] of made) {
    const type = kind === 'number' ? 'DOUBLE' : 'VARCHAR';
    await connection.run(`ALTER TABLE ${eventsTableName(organization)} ADD COLUMN ${quoted(column)} ${type}`);
    await connection.run('INSERT INTO payload_keys VALUES ($1, $2, $3, $4)', [organization, key, column, kind]);
  }
}

/** A column's name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
