// The work of the command `import`: reads all sources, then takes their events in one transaction.
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

/** Reads sources and takes their events in one transaction: all of them or none. Throws `StoreError`. */
export async function importAtOnce(
  request: ImportRequest,
  sources: readonly EventSource[],
): Promise<{ readonly read: readonly ReadFile[]; readonly isTaken: boolean }> {
  const { operations, namespace, strict } = request;
  const place = await operations.placeImport(namespace);
  return withImportFolder(place.folder, async (folder) => {
    const read = await readAll(request, sources, folder, place.keys);
    const isRefused = strict && read.some(({ summary }) => summary.refused.length > 0);
    const isTaken = !isRefused && read.some(({ staged }) => staged.events > 0);
    if (isTaken) await take(request, read);
    return { read, isTaken };
  });
}

async function readAll(
  { operations, namespace, mapping, again, note }: ImportRequest,
  sources: readonly EventSource[],
  folder: string,
  keys: readonly string[],
): Promise<readonly ReadFile[]> {
  const payloadKeys = new Set(keys);
  const read: ReadFile[] = [];
  const admit = async (file: string, content: string) => {
    const earlier = again ? null : await operations.findImport(namespace, content);
    if (earlier !== null) throw importedBefore(file, earlier);
  };
  for (const source of sources) {
    const progress = (share: number) => void note({ kind: 'reading', file: source.name, share });
    const options = { mapping, folder, payloadKeys, nowMs: Date.now(), progress, admit, note };
    const file = await readEvents(source, options);
    // What one file adds counts towards the limit of payload keys for the next.
    for (const [key] of file.staged.payload) payloadKeys.add(key);
    read.push(file);
  }
  return read;
}

async function take(
  { operations, namespace, again, note }: ImportRequest,
  read: readonly ReadFile[],
): Promise<void> {
  const events = read.reduce((sum, { staged }) => sum + staged.events, 0);
  // The files are stored together: progress is shown at the last one, which was shown as being read.
  const file = read.at(-1)?.summary.file ?? '';
  const stored = (done: number | null) =>
    note({ kind: 'storing', file, events, share: done === null ? null : done / events });
  await stored(null);
  const files = read.map(({ content, summary }) => ({
    file: summary.file,
    content,
    events: summary.events,
  }));
  const staged = read.map((each) => each.staged);
  await operations.takeImport(namespace, { staged, files, again }, { note: ({ done }) => stored(done) });
}
