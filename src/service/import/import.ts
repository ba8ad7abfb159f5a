import { randomUUID } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import type { ImportedFile, ImportTarget } from '../events/event-store.ts';
import { type StagedFile, stagedTable } from './staged.ts';

/**
 * Where a command stages events for an organization, and the payload keys that the organization has. The
 * command may be another process than the one that has the store open, which then takes them.
 */
interface ImportPlace {
  readonly folder: string;
  readonly keys: readonly string[];
}

/** Staged files that are imported in one transaction. `again`: also content that was imported before. */
export interface StagedImport {
  readonly staged: readonly StagedFile[];
  readonly files: readonly ImportedFile[];
  readonly again: boolean;
}

/** Progress while events are stored: how many are stored, null if that is not known. */
export interface StoringNote {
  readonly done: number | null;
}

/** Says where to stage events for an organization. Throws `StoreError` if there is none of that name. */
export async function placeImport(store: ImportTarget, namespace: string): Promise<ImportPlace> {
  const { id } = await store.organizations.get(namespace);
  return { folder: store.importFolder, keys: [...(await store.events.payloadColumns(id)).keys()] };
}

/** Takes staged events, all or none. Throws `StoreError`. */
export async function takeImport(
  store: ImportTarget,
  namespace: string,
  { staged, files, again }: StagedImport,
  note: (note: StoringNote) => void | Promise<void>,
): Promise<void> {
  const { id } = await store.organizations.get(namespace);
  const onStored = (done?: number) => note({ done: done ?? null });
  await translateDuckdbErrors(() =>
    store.withConnection((connection) =>
      store.events.take(connection, id, {
        ...stagedTable(staged),
        again,
        onStored,
        filesOf: async () => files,
      }),
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
