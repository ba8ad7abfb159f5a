import { read } from 'node:fs';
import { copyFile, link, lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from './database.ts';
import { errorCode } from '../../text/file-error.ts';
import { StoreError } from '../errors.ts';
import { locateNewFile } from './paths.ts';

/** Where a copy goes, and whether it may replace a file there. */
export interface BackupTarget {
  readonly file: string;
  readonly overwrite: boolean;
}

const CHUNK_BYTES = 4 * 1_048_576;

/**
 * Makes a consistent snapshot of the store's file and returns its length in bytes. No other task may write meanwhile. The copy gets its
 * name once it is complete, synced and known to open (`check`). Throws `StoreError`; nothing is left behind then.
 */
export async function backup(
  database: Database,
  { file, overwrite }: BackupTarget,
  check: (copy: string) => Promise<void>,
): Promise<number> {
  if (database.path === null) throw new StoreError('A store in memory has no file to copy.');
  const target = await locateNewFile(file);
  await refuseTaken(target, file, database.path, overwrite);
  const copy = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  try {
    // If this is not possible now, the copy of the log has the rest.
    await database.rows('CHECKPOINT').catch(() => undefined);
    await copyThrough(database.descriptor(), copy);
    await copyFile(`${database.path}.wal`, `${copy}.wal`).catch(ignoreMissing);
    await check(copy);
    const bytes = await synced(copy);
    await moveIntoPlace(copy, target, overwrite);
    return bytes;
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(backupErrorText(file, error), { cause: error });
  } finally {
    await Promise.all(['', '.wal'].map((ending) => rm(`${copy}${ending}`, { force: true })));
  }
}

async function refuseTaken(target: string, file: string, source: string, overwrite: boolean): Promise<void> {
  if ([source, `${source}.wal`, `${source}.sock`].includes(target))
    throw new StoreError(`${file} belongs to the database itself; name another file for the copy.`);
  const found = await lstat(target).catch(() => null);
  if (found === null) return;
  if (!found.isFile())
    throw new StoreError(`${file} already exists and is not a file; name another file for the copy.`);
  if (!overwrite) throw new StoreError(`${file} already exists. Name another file, or give --overwrite.`);
}

const readInto = promisify(read);

async function copyThrough(source: number, copy: string): Promise<void> {
  const to = await open(copy, 'wx', 0o600);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let position = 0; ;) {
      const { bytesRead } = await readInto(source, buffer, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) break;
      await to.writev([buffer.subarray(0, bytesRead)]);
      position += bytesRead;
    }
  } finally {
    await to.close();
  }
}

/** Syncs a file to the disk. Returns its length in bytes. */
async function synced(file: string): Promise<number> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function moveIntoPlace(copy: string, target: string, overwrite: boolean): Promise<void> {
  // Unlike a rename, a link never replaces a file that was created in the meantime.
  await (overwrite ? rename(copy, target) : link(copy, target));
  const folder = await open(dirname(target), 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}

function backupErrorText(file: string, error: unknown): string {
  const code = errorCode(error);
  const why = { ENOSPC: 'the disk is full', EDQUOT: 'the disk is full', EFBIG: 'a file may not be that long' };
  const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  const reason = Object.entries(why).find(([known]) => known === code)?.[1] ?? message;
  return `The copy ${file} could not be made, and nothing of it is left: ${reason}.`;
}
