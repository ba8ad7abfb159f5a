// Writes the files of `init`, `new` and `template eject`: all of them or none.
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from '../../text/errors.ts';
import { fileErrorReason } from '../../text/file-error.ts';

/** A file to write, relative to the working directory. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** Throws `InputError` if any of these files is there; `advice` says what to do then. */
export function refuseExisting(paths: readonly string[], advice: string): void {
  const existing = paths.filter((path) => existsSync(path));
  if (existing.length > 0)
    throw new InputError(
      existing.map((path) => `${path} already exists, and nothing was written: ${advice}`),
    );
}

/**
 * Writes all files or none; over a file that is there only with `force`. Throws `InputError` if one cannot be
 * written.
 */
export async function writeFiles(files: readonly NewFile[], force: boolean): Promise<void> {
  const newPaths: string[] = [];
  for (const { path, text } of files) {
    const isNew = !existsSync(path);
    try {
      await mkdir(dirname(path), { recursive: true });
      // What is there may be a link, of a stranger's checkout: it is replaced, not followed.
      if (force) await rm(path, { force });
      await writeFile(path, text, { flag: 'wx' });
    } catch (error) {
      for (const each of newPaths) await rm(each);
      throw new InputError([`${path} cannot be written: ${fileErrorReason(error)}`]);
    }
    if (isNew) newPaths.push(path);
  }
}
