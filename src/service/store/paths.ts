import { constants } from 'node:fs';
import { access, readdir, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../text/file-error.ts';
import { StoreError } from '../errors.ts';

/** The real path of a store's file, links resolved. A file that is not there is refused unless it may be made. */
export async function locateStore(file: string, create: boolean): Promise<string> {
  if (file === '') throw new StoreError('The name of the database file is empty.');
  const found = await stat(file).catch((error: unknown) => {
    if (errorCode(error) !== 'EACCES') return null;
    throw new StoreError(`${file} cannot be reached: permission denied in a folder on its way.`, { cause: error });
  });
  if (found !== null) {
    if (!found.isFile()) throw new StoreError(`${file} is no file; name the database file.`);
    return realpath(file);
  }
  if (!create) throw new StoreError(`${file} is not there. \`org create NAMESPACE --db ${file}\` makes it.`);
  return locateNewFile(file);
}

/** Where a file that is to be made would be, links in its folder resolved. Throws `StoreError` where it cannot be made. */
export async function locateNewFile(file: string): Promise<string> {
  const folder = dirname(file);
  const real = await realpath(folder).catch(() => null);
  if (real === null) throw new StoreError(`${file} cannot be made: the folder ${folder} is not there.`);
  const writable = await access(real, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable) throw new StoreError(`${file} cannot be made: the folder ${folder} cannot be written to.`);
  return join(real, basename(file));
}

/** Takes away what a killed process put aside beside the store's file. Only for who holds the file: nobody else writes there then. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = `${path}.tmp`;
  const entries = await readdir(folder).catch(() => []);
  if (entries.length === 0) return;
  for (const name of entries.filter((each) => each.startsWith('duckdb_temp_'))) await rm(join(folder, name));
  await rmdir(folder).catch(() => undefined);
}
