// `backup`: copies a store's file while events are being appended to it.
import { read } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import { ignoreMissing } from '../../../text/file-error.ts';
import { StoreError } from '../../errors.ts';
import type { RunLocked } from '../../file-lock.ts';
import { type NewFile, writeNewFile } from './new-file.ts';

/** The store that is copied. */
interface BackupSource {
  readonly path: string | null;
  /** A descriptor for reading the file. */
  descriptor(): number;
  withConnection<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Runs a task while nothing else writes. */
  readonly write: RunLocked;
}

const CHUNK_BYTES = 4 * 1_048_576;

/**
 * Copies the store's file as it is at one moment, and returns the copy's length in bytes. Events may be
 * appended meanwhile; imports and deletions may not, because they write to the file itself. The copy gets
 * its name once it is complete, synced, and `check` has opened it. Throws `StoreError`; nothing is left
 * behind then.
 */
export async function backup(
  source: BackupSource,
  target: NewFile,
  check: (copy: string) => Promise<void>,
): Promise<number> {
  const { path } = source;
  if (path === null) throw new StoreError('A store in memory has no file to copy.');
  return writeNewFile(target, path, async (copy) => {
    const isConsistent = await source.withConnection((connection) =>
      copyBesideWriters(source, connection, path, copy),
    );
    if (!isConsistent) {
      for (const ending of ['', '.wal']) await rm(`${copy}${ending}`, { force: true });
      await source.write(async () => {
        await copyThrough(source.descriptor(), copy);
        await copyLog(path, copy, Infinity);
      });
    }
    await check(copy);
  });
}

/** Begins a change that is undone later: while it is open, DuckDB does not move its log into the file. */
const HOLD_LOG = `UPDATE meta SET value = value WHERE key = 'application'`;

/** Copies the file while its log grows, then the log. Returns whether the file did not change meanwhile. */
async function copyBesideWriters(
  source: BackupSource,
  connection: DuckDBConnection,
  path: string,
  copy: string,
): Promise<boolean> {
  await source.write(async () => {
    // If this is not possible now, the copy of the log has the rest.
    await connection.run('CHECKPOINT').catch(() => undefined);
    await connection.run('BEGIN');
    await connection.run(HOLD_LOG);
  });
  try {
    const before = await readHeaders(source.descriptor());
    await copyThrough(source.descriptor(), copy);
    // The log up to here does not change any more: later posts are added after it.
    const committed = await source.write(() => fileLength(`${path}.wal`));
    await copyLog(path, copy, committed);
    return await source.write(async () => before.equals(await readHeaders(source.descriptor())));
  } finally {
    await connection.run('ROLLBACK');
  }
}

/**
 * Copies the beginning of the log, which may be closed: only closing the file itself releases DuckDB's lock.
 */
async function copyLog(path: string, copy: string, limitBytes: number): Promise<void> {
  if (limitBytes === 0) return;
  const log = await open(`${path}.wal`, 'r').catch(ignoreMissing);
  if (log === null) return;
  try {
    await copyThrough(log.fd, `${copy}.wal`, limitBytes);
  } finally {
    await log.close();
  }
}

async function fileLength(path: string): Promise<number> {
  const { size } = (await stat(path).catch(ignoreMissing)) ?? { size: 0 };
  return size;
}

/** DuckDB's headers, three blocks of 4 KiB, one of which changes whenever the log is moved into the file. */
async function readHeaders(descriptor: number): Promise<Buffer> {
  const headers = Buffer.alloc(12_288);
  await readInto(descriptor, headers, 0, headers.length, 0);
  return headers;
}

const readInto = promisify(read);

async function copyThrough(source: number, copy: string, limitBytes: number = Infinity): Promise<void> {
  const to = await open(copy, 'wx', 0o600);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let position = 0; position < limitBytes;) {
      const { bytesRead } = await readInto(
        source,
        buffer,
        0,
        Math.min(CHUNK_BYTES, limitBytes - position),
        position,
      );
      if (bytesRead === 0) break;
      // A disk that becomes full writes fewer bytes without an error, and refuses only the next.
      for (let written = 0; written < bytesRead;)
        written += (await to.write(buffer, written, bytesRead - written)).bytesWritten;
      position += bytesRead;
    }
  } finally {
    await to.close();
  }
}
