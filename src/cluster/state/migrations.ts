// Creates the tables of the state in PostgreSQL, and updates those of an earlier version.
import { StoreError } from '../../service/errors.ts';
import { readInteger, type Rows } from '../../service/store/sql.ts';

/** The schema that holds the tables, so that other programs may use the same database. */
export const SCHEMA = 'insight_report';

/**
 * The statements of each format, from the first on. A process of the version before may run on the new
 * format: only add to it.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    'CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL)',
    'CREATE TABLE organizations (id integer PRIMARY KEY, namespace text NOT NULL UNIQUE, plan text NOT NULL, created bigint NOT NULL)',
    `CREATE TABLE tokens (id text PRIMARY KEY, hash text NOT NULL UNIQUE, organization integer NOT NULL REFERENCES organizations,
      created bigint NOT NULL, expires bigint NOT NULL, stated_term boolean NOT NULL, revoked bigint)`,
    `CREATE TABLE write_keys (id text PRIMARY KEY, hash text NOT NULL UNIQUE, organization integer NOT NULL REFERENCES organizations,
      created bigint NOT NULL, revoked bigint)`,
    'CREATE TABLE insights (organization integer NOT NULL REFERENCES organizations, id text NOT NULL, name text NOT NULL, query text NOT NULL, PRIMARY KEY (organization, id))',
    `CREATE TABLE imports (organization integer NOT NULL REFERENCES organizations, content text NOT NULL, file text NOT NULL,
      events bigint NOT NULL, imported bigint NOT NULL)`,
    'CREATE INDEX imports_content ON imports (organization, content)',
    'CREATE TABLE payload_keys (organization integer NOT NULL REFERENCES organizations, key text NOT NULL, PRIMARY KEY (organization, key))',
    'CREATE TABLE event_ids (organization integer NOT NULL, id uuid NOT NULL, taken bigint NOT NULL, PRIMARY KEY (organization, id))',
    'CREATE INDEX event_ids_taken ON event_ids USING brin (taken)',
  ],
];

/**
 * Runs the statements that are missing, within a transaction that no other process runs at the same time.
 * Then calls `fill` if there is no organization. Throws `StoreError` if a later version made the tables.
 */
export async function migrate(rows: Rows, fill: (rows: Rows) => Promise<void>): Promise<void> {
  // PostgreSQL requests the right to make schemas even if the schema is there.
  const [schema] = await rows('SELECT 1 FROM pg_namespace WHERE nspname = $1', [SCHEMA]);
  if (schema === undefined) await rows(`CREATE SCHEMA ${SCHEMA}`);
  await rows('CREATE TABLE IF NOT EXISTS formats (format integer PRIMARY KEY)');
  const [row = {}] = await rows('SELECT coalesce(max(format), 0) AS format FROM formats');
  const format = readInteger(row, 'format');
  if (format > MIGRATIONS.length)
    throw new StoreError(
      `The database of --state has the format ${format}, but this version only knows formats up to ${MIGRATIONS.length}; use a newer version. Nothing was changed.`,
    );
  for (const [index, statements] of MIGRATIONS.slice(format).entries()) {
    for (const statement of statements) await rows(statement);
    await rows('INSERT INTO formats VALUES ($1)', [format + index + 1]);
  }
  const [organization] = await rows('SELECT 1 FROM organizations LIMIT 1');
  if (organization === undefined) await fill(rows);
}
