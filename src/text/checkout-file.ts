// Reads files of a checkout, safely even if a stranger's pull request wrote them: nothing outside of the
// checkout, nothing of .git, no pipe, no endless file.
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** A file is larger than its reader takes. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

/**
 * The real path of a file or folder that a checkout, or a config file in it, names. Throws if it is outside
 * of the checkout, where a link may lead, or in a git directory: actions/checkout keeps a token in
 * .git/config.
 */
export function resolveInside(checkout: string, path: string): string {
  const root = realpathSync(checkout);
  const real = realpathSync(resolve(root, path));
  if (isOutside(root, real)) throw new Error('it is outside of the workspace, perhaps through a link');
  if (
    relative(root, real)
      .split(sep)
      .some((name) => /\.git$/i.test(name))
  )
    throw new Error('it is in a git directory, which may hold a token');
  return real;
}

/** Whether a path, as it is written, leads out of a folder. */
export function isOutside(folder: string, path: string): boolean {
  const relativePath = relative(folder, resolve(folder, path));
  return relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
}

/** The root of the repository that a folder is in; the folder itself if it is in none. */
export function checkoutOf(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return resolve(folder);
  }
}

/**
 * Reads a regular file. Throws as `node:fs` does, and for a pipe, which might never end, a device, a socket,
 * or more bytes than the limit, whatever size the file says it has.
 */
export function readRegularFile(path: string, limitBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) throw new Error('it is a folder');
    if (!stat.isFile()) throw new Error('it is a pipe, a device or a socket, but must be a regular file');
    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const count = readSync(file, chunk);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      length += count;
      if (length > limitBytes) throw new FileTooLarge(`the file is larger than ${limitBytes / MEBIBYTE} MiB`);
    }
  } finally {
    closeSync(file);
  }
}

const CHUNK_BYTES = 65_536;
const MEBIBYTE = 1_048_576;

/** The text of a file. Throws if it is not UTF-8: other bytes would come out as other names. */
export function decodeText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('the file is not UTF-8 text; save it as UTF-8');
  return bytes.toString('utf8');
}
