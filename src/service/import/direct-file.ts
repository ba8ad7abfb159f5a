import { stat } from 'node:fs/promises';
import { type Events } from '../store/events.ts';
import { StoreError } from '../store/error.ts';
import { type ImportOptions } from './import.ts';
import { importedBefore } from './imported-before.ts';

/** A file that the store's engine may read: what it is called, and its real path. */
export interface DirectFile {
  readonly name: string;
  readonly path: string;
  readonly format: 'ndjson' | 'parquet';
}

/** Throws `StoreError` where the file's content was imported before and is not to be taken again. */
export async function refuseKnown(
  events: Events,
  organization: number,
  { name }: DirectFile,
  content: string,
  { again }: ImportOptions,
): Promise<void> {
  const earlier = again ? null : await events.findImport(organization, content);
  if (earlier !== null) throw importedBefore(name, earlier);
}

/**
 * Begins to watch a file that is read more than once. What it gives throws `StoreError` where the file is another one since, or
 * where not as many rows were stored as were counted.
 */
export async function watchFile({
  name,
  path,
}: DirectFile): Promise<(stored: number, counted: number) => Promise<void>> {
  const before = await stateOf(path);
  return async (stored, counted) => {
    if (stored === counted && before === (await stateOf(path))) return;
    throw new StoreError(
      `${name} changed while it was read, and nothing of it was taken. Import it again once nothing writes to it.`,
    );
  };
}

async function stateOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
