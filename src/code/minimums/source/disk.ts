// The build files of a folder, for `insight-report minimums` without a change.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realFolder } from '../../repository/repository.ts';
import { readSource } from '../../signals/finding/source-tree.ts';
import { type Files, isForeign, LIMIT_BYTES, mayDeclare } from '../reading/files.ts';

/** The files of a folder on the disk, without links. Throws `InputError` if there is no such folder. */
export async function readDisk(folder: string): Promise<Files> {
  const root = await realFolder(folder);
  const paths = (await listFolder(root, '')).filter(mayDeclare);
  return { paths, read: (path) => Promise.resolve(readSource(root, path, new Set(), LIMIT_BYTES)) };
}

async function listFolder(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const lists = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) return [path];
      return entry.isDirectory() && !isForeign(`${path}/`) ? listFolder(root, path) : [];
    }),
  );
  return lists.flat();
}
