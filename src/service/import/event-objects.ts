// Imports events that a program has in memory, such as those of `demo`: it writes them to a file as NDJSON,
// and stages that like any other file.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StoreError } from '../errors.ts';
import type { ImportTarget } from '../events/event-store.ts';
import { placeImport, takeImport, withImportFolder } from './import.ts';
import { OWN } from './mapping.ts';
import { stageFile } from './stage.ts';

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
  const { folder, keys } = await placeImport(store, namespace);
  return withImportFolder(folder, async (importFolder) => {
    const path = join(importFolder, 'events.ndjson');
    await pipeline(Readable.from(linesOf(events)), createWriteStream(path));
    const file = { name: 'The list of events', path, form: { kind: 'ndjson' } } as const;
    const options = { folder: importFolder, payloadKeys: new Set(keys), nowMs: null };
    const { staged } = await stageFile(file, OWN, options, async ({ row, message }) => {
      throw new StoreError(`Event ${row + 1} is refused, and nothing is imported: ${message}`);
    });
    await takeImport(store, namespace, { staged, file: null, again: true });
    return staged.events;
  });
}

async function* linesOf(events: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(event)}\n`;
}
