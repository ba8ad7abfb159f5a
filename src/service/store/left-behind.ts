import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importCopy } from './import-copy.ts';

/** Takes away what a killed process put aside beside the store's file. Only for who holds the file: nobody else writes there then. */
export async function removeLeftBehind(path: string): Promise<void> {
  await rm(importCopy(path), { force: true });
  const folder = `${path}.tmp`;
  const entries = await readdir(folder).catch(() => []);
  if (entries.length === 0) return;
  for (const name of entries.filter((each) => each.startsWith('duckdb_temp_'))) await rm(join(folder, name));
  await rmdir(folder).catch(() => undefined);
}
