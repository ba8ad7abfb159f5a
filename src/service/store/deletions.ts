// Deletes events from an organization's table (`events delete`, `serve --keep`), and notes that in the table
// `deletions`. The file still has them in its free space: `erasure.ts` rewrites it when it is closed. An
// older backup has them, too: `removals.ts` deletes them again when that is restored.
import { hash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { eventsTableName } from '../events/columns.ts';
import type { EventSelection } from '../events/event-store.ts';
import type { Database } from './database.ts';
import { MARK_FOR_ERASURE } from './files/erasure.ts';
import { deleteRolled } from './rollup.ts';
import { firstInteger } from './sql.ts';

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
  await connection.run(ADD_DELETION, [organization, userHash, before, BigInt(nowMs)]);
}

/** How long deletions are remembered. A backup that is older brings the events back. */
const MEMORY_MS = 400 * 86_400_000;

/** Adds a row: an organization, the hash of a user or a moment, and when that was deleted. */
export const ADD_DELETION = 'INSERT INTO deletions VALUES ($1, $2, $3, $4)';
