import { type DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from './error.ts';
import { APPLICATION, FORMAT, MIGRATIONS } from './schema.ts';

/** Brings a file to this version's format: an empty one whole, an older one step by step. Foreign and newer ones are refused. */
export async function migrate(connection: DuckDBConnection, file: string): Promise<void> {
  const format = await readFormat(connection, file);
  if (format > FORMAT) {
    throw new StoreError(
      `${file} has the store format ${format}; this version knows up to ${FORMAT}. Use a newer version.`,
    );
  }
  if (format === FORMAT) return;
  await connection.run('BEGIN');
  for (const statement of MIGRATIONS.slice(format).flat()) await connection.run(statement);
  await connection.run(`UPDATE meta SET value = $1 WHERE key = 'format'`, [String(FORMAT)]);
  await connection.run('COMMIT');
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
