import { read } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { errorCode } from '../../text/file-error.ts';
import { StoreError } from '../errors.ts';
import { writeNewFile } from './new-file.ts';

/** Where a copy goes, and whether it may replace a file there. */
export interface BackupTarget {
  readonly file: string;
  readonly overwrite: boolean;
}

/** What is copied. */
export interface BackupSource {
  readonly path: string | null;
  rows(sql: string): Promise<unknown>;
  /** A descriptor for reading the file. */
  descriptor(): number;
}

const CHUNK_BYTES = 4 * 1_048_576;

/**
 * Makes a consistent snapshot of the store's file and returns its length in bytes. No other task may write meanwhile. The copy gets its
 * name once it is complete, synced and known to open (`check`). Throws `StoreError`; nothing is left behind then.
 */
export async function backup(
  database: BackupSource,
  target: BackupTarget,
  check: (copy: string) => Promise<void>,
): Promise<number> {
  const { path } = database;
  if (path === null) throw new StoreError('A store in memory has no file to copy.');
  return writeNewFile({ ...target, flag: '--overwrite' }, path, async (copy) => {
    // If this is not possible now, the copy of the log has the rest.
    await database.rows('CHECKPOINT').catch(() => undefined);
    await copyThrough(database.descriptor(), copy);
    await copyFile(`${path}.wal`, `${copy}.wal`).catch(ignoreMissing);
    await check(copy);
  });
}

const readInto = promisify(read);

async function copyThrough(source: number, copy: string): Promise<void> {
  const to = await open(copy, 'wx', 0o600);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let position = 0; ;) {
      const { bytesRead } = await readInto(source, buffer, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) break;
      // A disk that gets full takes a part without an error, and refuses only the next.
      for (let done = 0; done < bytesRead;) done += (await to.write(buffer, done, bytesRead - done)).bytesWritten;
      position += bytesRead;
    }
  } finally {
    await to.close();
  }
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
