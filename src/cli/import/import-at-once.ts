// The work of the command `import` (`cli/commands/import.ts`) for one file, or with `--strict` for all at
// once: reads the files, and if nothing keeps them out, has the store take their events.
import { plural } from '../../text/plural.ts';
import { importedBefore } from '../../service/events/event-store.ts';
import { withImportFolder } from '../../service/import/import.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { type ImportNote, type ReadFile, readEvents } from './read-file.ts';
import type { EventSource } from './sources.ts';

/** What `import` wants: from the store, and by its flags. */
export interface ImportRequest {
  readonly operations: Pick<StoreOperations, 'placeImport' | 'findImport' | 'takeImport'>;
  readonly namespace: string;
  readonly mapping: Mapping;
  /** Whether nothing is taken if a line is refused. */
  readonly strict: boolean;
  /** Whether content that was imported before is taken again. */
  readonly again: boolean;
  /** Shows progress and refused lines. */
  readonly note: (note: ImportNote) => Promise<void>;
}

/** Reads sources, then takes the events of each in one transaction. Throws `StoreError`. */
export async function importAtOnce(
  request: ImportRequest,
  sources: readonly EventSource[],
): Promise<{ readonly read: readonly ReadFile[]; readonly isTaken: boolean }> {
  const { operations, namespace, mapping, strict, again, note } = request;
  const place = await operations.placeImport(namespace);
  return withImportFolder(place.folder, async (folder) => {
    const payloadKeys = new Set(place.keys);
    const admit = async (file: string, content: string) => {
      const earlier = again ? null : await operations.findImport(namespace, content);
      if (earlier !== null) throw importedBefore(file, earlier);
    };
    const read: ReadFile[] = [];
    for (const source of sources) {
      const file = await readEvents(source, mapping, { folder, payloadKeys, admit, note });
      // What one file adds counts towards the limit of payload keys for the next.
      for (const [key] of file.staged.payload) payloadKeys.add(key);
      read.push(file);
    }
    const filled = read.filter(({ staged }) => staged.events > 0);
    const isRefused = strict && read.some(({ summary }) => summary.refused.length > 0);
    if (!isRefused) for (const file of filled) await take(request, file);
    return { read, isTaken: !isRefused && filled.length > 0 };
  });
}

async function take(
  { operations, namespace, again, note }: ImportRequest,
  { staged, content, summary: { file, events } }: ReadFile,
): Promise<void> {
  await note({ kind: 'step', text: `${file}: storing ${events} ${plural('event', events)}` });
  await operations.takeImport(namespace, { staged, file: { file, content, events }, again });
}
