// Finds a store's file and the files and folders next to it, and checks them before the engine opens them.
import { constants } from 'node:fs';
import { access, open, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { errorCode } from '../../../text/file-error.ts';
import { didYouMean } from '../../../text/nearest.ts';
import { StoreError } from '../../errors.ts';

/**
 * The real path of a store's file, with links resolved. Throws `StoreError` if the file does not exist and
 * may not be created.
 */
export async function locateStore(file: string, create: boolean): Promise<string> {
  if (file === '') throw new StoreError('The name of the database file is empty.');
  const status = await stat(file).catch((error: unknown) => {
    if (errorCode(error) !== 'EACCES') return null;
    throw new StoreError(`${file} cannot be reached: permission denied in a folder of its path.`, {
      cause: error,
    });
  });
  if (status !== null) {
    if (!status.isFile()) throw new StoreError(`${file} is not a file; name the database file.`);
    await refuseForeign(file);
    return realpath(file);
  }
  if (!create)
    throw new StoreError(
      `${file} does not exist${(await suggestFile(file)) || '.'} \`org create NAMESPACE --db ${file}\` creates it.`,
    );
  return locateNewFile(file);
}

/** `; did you mean usage.duckdb?` after a file's name; empty if no file next to it has a similar name. */
export async function suggestFile(file: string): Promise<string> {
  const names = await readdir(dirname(file)).catch(() => []);
  const similar = names.filter((name) => extname(name) === extname(file) && !name.startsWith('.'));
  return didYouMean(basename(file), similar);
}

/**
 * Throws `StoreError` unless the file begins as DuckDB's do. The engine would open some others, such as
 * `events.json`, with a database in memory, in which everything is lost.
 */
async function refuseForeign(file: string): Promise<void> {
  const opened = await open(file).catch(() => null);
  // The engine reports what cannot be read.
  if (opened === null) return;
  try {
    const { buffer } = await opened.read(Buffer.alloc(MAGIC_AT + MAGIC.length), 0, null, 0);
    if (buffer.toString('latin1', MAGIC_AT) !== MAGIC)
      throw new StoreError(`${file} is not a DuckDB database file; nothing in it was changed.`);
  } finally {
    await opened.close();
  }
}

/** A DuckDB file begins with a checksum of 8 bytes, and then these letters. */
const MAGIC = 'DUCK';
const MAGIC_AT = 8;

/** Whether this process may create files in a folder. */
export function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

/**
 * The real path of a file that is to be created, with links in its folder resolved. Throws `StoreError` if it
 * cannot be created.
 */
export async function locateNewFile(file: string): Promise<string> {
  const folder = dirname(file);
  const real = await realpath(folder).catch(() => null);
  if (real === null) throw new StoreError(`${file} cannot be created: the folder ${folder} does not exist.`);
  if (!(await isWritable(real)))
    throw new StoreError(`${file} cannot be created: the folder ${folder} cannot be written to.`);
  return join(real, basename(file));
}

/**
 * Whether other users of the machine can read or write a store's file, as a sentence with what to do; null if
 * they cannot, or if there is no file.
 */
export async function describeAccess(
  file: string,
  content = 'user ids and token hashes',
): Promise<string | null> {
  // Windows has no such modes.
  const status = process.platform === 'win32' ? null : await stat(file).catch(() => null);
  if (status?.isFile() !== true || (status.mode & 0o066) === 0) return null;
  const argument = /^[\w./][\w./-]*$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
  return `Other users of this machine can open ${file}, which holds ${content}. To keep them out: chmod 600 ${argument}`;
}

/** Where exports are made: apart from the spill directory, the only folder in which the engine may write. */
export function exportFolder(path: string): string {
  return `${path}.export`;
}

/**
 * Where queries spill what does not fit into memory: `usage.duckdb.tmp`, or a folder in `--temp-directory`.
 * `opening` counts how often this process opened the file before: every second time it is
 * `usage.duckdb.tmp2`, because the previous engine may still be removing its folder.
 */
export function spillFolder(path: string, temporaryFolder: string | null, opening: number): string {
  const folder =
    temporaryFolder === null ? `${path}.tmp` : join(temporaryFolder, `insight-report-${process.pid}`);
  const isSecondFolder = opening % 2 === 1;
  return isSecondFolder ? `${folder}2` : folder;
}

/**
 * Removes what a killed process left next to the store's file. The caller must have the file open, so that no
 * other process writes there.
 */
export async function removeLeftovers(path: string): Promise<void> {
  for (const folder of [0, 1].map((opening) => spillFolder(path, null, opening)))
    await removeFolder(folder, (name) => name.startsWith('duckdb_temp_'));
  await removeFolder(exportFolder(path), (name) => /\.(parquet|json\.gz)$|^import-/.test(name));
  // A file that was being rewritten without what was deleted.
  for (const ending of ['', '.wal']) await rm(`${path}.new${ending}`, { force: true });
}

async function removeFolder(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  const entries = await readdir(folder).catch(() => null);
  if (entries === null) return;
  for (const name of entries.filter(isOurs)) await rm(join(folder, name), { recursive: true });
  await rmdir(folder).catch(() => undefined);
}
