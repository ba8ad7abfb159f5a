// The two ends of an import: where a command stages events (`placeImport`), and how the store takes them
// (`takeImport`). Between them `stage.ts` reads a file into a staged one. The command may be another process
// than the one that has the store open, which then answers both over its socket (`ipc/local.ts`).
import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import type { ImportedFile, ImportTarget } from '../events/event-store.ts';
import { type StagedFile, stagedTable } from './staged.ts';

/** Where a command stages events for an organization, and the payload keys that the organization has. */
interface ImportPlace {
  readonly folder: string;
  readonly keys: readonly string[];
}

/** Says where to stage events for an organization. Throws `StoreError` if there is none of that name. */
export async function placeImport(store: ImportTarget, namespace: string): Promise<ImportPlace> {
  const { id } = await store.organizations.get(namespace);
  return { folder: store.importFolder, keys: [...(await store.events.payloadColumns(id)).keys()] };
}

/** A staged file, and the file that it was made of. */
export interface StagedImport {
  readonly staged: StagedFile;
  /** Null: it is not noted, so it is no file that could be imported twice. */
  readonly file: ImportedFile | null;
  /** Whether it is imported even if its content was imported before. */
  readonly again: boolean;
}

/** Takes the events of a staged file in one transaction: all or none. Throws `StoreError`. */
export async function takeImport(
  store: ImportTarget,
  namespace: string,
  { staged, file, again }: StagedImport,
): Promise<void> {
  const { id } = await store.organizations.get(namespace);
  await translateDuckdbErrors(() =>
    store.withConnection((connection) =>
      store.events.take(connection, id, { ...stagedTable(staged), file, again }),
    ),
  );
}

/** Runs a task with a new folder for what it writes, in the folder that the store reads. */
export async function withImportFolder<T>(folder: string, task: (folder: string) => Promise<T>): Promise<T> {
  const importFolder = join(folder, `import-${randomUUID()}`);
  await mkdir(importFolder, { recursive: true, mode: 0o700 });
  try {
    return await task(importFolder);
  } finally {
    await rm(importFolder, { recursive: true, force: true });
    await rmdir(folder).catch(() => undefined);
  }
}
