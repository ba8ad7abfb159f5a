import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../errors.ts';
import { UUID_PATTERN } from '../../tql/app-id.ts';
import { eventsTableName } from '../events/columns.ts';
import { inTransaction } from './transaction.ts';

/** What the table `meta` says in a file of ours. */
const APPLICATION = 'insight-report';

/** A statement, or what takes more than one. */
type Step = string | ((connection: DuckDBConnection) => Promise<void>);

/** For each format from 1 on, the steps that lead to it from the format before. Never edit an entry that was released: add one. */
export const MIGRATIONS: readonly (readonly Step[])[] = [
  [
    'CREATE TABLE meta (key VARCHAR NOT NULL, value VARCHAR NOT NULL)',
    `INSERT INTO meta VALUES ('application', '${APPLICATION}'), ('format', '0')`,
    'CREATE TABLE organizations (id INTEGER NOT NULL, namespace VARCHAR NOT NULL, plan VARCHAR NOT NULL, created BIGINT NOT NULL)',
    `CREATE TABLE tokens (id VARCHAR NOT NULL, hash VARCHAR NOT NULL, organization INTEGER NOT NULL, created BIGINT NOT NULL,
      expires BIGINT NOT NULL, stated_term BOOLEAN NOT NULL, revoked BIGINT)`,
    'CREATE TABLE insights (organization INTEGER NOT NULL, id VARCHAR NOT NULL, name VARCHAR NOT NULL, query VARCHAR NOT NULL)',
    `CREATE TABLE imports (organization INTEGER NOT NULL, content VARCHAR NOT NULL, file VARCHAR NOT NULL, events BIGINT NOT NULL,
      imported BIGINT NOT NULL)`,
    'CREATE TABLE payload_keys (organization INTEGER NOT NULL, key VARCHAR NOT NULL, name VARCHAR NOT NULL, kind VARCHAR NOT NULL)',
  ],
  [
    'CREATE TABLE write_keys (id VARCHAR NOT NULL, hash VARCHAR NOT NULL, organization INTEGER NOT NULL, created BIGINT NOT NULL, revoked BIGINT)',
    'CREATE TABLE event_ids (organization INTEGER NOT NULL, id HUGEINT NOT NULL, taken BIGINT NOT NULL)',
  ],
  [
    'CREATE TABLE deletions (organization INTEGER NOT NULL, user_hash VARCHAR, before_ms BIGINT, deleted BIGINT NOT NULL)',
  ],
  ['CREATE TABLE rollup_days (organization INTEGER NOT NULL, day INTEGER NOT NULL)'],
  [raiseAppIds],
];

/** Brings ids of apps in the form of a UUID into upper case, in which queries look for them. Days with users of such apps are rolled up anew. */
async function raiseAppIds(connection: DuckDBConnection): Promise<void> {
  const organizations = await connection.runAndReadAll('SELECT id FROM organizations');
  for (const row of organizations.getRowObjects()) {
    const id = Number(row['id']);
    const isLower = `appID <> upper(appID) AND regexp_full_match(appID, '${UUID_PATTERN}')`;
    const { rowsChanged } = await connection.run(
      `UPDATE ${eventsTableName(id)} SET appID = upper(appID) WHERE ${isLower}`,
    );
    if (rowsChanged > 0) await connection.run('DELETE FROM rollup_days WHERE organization = $1', [id]);
  }
}

/**
 * Creates or migrates the tables of a file to the format that the steps lead to, in one transaction: if a step fails, the file stays as
 * it was. Throws `StoreError` if the file belongs to another program or has a newer format.
 */
export async function migrate(connection: DuckDBConnection, file: string, steps = MIGRATIONS): Promise<void> {
  const known = steps.length;
  const format = await readFormat(connection, file);
  if (format > known) {
    throw new StoreError(
      `${file} has the store format ${format}; this version supports formats up to ${known}. Use a newer version.`,
    );
  }
  if (format === known) return;
  await inTransaction(connection, async () => {
    for (const step of steps.slice(format).flat()) {
      if (typeof step === 'string') await connection.run(step);
      else await step(connection);
    }
    await connection.run(`UPDATE meta SET value = $1 WHERE key = 'format'`, [String(known)]);
  });
}

/** The format that a file's tables have; 0 for an empty file. Throws `StoreError` if it belongs to another program. */
export async function readFormat(connection: DuckDBConnection, file: string): Promise<number> {
  const foreign = new StoreError(`${file} is a DuckDB database of another program; nothing in it was changed.`);
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
