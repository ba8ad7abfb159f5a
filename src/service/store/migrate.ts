import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../errors.ts';
import { inTransaction } from './transaction.ts';
import { APPLICATION, MIGRATIONS } from '../events/columns.ts';

/**
 * Brings a file to the format that the steps lead to: an empty one whole, an older one step by step, all in one transaction.
 * Foreign and newer ones are refused with a `StoreError`. What a step throws leaves the file as it was.
 */
export async function migrate(connection: DuckDBConnection, file: string, steps = MIGRATIONS): Promise<void> {
  const known = steps.length;
  const format = await readFormat(connection, file);
  if (format > known) {
    throw new StoreError(
      `${file} has the store format ${format}; this version knows up to ${known}. Use a newer version.`,
    );
  }
  if (format === known) return;
  await inTransaction(connection, async () => {
    for (const statement of steps.slice(format).flat()) await connection.run(statement);
    await connection.run(`UPDATE meta SET value = $1 WHERE key = 'format'`, [String(known)]);
  });
}

async function readFormat(connection: DuckDBConnection, file: string): Promise<number> {
  const foreign = new StoreError(`${file} is a DuckDB file of something else; nothing was changed in it.`);
  const tables = await connection.runAndReadAll(
    `SELECT table_name, (SELECT count(*) FROM duckdb_columns() c WHERE c.table_oid = t.table_oid AND column_name IN ('key', 'value'))
     FROM duckdb_tables() t WHERE NOT internal`,
  );
  const rows = tables.getRows();
  if (rows.length === 0) return 0;
  if (!rows.some(([name, columns]) => name === 'meta' && columns === 2n)) throw foreign;
  const meta = await connection.runAndReadAll(
    `SELECT key::VARCHAR, value::VARCHAR FROM meta WHERE key::VARCHAR IN ('application', 'format')`,
  );
  const values = new Map(meta.getRows().map(([key, value]) => [key, value]));
  const format = Number(values.get('format'));
  if (values.get('application') !== APPLICATION || !Number.isInteger(format) || format < 1) throw foreign;
  return format;
}
