import { stat } from 'node:fs/promises';
import { StoreError } from '../errors.ts';
import type { EventStore, ImportRecord } from '../events/event-store.ts';
import type { ImportOptions } from './files.ts';

/** A file that the store's engine may read: what it is called, and its real path. */
export interface DirectFile {
  readonly name: string;
  readonly path: string;
  readonly format: 'ndjson' | 'parquet';
}

/** Throws `StoreError` where the file's content was imported before and is not to be taken again. */
export async function refuseImported(
  events: EventStore,
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
export async function watchForChanges({
  name,
  path,
}: DirectFile): Promise<(stored: number, counted: number) => Promise<void>> {
  const before = await fileState(path);
  return async (stored, counted) => {
    if (stored === counted && before === (await fileState(path))) return;
    throw new StoreError(
      `${name} changed while it was read, and nothing of it was taken. Import it again once nothing writes to it.`,
    );
  };
}

async function fileState(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** The refusal of a file whose content was imported before. */
export function importedBefore(name: string, { file, importedMs }: ImportRecord): StoreError {
  const when = new Date(importedMs).toISOString();
  return new StoreError(
    `${name} is refused: its content was imported on ${when} as ${file}. \`--again\` imports it a second time.`,
  );
}
