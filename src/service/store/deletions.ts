import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { listValue } from '../duckdb.ts';
import { eventsTableName } from '../events/columns.ts';
import type { EventSelection } from '../events/selection.ts';
import { type Database, readInteger, readText } from './database.ts';
import { MARK_FOR_ERASURE } from './erase.ts';
import { deleteRolled, dropRollup } from './rollup.ts';

/** How long it is known what was deleted. An older backup brings it back. */
const MEMORY_MS = 400 * 86_400_000;

/** What was deleted from an organization's events: those of a user, of whom only a hash is kept, or those before a moment. */
interface Deletion {
  readonly namespace: string;
  readonly userHash: string | null;
  readonly beforeMs: number | null;
  readonly deletedMs: number;
}

/** What ended in a store and must not come back with an older copy of it. */
export interface Ended {
  readonly deletions: readonly Deletion[];
  /** Tokens and write keys by their ids, and when they were revoked. */
  readonly revoked: readonly { readonly table: RevocableTable; readonly id: string; readonly revokedMs: number }[];
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
  return (await database.rows(counted, [value])).reduce((_, row) => readInteger(row, 'events'), 0);
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
    const removed = await connection.run(`DELETE FROM ${eventsTableName(organization)} WHERE ${sql}`, [value]);
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
  const now = BigInt(nowMs);
  await connection.run('DELETE FROM deletions WHERE deleted < $1', [BigInt(nowMs - MEMORY_MS)]);
  if (selection.kind === 'user') {
    const hash = createHash('sha256').update(selection.user).digest('hex');
    await connection.run('INSERT INTO deletions VALUES ($1, $2, NULL, $3)', [organization, hash, now]);
    return;
  }
  const before = BigInt(selection.beforeMs);
  await connection.run('DELETE FROM deletions WHERE organization = $1 AND before_ms <= $2', [organization, before]);
  await connection.run('INSERT INTO deletions VALUES ($1, NULL, $2, $3)', [organization, before, now]);
}

const READ_DELETIONS = `SELECT o.namespace, d.user_hash, d.before_ms, d.deleted FROM deletions d JOIN organizations o ON o.id = d.organization ORDER BY d.deleted`;

/** Reads what ended in a store. */
export async function readEnded(database: Pick<Database, 'rows'>): Promise<Ended> {
  const deletions = (await database.rows(READ_DELETIONS)).map((row) => ({
    namespace: readText(row, 'namespace'),
    userHash: row['user_hash'] === null ? null : readText(row, 'user_hash'),
    beforeMs: row['before_ms'] === null ? null : readInteger(row, 'before_ms'),
    deletedMs: readInteger(row, 'deleted'),
  }));
  const revoked: Ended['revoked'][number][] = [];
  for (const table of REVOCABLE) {
    const found = await database.rows(`SELECT id, revoked FROM ${table} WHERE revoked IS NOT NULL`);
    for (const row of found) revoked.push({ table, id: readText(row, 'id'), revokedMs: readInteger(row, 'revoked') });
  }
  return { deletions, revoked };
}

/** Ends in a copy what ended in its store after it was made, within a transaction. `known` is what the copy knows. Returns how many events were deleted. */
export async function endAgain(connection: DuckDBConnection, later: Ended, known: Ended): Promise<number> {
  for (const { table, id, revokedMs } of later.revoked)
    await connection.run(`UPDATE ${table} SET revoked = $1 WHERE id = $2 AND revoked IS NULL`, [BigInt(revokedMs), id]);
  // What the copy knows was deleted before it was made: a user may have come back since.
  const isKnown = new Set(known.deletions.map((deletion) => JSON.stringify(deletion)));
  const missing = later.deletions.filter((deletion) => !isKnown.has(JSON.stringify(deletion)));
  let deleted = 0;
  for (const namespace of new Set(missing.map((deletion) => deletion.namespace)))
    deleted += await deleteAgain(connection, namespace, missing.filter((deletion) => deletion.namespace === namespace)); // prettier-ignore
  if (deleted > 0) await connection.run(MARK_FOR_ERASURE);
  return deleted;
}

async function deleteAgain(
  connection: DuckDBConnection,
  namespace: string,
  deletions: readonly Deletion[],
): Promise<number> {
  const found = await connection.runAndReadAll('SELECT id FROM organizations WHERE namespace = $1', [namespace]);
  const [id] = found.getRowObjects().map((row) => readInteger(row, 'id'));
  if (id === undefined) return 0;
  // No hash is empty; an empty list has no type.
  const hashes = ['', ...deletions.flatMap(({ userHash }) => userHash ?? [])];
  const beforeMs = Math.max(-MAX_MS, ...deletions.flatMap((deletion) => deletion.beforeMs ?? []));
  const { rowsChanged } = await connection.run(
    `DELETE FROM ${eventsTableName(id)} WHERE __time < $1 OR (clientUser IS NOT NULL AND sha256(clientUser) IN (SELECT unnest($2::VARCHAR[])))`,
    [BigInt(beforeMs), listValue(hashes)],
  );
  if (rowsChanged > 0) await dropRollup(connection, id);
  for (const { userHash, beforeMs: before, deletedMs } of deletions) {
    const values = [id, userHash, before === null ? null : BigInt(before), BigInt(deletedMs)];
    await connection.run('INSERT INTO deletions VALUES ($1, $2, $3, $4)', values);
  }
  return rowsChanged;
}

/** Before any event: the first moment of a date in JavaScript. */
const MAX_MS = 8.64e15;
