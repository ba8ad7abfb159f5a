// Whether events can be written to the store's file, for `/health`, and how long the file is, for `/metrics`.
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface StorageHealth {
  readonly status: 'ok' | 'full' | 'read-only' | 'reopening';
  readonly problems: readonly string[];
}

/** 32 MiB. With less free space the next commit may not fit: the engine's log grows to 16 MiB. */
const LIMIT_FREE_BYTES = 33_554_432;

/** The checks of the file system, which tests replace. */
const FILES = {
  canWrite: (path: string): Promise<boolean> =>
    access(path, constants.W_OK).then(
      () => true,
      () => false,
    ),
  /** Of the file system that holds the path, for a process without special rights. */
  freeBytes: async (path: string): Promise<number> => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};

/** Checks the disk that holds a store's file; for a store in memory, the path is null and all is well. */
export async function checkStorage(path: string | null, files = FILES): Promise<StorageHealth> {
  if (path === null) return OK;
  const folder = dirname(path);
  const [isFileWritable, isFolderWritable, freeBytes] = await Promise.all([
    files.canWrite(path),
    files.canWrite(folder),
    files.freeBytes(folder),
  ]);
  // The log, `usage.duckdb.wal`, is created in the folder.
  if (!isFileWritable || !isFolderWritable) {
    return {
      status: 'read-only',
      problems: ['The database file or its folder cannot be written to: no event is taken.'],
    };
  }
  if (freeBytes >= LIMIT_FREE_BYTES) return OK;
  const left = Math.floor(freeBytes / 1_048_576);
  return { status: 'full', problems: [`The disk has ${left} MiB left: events are refused once it is full.`] };
}

const OK: StorageHealth = { status: 'ok', problems: [] };

/** The length of a store's file with its log, in bytes; null for a store in memory. */
export async function storedBytes(path: string | null): Promise<number | null> {
  if (path === null) return null;
  const lengths = [path, `${path}.wal`].map((name) =>
    stat(name).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
}
