// Where the socket is on which the process that serves a store's file answers other commands.
import { hash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../errors.ts';

/**
 * The longest path of a Unix socket. The system's limits, 108 bytes on Linux and 104 elsewhere, include a
 * zero at the end.
 */
const LIMIT_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/**
 * The path of a file's socket: next to the file (`usage.duckdb.sock`), or in the user's temporary folder if
 * that path would be too long. On Windows it is a named pipe.
 */
export function socketPath(file: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\insight-report-${digest(file)}`;
  const path = `${file}.sock`;
  return Buffer.byteLength(path) <= LIMIT_PATH_BYTES ? path : join(userFolder(), `${digest(file)}.sock`);
}

/**
 * Creates the folder of a socket that is not next to its file. Throws `StoreError` if others can open the
 * folder.
 */
export async function prepareSocketFolder(path: string): Promise<void> {
  const folder = userFolder();
  if (!path.startsWith(`${folder}/`)) return;
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const status = await lstat(folder).catch(() => null);
  if (status?.isDirectory() === true && status.uid === process.getuid?.() && (status.mode & 0o077) === 0)
    return;
  throw new StoreError(
    `${folder} must be a folder that only its owner can open (mode 0700), for the socket. Remove it or change its mode.`,
  );
}

/** A folder for this user's sockets, which only they may open. */
function userFolder(): string {
  return join(tmpdir(), `insight-report-${process.getuid?.() ?? 'user'}`);
}

/** A name of fixed length for a file's path. */
function digest(file: string): string {
  return hash('sha256', file).slice(0, 32);
}
