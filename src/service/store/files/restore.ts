// `restore`: replaces a store's file by a backup, without what was deleted since the backup was made.
import { messageOf } from '../../../text/errors.ts';
import { copyFile, lstat, realpath, rm, stat } from 'node:fs/promises';
import { ignoreMissing } from '../../../text/file-error.ts';
import { StoreError } from '../../errors.ts';
import { isHeldElsewhere } from '../../duckdb-messages.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';
import { closeErased } from './erasure.ts';
import { type Removals, repeatRemovals, readRemovals } from '../removals.ts';
import { keepAccess, type NewFile, writeNewFile } from './new-file.ts';

/** What a restore did. */
interface RestoreResult {
  readonly bytes: number;
  /** How many of the copy's events are left out because they were deleted after it was made. */
  readonly deleted: number;
  /** Why it is not known what was deleted after the copy was made; null if it is known. */
  readonly unread: string | null;
}

const OPENING = { create: false, memoryLimit: '1GB' };

/**
 * Replaces a store's file by a copy that `backup` made. Deletions and revocations that the file has and the
 * copy does not are repeated first. The file stays until the copy is complete. Throws `StoreError`.
 */
export async function restore(copy: string, { file, overwrite }: NewFile): Promise<RestoreResult> {
  const isFile = (await stat(copy).catch(() => null))?.isFile() === true;
  if (!isFile) throw new StoreError(`${copy} is not a file; name a copy that \`backup\` made.`);
  const target = { file: await followLink(file), overwrite };
  if ((await realpath(copy)) === (await realpath(target.file).catch(() => null)))
    throw new StoreError(`${copy} is the database file itself; name a copy that \`backup\` made.`);
  // Without --force there must be no file, or it is refused below.
  const current = target.overwrite ? await openCurrent(target.file) : NO_FILE;
  try {
    const later = current.database === null ? NOTHING : await readRemovals(current.database);
    let deleted = 0;
    const bytes = await writeNewFile(target, copy, async (newFile) => {
      await copyFile(copy, newFile);
      await copyFile(`${copy}.wal`, `${newFile}.wal`).catch(ignoreMissing);
      deleted = await bringUpToDate(newFile, later).catch((error: unknown) => {
        throw error instanceof StoreError
          ? new StoreError(error.message.replaceAll(newFile, copy), { cause: error })
          : error;
      });
      await keepAccess(target.file, newFile);
      await removeLog(target, current.database);
    });
    return { bytes, deleted, unread: current.unread };
  } finally {
    current.database?.close();
  }
}

/** The file that a link leads to, so that the link stays; any other file as it is named. */
async function followLink(file: string): Promise<string> {
  const isLink = (await lstat(file).catch(() => null))?.isSymbolicLink() === true;
  return isLink ? realpath(file).catch(() => file) : file;
}

/** The file that is to be replaced. It is open until that is done, so that no other process can open it. */
interface ReplacedFile {
  readonly database: Database | null;
  readonly unread: string | null;
}

const NO_FILE: ReplacedFile = { database: null, unread: null };
const NOTHING: Removals = { deletions: [], revoked: [] };

async function openCurrent(file: string): Promise<ReplacedFile> {
  if ((await lstat(file).catch(() => null)) === null) return NO_FILE;
  try {
    return { database: await openDatabase(file, OPENING), unread: null };
  } catch (error) {
    if (isHeldElsewhere(error)) throw error;
    return { database: null, unread: messageOf(error) };
  }
}

/**
 * Replays in the copy the deletions and revocations made since it was taken. Returns how many events it
 * deleted.
 */
async function bringUpToDate(newFile: string, later: Removals): Promise<number> {
  const database = await openDatabase(newFile, OPENING);
  const apply = async () => {
    const removalsInCopy = await readRemovals(database);
    const deleted = await database.transaction((connection) =>
      repeatRemovals(connection, later, removalsInCopy),
    );
    await database.rows('CHECKPOINT');
    return deleted;
  };
  const deleted = await apply().catch((error: unknown) => {
    database.close();
    throw error;
  });
  await closeErased(database);
  return deleted;
}

/** Empties the log of the file that is to be replaced: DuckDB would apply it to the copy. */
async function removeLog({ file, overwrite }: NewFile, current: Database | null): Promise<void> {
  const log = `${current?.path ?? file}.wal`;
  await current?.rows('CHECKPOINT');
  if ((await lstat(log).catch(() => null)) === null) return;
  if (!overwrite)
    throw new StoreError(`${log} is left of a file that is no longer there. Give --force to remove it.`);
  if (current !== null) throw new StoreError(`${log}, the log of the file, could not be emptied.`);
  await rm(log);
}
