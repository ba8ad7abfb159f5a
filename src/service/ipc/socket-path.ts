import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../errors.ts';

/** The longest path that a Unix socket can have: 108 bytes on Linux, 104 on others, with the zero at the end. */
const LIMIT_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

/** Where the socket of a store's file is: beside it, or in the owner's own temporary folder where that path would be too long. */
export function socketPath(file: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\insight-report-${digest(file)}`;
  const beside = `${file}.sock`;
  return Buffer.byteLength(beside) <= LIMIT_PATH_BYTES ? beside : join(ownFolder(), `${digest(file)}.sock`);
}

/** Sees that the folder of a socket that is not beside its file is the owner's alone. Throws `StoreError`. */
export async function prepareSocketFolder(path: string): Promise<void> {
  const folder = ownFolder();
  if (!path.startsWith(`${folder}/`)) return;
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0) return;
  throw new StoreError(
    `${folder} should be a folder that only its owner can open (mode 0700), for the socket. Remove it, or mend it.`,
  );
}

function ownFolder(): string {
  return join(tmpdir(), `insight-report-${process.getuid?.() ?? 'user'}`);
}

function digest(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 32);
}
