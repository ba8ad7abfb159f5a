// The two ends of an import: where a command stages events (`placeImport`), and how the store takes them
// (`takeImport`). Between them `stage.ts` reads a file into a staged one. The command may be another process
// than the one that has the store open, which then answers both over its socket (`ipc/local.ts`).
// `importEventObjects` does all of it for events that a program has in memory, such as those of `demo`.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../errors.ts';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import type { ImportedFile, ImportTarget } from '../events/event-store.ts';
import { OWN } from './mapping.ts';
import { stageFile } from './stage.ts';
import { type StagedFile, stagedTable } from './staged.ts';

/**
 * Says where to stage events for an organization, and the payload keys that it has. Throws `StoreError` if
 * there is none of that name.
 */
export async function placeImport(store: ImportTarget, namespace: string) {
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

/**
 * For programs that run the service themselves (`RunningService.importEvents`), and for tests: imports
 * objects, each in the form of an NDJSON line, in one transaction. Returns their number. If one is
 * invalid, none is imported.
 */
export async function importEventObjects(
  store: ImportTarget,
  namespace: string,
  events: Iterable<unknown> | AsyncIterable<unknown>,
): Promise<number> {
  const place = await placeImport(store, namespace);
  return withImportFolder(place.folder, async (folder) => {
    const path = join(folder, 'events.ndjson');
    const lines = Readable.from(events).map((event) => `${JSON.stringify(event)}\n`);
    await pipeline(lines, createWriteStream(path));
    const file = { name: 'The list of events', path, form: { kind: 'ndjson' } } as const;
    const options = { folder, payloadKeys: new Set(place.keys), nowMs: null };
    const { staged, facts } = await stageFile(file, OWN, options, async ({ line, reason }) => {
      throw new StoreError(`Event ${line} is refused, and nothing is imported: ${reason}`);
    });
    await takeImport(store, namespace, { staged, file: null, again: true });
    return facts.events;
  });
}
