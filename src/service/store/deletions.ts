// Deletes events for good, in three steps: from the table (`events delete`, `serve --keep`); from the free
// space of the file, when it is closed; and again from an older backup, when that is restored.
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { DuckDBInstance, listValue } from '../duckdb.ts';
import { firstLineOf } from '../../text/errors.ts';
import { StoreError } from '../errors.ts';
import { eventsTableName } from '../events/columns.ts';
import { WITHOUT_EXTENSIONS } from '../events/confinement.ts';
import { literal } from '../events/duckdb-values.ts';
import type { EventSelection } from '../events/selection.ts';
import { BLOCK_BYTES, type Database, firstInteger, readInteger, readText, rowsOn } from './database.ts';
import { keepAccess, synced, syncFolder } from './new-file.ts';
import { deleteRolled, dropRollup } from './rollup.ts';

/** How long deletions are remembered. A backup that is older brings the events back. */
const MEMORY_MS = 400 * 86_400_000;

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

function conditionOf(selection: EventSelection): { readonly sql: string; readonly value: string | bigint } {
  return selection.kind === 'user'
    ? { sql: 'clientUser = $1', value: selection.user }
    : { sql: '__time < $1', value: BigInt(selection.beforeMs) };
}

/** Counts an organization's events of a selection. */
export async function countEvents(
  database: Database,
  organization: number,
  selection: EventSelection,
): Promise<number> {
  const { sql, value } = conditionOf(selection);
  const counted = `SELECT count(*) AS events FROM ${eventsTableName(organization)} WHERE ${sql}`;
  return firstInteger(await database.rows(counted, [value]), 'events');
}

/** Deletes an organization's events of a selection. Returns their number. */
export function removeEvents(
  database: Database,
  organization: number,
  selection: EventSelection,
  nowMs: number,
): Promise<number> {
  const { sql, value } = conditionOf(selection);
  return database.transaction(async (connection) => {
    const removed = await connection.run(`DELETE FROM ${eventsTableName(organization)} WHERE ${sql}`, [
      value,
    ]);
    if (removed.rowsChanged === 0) return 0;
    await deleteRolled(connection, organization, selection);
    await noteDeletion(connection, organization, selection, nowMs);
    await connection.run(MARK_FOR_ERASURE);
    return removed.rowsChanged;
  });
}

/** Notes what was deleted, in the transaction that deletes it. A later date replaces an earlier one. */
async function noteDeletion(
  connection: DuckDBConnection,
  organization: number,
  selection: EventSelection,
  nowMs: number,
): Promise<void> {
  await connection.run('DELETE FROM deletions WHERE deleted < $1', [BigInt(nowMs - MEMORY_MS)]);
  const isOfUser = selection.kind === 'user';
  const userHash = isOfUser ? hash('sha256', selection.user) : null;
  const before = isOfUser ? null : BigInt(selection.beforeMs);
  // Nothing is before null.
  await connection.run('DELETE FROM deletions WHERE organization = $1 AND before_ms <= $2::BIGINT', [
    organization,
    before,
  ]);
  await connection.run(NOTE, [organization, userHash, before, BigInt(nowMs)]);
}

const NOTE = 'INSERT INTO deletions VALUES ($1, $2, $3, $4)';

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
    await connection.run(NOTE, values);
  }
  return rowsChanged;
}

/** −MAX_MS is the first moment of a date in JavaScript, before any event. */
const MAX_MS = 8.64e15;

/** Notes in the file that deleted events are still in its free space. */
export const MARK_FOR_ERASURE = `INSERT INTO meta SELECT 'erase', '1' WHERE NOT EXISTS (FROM meta WHERE key = 'erase')`;

/** A row if deleted events are still in the file's free space. */
const FIND_MARK = `SELECT 1 FROM meta WHERE key = 'erase'`;

const MEMORY = '1GB';

/**
 * Closes a database, and if events were deleted, rewrites its file without them. Throws `StoreError` if it
 * cannot be rewritten.
 */
export async function closeErased(database: Pick<Database, 'path' | 'rows' | 'close'>): Promise<void> {
  const { path } = database;
  const isMarked = path !== null && (await database.rows(FIND_MARK)).length > 0;
  database.close();
  if (isMarked) await rewriteWithoutDeleted(path);
}

/**
 * Copies a store's file without its free space, which still has what was deleted. The file must not be open
 * in this process. If another process has it open by now, nothing is done: that process does it when it
 * closes the file. Throws `StoreError` if it cannot be written; the old file is kept then.
 */
export async function rewriteWithoutDeleted(path: string): Promise<void> {
  const newFile = `${path}.new`;
  await remove(newFile);
  try {
    await replace(path, newFile);
  } catch (error) {
    const message = firstLineOf(error);
    if (message.includes('Could not set lock')) return;
    throw new StoreError(
      `${path} could not be rewritten, so deleted events are still in its free space: ${message}. It is tried again when the file is next closed.`,
      { cause: error },
    );
  } finally {
    await remove(newFile);
  }
}

async function replace(path: string, newFile: string): Promise<void> {
  // Throws if the file is gone; ATTACH would create it.
  await stat(path);
  const instance = await DuckDBInstance.create(':memory:', {
    ...WITHOUT_EXTENSIONS,
    memory_limit: MEMORY,
    temp_directory: `${path}.tmp`,
  });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${literal(path)} AS old`);
    // Moves what is in the log into the old file. The log is lost with it.
    await connection.run('CHECKPOINT old');
    if ((await stat(`${path}.wal`).catch(() => null)) !== null)
      throw new Error('its log could not be emptied');
    await connection.run(`ATTACH ${literal(newFile)} AS fresh (BLOCK_SIZE ${BLOCK_BYTES})`);
    await connection.run('COPY FROM DATABASE old TO fresh');
    await connection.run(`DELETE FROM fresh.meta WHERE key = 'erase'`);
    await connection.run('CHECKPOINT fresh');
    await connection.run('DETACH fresh');
    await keepAccess(path, newFile);
    await synced(newFile);
    // The lock on the old file is held until the new one has its name.
    await rename(newFile, path);
    await syncFolder(dirname(path)).catch(() => undefined);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function remove(newFile: string): Promise<void> {
  await Promise.all(['', '.wal'].map((ending) => rm(`${newFile}${ending}`, { force: true })));
}
