// What was removed from a store (deleted events, revoked tokens and keys), and must not come back with an
// older copy of it: `restore` removes it from the copy, too.
import type { DuckDBConnection } from '@duckdb/node-api';
import { listValue } from '../duckdb.ts';
import { eventsTableName } from '../events/columns.ts';
import type { Database } from './database.ts';
import { ADD_DELETION } from './deletions.ts';
import { MARK_FOR_ERASURE } from './files/erasure.ts';
import { dropRollup } from './rollup.ts';
import { readInteger, readText, rowsOn } from './sql.ts';

/** A deletion: of a user's events (only the user's hash is kept), or of all events before a moment. */
interface Deletion {
  readonly namespace: string;
  readonly userHash: string | null;
  readonly beforeMs: number | null;
  readonly deletedMs: number;
}

/** What was removed from a store, and must not come back with an older copy of it. */
export interface Removals {
  readonly deletions: readonly Deletion[];
  /** Tokens and write keys by their ids, and when they were revoked. */
  readonly revoked: readonly {
    readonly table: RevocableTable;
    readonly id: string;
    readonly revokedMs: number;
  }[];
}

const REVOCABLE = ['tokens', 'write_keys'] as const;
type RevocableTable = (typeof REVOCABLE)[number];

const READ_DELETIONS = `SELECT o.namespace, d.user_hash, d.before_ms, d.deleted FROM deletions d JOIN organizations o ON o.id = d.organization ORDER BY d.deleted`;

export async function readRemovals(database: Pick<Database, 'rows'>): Promise<Removals> {
  const deletions = (await database.rows(READ_DELETIONS)).map((row) => ({
    namespace: readText(row, 'namespace'),
    userHash: row['user_hash'] === null ? null : readText(row, 'user_hash'),
    beforeMs: row['before_ms'] === null ? null : readInteger(row, 'before_ms'),
    deletedMs: readInteger(row, 'deleted'),
  }));
  const revoked: Removals['revoked'][number][] = [];
  for (const table of REVOCABLE) {
    const revokedRows = await database.rows(`SELECT id, revoked FROM ${table} WHERE revoked IS NOT NULL`);
    for (const row of revokedRows)
      revoked.push({ table, id: readText(row, 'id'), revokedMs: readInteger(row, 'revoked') });
  }
  return { deletions, revoked };
}

/**
 * Repeats in a copy the deletions and revocations that its store has made since, within a transaction.
 * `removalsInCopy` has those that the copy knows. Returns how many events were deleted.
 */
export async function repeatRemovals(
  connection: DuckDBConnection,
  later: Removals,
  removalsInCopy: Removals,
): Promise<number> {
  for (const { table, id, revokedMs } of later.revoked)
    await connection.run(`UPDATE ${table} SET revoked = $1 WHERE id = $2 AND revoked IS NULL`, [
      BigInt(revokedMs),
      id,
    ]);
  // Deletions that the copy has are not repeated: a user may have come back since.
  const deletedInCopy = new Set(removalsInCopy.deletions.map((deletion) => JSON.stringify(deletion)));
  const missing = later.deletions.filter((deletion) => !deletedInCopy.has(JSON.stringify(deletion)));
  let deleted = 0;
  for (const [namespace, deletions] of Map.groupBy(missing, (deletion) => deletion.namespace))
    deleted += await deleteAgain(connection, namespace, deletions);
  if (deleted > 0) await connection.run(MARK_FOR_ERASURE);
  return deleted;
}

async function deleteAgain(
  connection: DuckDBConnection,
  namespace: string,
  deletions: readonly Deletion[],
): Promise<number> {
  const [organization] = await rowsOn(connection)('SELECT id FROM organizations WHERE namespace = $1', [
    namespace,
  ]);
  if (organization === undefined) return 0;
  const id = readInteger(organization, 'id');
  // A list without elements would have no type. No hash is the empty text.
  const hashes = ['', ...deletions.flatMap(({ userHash }) => userHash ?? [])];
  const beforeMs = Math.max(-MAX_MS, ...deletions.flatMap((deletion) => deletion.beforeMs ?? []));
  const { rowsChanged } = await connection.run(
    `DELETE FROM ${eventsTableName(id)} WHERE __time < $1 OR (clientUser IS NOT NULL AND sha256(clientUser) IN (SELECT unnest($2::VARCHAR[])))`,
    [BigInt(beforeMs), listValue(hashes)],
  );
  if (rowsChanged > 0) await dropRollup(connection, id);
  for (const { userHash, beforeMs: before, deletedMs } of deletions) {
    const values = [id, userHash, before === null ? null : BigInt(before), BigInt(deletedMs)];
    await connection.run(ADD_DELETION, values);
  }
  return rowsChanged;
}

/** −MAX_MS is the first moment of a date in JavaScript, before any event. */
const MAX_MS = 8.64e15;
