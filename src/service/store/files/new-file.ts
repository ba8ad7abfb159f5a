// Writes a file completely or not at all: backups, exports, and files that are restored or rewritten.
import { chmod, chown, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { firstLineOf } from '../../../text/errors.ts';
import { StoreError } from '../../errors.ts';
import { errorCode } from '../../../text/file-error.ts';
import { locateNewFile } from './paths.ts';

/** A file that is to be written, and whether it may replace one of its name. */
export interface NewFile {
  readonly file: string;
  readonly overwrite: boolean;
}

/**
 * Has `write` write a file under another name in the same folder, and renames it once it is complete
 * and synced. Returns its length in bytes. Throws `StoreError`; nothing is left behind then. `source` is the
 * database file that it is made from, which it must not replace; `write` may leave `<part>.wal`, too.
 */
export async function writeNewFile(
  { file, overwrite }: NewFile,
  source: string,
  write: (newFile: string) => Promise<void>,
): Promise<number> {
  const target = await locateNewFile(file);
  await refuseTaken(target, source, { file, overwrite });
  const newFile = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  await removeAbandoned(target);
  try {
    await write(newFile);
    const bytes = await synced(newFile);
    // Unlike a rename, a link never replaces a file that was created in the meantime.
    await (overwrite ? rename(newFile, target) : link(newFile, target));
    await syncFolder(dirname(target)).catch(() => undefined);
    return bytes;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const message = `${file} could not be written, and nothing of it is left: ${reasonOf(error)}.`;
    throw new StoreError(message, { cause: error });
  } finally {
    await Promise.all(['', '.wal'].map((ending) => rm(`${newFile}${ending}`, { force: true })));
  }
}

/** Removes what killed processes left: `.backup.duckdb.4711.part`. */
async function removeAbandoned(target: string): Promise<void> {
  const start = `.${basename(target)}.`;
  for (const name of await readdir(dirname(target)).catch(() => [])) {
    const pid = name.startsWith(start) ? /^(\d+)\.part/.exec(name.slice(start.length))?.[1] : undefined;
    if (pid === undefined || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    await rm(join(dirname(target), name), { force: true, recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return errorCode(error) === 'EPERM';
  }
}

async function refuseTaken(target: string, source: string, { file, overwrite }: NewFile): Promise<void> {
  if ([source, `${source}.wal`, `${source}.sock`].includes(target))
    throw new StoreError(`${file} belongs to the database itself; name another file.`);
  const status = await lstat(target).catch(() => null);
  if (status === null) return;
  if (!status.isFile()) throw new StoreError(`${file} already exists and is not a file; name another one.`);
  if (!overwrite) throw new StoreError(`${file} already exists. Name another file, or give --force.`);
}

/** Gives a new file the owner and mode of the file that it replaces. Does nothing if there is none. */
export async function keepAccess(file: string, newFile: string): Promise<void> {
  const before = await stat(file).catch(() => null);
  if (before === null) return;
  await chmod(newFile, before.mode & 0o777);
  await chown(newFile, before.uid, before.gid).catch(() => undefined);
}

/** Syncs a file to the disk. Returns its length in bytes. */
export async function synced(file: string): Promise<number> {
  await syncOpened(file, 'r+');
  return (await stat(file)).size;
}

/** Syncs a folder, so that a new name in it lasts. Some systems cannot, and throw. */
export function syncFolder(folder: string): Promise<void> {
  return syncOpened(folder, 'r');
}

async function syncOpened(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function reasonOf(error: unknown): string {
  const [code, message] = [errorCode(error), firstLineOf(error)];
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left|Disk quota/i.test(message))
    return 'the disk is full';
  return code === 'EFBIG' || /File too large/i.test(message) ? 'a file may not be that long' : message;
}
