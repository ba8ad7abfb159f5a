import { chmod, chown, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DuckDBInstance } from '../duckdb.ts';
import { StoreError } from '../errors.ts';
import { WITHOUT_EXTENSIONS } from '../events/confinement.ts';
import { literal } from '../events/duckdb-values.ts';
import type { Database } from './database.ts';
import { synced, syncFolder } from './new-file.ts';

/** Notes in the file that deleted events are still in its free space. */
export const MARK_FOR_ERASURE = `INSERT INTO meta SELECT 'erase', '1' WHERE NOT EXISTS (FROM meta WHERE key = 'erase')`;

/** A row if deleted events are still in the file's free space. */
const FIND_MARK = `SELECT 1 FROM meta WHERE key = 'erase'`;

const MEMORY = '1GB';

/** Closes a database, and if events were deleted, rewrites its file without them. Throws `StoreError` if it cannot be rewritten. */
export async function closeErased(database: Pick<Database, 'path' | 'rows' | 'close'>): Promise<void> {
  const { path } = database;
  const isMarked = path !== null && (await database.rows(FIND_MARK)).length > 0;
  database.close();
  if (isMarked) await rewriteWithoutDeleted(path);
}

/**
 * Writes a store's file anew, without what was deleted from it: DuckDB overwrites freed space only when it needs it. The file must not be
 * open in this process. If another process has it open by now, nothing is done: it erases when it closes the file.
 * Throws `StoreError` if it cannot be written; the old file is kept then.
 */
export async function rewriteWithoutDeleted(path: string): Promise<void> {
  const fresh = `${path}.new`;
  await remove(fresh);
  try {
    await replace(path, fresh);
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (message.includes('Could not set lock')) return;
    throw new StoreError(
      `${path} could not be written anew, so deleted events are still in its free space: ${message}. It is tried again when the file is next closed.`,
      { cause: error },
    );
  } finally {
    await remove(fresh);
  }
}

async function replace(path: string, fresh: string): Promise<void> {
  const before = await stat(path);
  const instance = await DuckDBInstance.create(':memory:', { ...WITHOUT_EXTENSIONS, memory_limit: MEMORY, temp_directory: `${path}.tmp` }); // prettier-ignore
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${literal(path)} AS old`);
    // The log goes with the old file. What it has must be in the file before that.
    await connection.run('CHECKPOINT old');
    if ((await stat(`${path}.wal`).catch(() => null)) !== null) throw new Error('its log could not be emptied');
    await connection.run(`ATTACH ${literal(fresh)} AS fresh`);
    await connection.run('COPY FROM DATABASE old TO fresh');
    await connection.run(`DELETE FROM fresh.meta WHERE key = 'erase'`);
    await connection.run('CHECKPOINT fresh');
    await connection.run('DETACH fresh');
    await chmod(fresh, before.mode & 0o777);
    await chown(fresh, before.uid, before.gid).catch(() => undefined);
    await synced(fresh);
    // The lock on the old file is held until the new one has its name.
    await rename(fresh, path);
    await syncFolder(dirname(path));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function remove(fresh: string): Promise<void> {
  await Promise.all(['', '.wal'].map((ending) => rm(`${fresh}${ending}`, { force: true })));
}
