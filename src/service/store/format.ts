// Creates the tables of a store's file, and refuses a file of another program or of another version.
import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../errors.ts';
import { inTransaction } from './transaction.ts';

/** The value of `application` in the table `meta` of our files. */
const APPLICATION = 'insight-report';

/**
 * The format of the tables below, in `meta`. Any change to them that a reader could notice gets the next
 * number.
 */
const FORMAT = 5;

/** The tables of a store, each with its columns. The events have a table for each organization. */
const TABLES: Readonly<Record<string, string>> = {
  meta: 'key VARCHAR NOT NULL, value VARCHAR NOT NULL',
  organizations:
    'id INTEGER NOT NULL, namespace VARCHAR NOT NULL, plan VARCHAR NOT NULL, created BIGINT NOT NULL',
  tokens: `id VARCHAR NOT NULL, hash VARCHAR NOT NULL, organization INTEGER NOT NULL, created BIGINT NOT NULL,
    expires BIGINT NOT NULL, stated_term BOOLEAN NOT NULL, revoked BIGINT`,
  insights:
    'organization INTEGER NOT NULL, id VARCHAR NOT NULL, name VARCHAR NOT NULL, query VARCHAR NOT NULL',
  imports: `organization INTEGER NOT NULL, content VARCHAR NOT NULL, file VARCHAR NOT NULL, events BIGINT NOT NULL,
    imported BIGINT NOT NULL`,
  payload_keys:
    'organization INTEGER NOT NULL, key VARCHAR NOT NULL, name VARCHAR NOT NULL, kind VARCHAR NOT NULL',
  write_keys: `id VARCHAR NOT NULL, hash VARCHAR NOT NULL, organization INTEGER NOT NULL, created BIGINT NOT NULL,
    revoked BIGINT`,
  event_ids: 'organization INTEGER NOT NULL, id HUGEINT NOT NULL, taken BIGINT NOT NULL',
  deletions: 'organization INTEGER NOT NULL, user_hash VARCHAR, before_ms BIGINT, deleted BIGINT NOT NULL',
  rollup_days: 'organization INTEGER NOT NULL, day INTEGER NOT NULL',
};

/**
 * Creates the tables of an empty file, in one transaction. Throws `StoreError` if the file belongs to another
 * program or has another format; it is not changed then.
 */
export async function createTables(connection: DuckDBConnection, file: string): Promise<void> {
  const format = await readFormat(connection, file);
  if (format === FORMAT) return;
  if (format !== null) {
    throw new StoreError(
      `${file} has the store format ${format}, but this version only reads format ${FORMAT}; use the version that wrote it. Nothing was changed.`,
    );
  }
  await inTransaction(connection, async () => {
    for (const [name, columns] of Object.entries(TABLES))
      await connection.run(`CREATE TABLE ${name} (${columns})`);
    await connection.run(
      `INSERT INTO meta VALUES ('application', '${APPLICATION}'), ('format', '${FORMAT}')`,
    );
  });
}

/**
 * The format of a file's tables; null for an empty file. Throws `StoreError` if the file belongs to another
 * program.
 */
async function readFormat(connection: DuckDBConnection, file: string): Promise<number | null> {
  const foreign = new StoreError(
    `${file} is a DuckDB database of another program; nothing in it was changed.`,
  );
  const tables = await connection.runAndReadAll(
    `SELECT table_name, (SELECT count(*) FROM duckdb_columns() c
       WHERE c.table_oid = t.table_oid AND column_name IN ('key', 'value'))
     FROM duckdb_tables() t WHERE NOT internal`,
  );
  const rows = tables.getRows();
  if (rows.length === 0) return null;
  if (!rows.some(([name, columns]) => name === 'meta' && columns === 2n)) throw foreign;
  const meta = await connection.runAndReadAll(
    `SELECT key::VARCHAR, value::VARCHAR FROM meta WHERE key::VARCHAR IN ('application', 'format')`,
  );
  const values = new Map(meta.getRows().map(([key, value]) => [key, value]));
  const format = Number(values.get('format'));
  if (values.get('application') !== APPLICATION || !Number.isInteger(format) || format < 1) throw foreign;
  return format;
}
