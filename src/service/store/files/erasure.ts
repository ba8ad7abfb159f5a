// Erases deleted events from the free space of a store's file, when it is closed: copies the file without it.
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DuckDBInstance } from '../../duckdb.ts';
import { firstLineOf } from '../../../text/errors.ts';
import { StoreError } from '../../errors.ts';
import { WITHOUT_EXTENSIONS } from '../../events/confinement.ts';
import { literal } from '../../events/duckdb-values.ts';
import type { Database } from '../database.ts';
import { BLOCK_BYTES } from '../open/open-database.ts';
import { keepAccess, synced, syncFolder } from './new-file.ts';

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
