/** What `meta` says of a file that is ours. */
export const APPLICATION = 'insight-report';

/** Format 1 upward: the statements that lead to each format from the one before it; as many are the format of this version. Never edit one that was released: add one. */
export const MIGRATIONS: readonly (readonly string[])[] = [
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
];

/** Every organization's events begin with these columns. `_ir_user` is a hash of `clientUser`: distinct counts run on it. */
export const CORE_COLUMNS = [
  ['__time', 'BIGINT NOT NULL'],
  ['appID', 'VARCHAR'],
  ['clientUser', 'VARCHAR'],
  ['type', 'VARCHAR'],
  ['sessionID', 'VARCHAR'],
  ['isTestMode', 'VARCHAR'],
  ['floatValue', 'DOUBLE'],
  ['count', 'BIGINT DEFAULT 1'],
  ['_ir_user', 'UBIGINT'],
] as const;

/** The SQL name of an organization's events table. */
export function eventsTableName(organization: number): string {
  return `events_${organization}`;
}
