// The work of the command `import` (`cli/commands/import.ts`) for one file, or with `--strict` for all at
// once: reads the files, and if nothing keeps them out, has the store take their events.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../text/plural.ts';
import { importedBefore } from '../../service/events/event-store.ts';
import { withImportFolder } from '../../service/import/import.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import { type RefusedLine, stageFile } from '../../service/import/stage.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { readMended } from './mend.ts';
import { prepareFile } from './prepare.ts';
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
  /** Shows the step that begins: `events.csv: reading`. */
  readonly begin: (step: string) => void;
  /** Shows a refused line of a file. */
  readonly refuse: (file: string, line: RefusedLine) => Promise<void>;
}

/** Reads sources, then takes the events of each in one transaction. Throws `StoreError`. */
export async function importAtOnce(request: ImportRequest, sources: readonly EventSource[]) {
  const place = await request.operations.placeImport(request.namespace);
  return withImportFolder(place.folder, async (folder) => {
    const payloadKeys = new Set(place.keys);
    const read: ReadFile[] = [];
    for (const source of sources) {
      const file = await readEvents(request, source, await mkdtemp(join(folder, 'source-')), payloadKeys);
      // What one file adds counts towards the limit of payload keys for the next.
      for (const [key] of file.staged.payload) payloadKeys.add(key);
      read.push(file);
    }
    const filled = read.filter(({ summary }) => summary.events > 0);
    const isRefused = request.strict && read.some(({ summary }) => summary.refused.length > 0);
    if (!isRefused)
      for (const { staged, content, summary } of filled) {
        const { file, events } = summary;
        request.begin(`${file}: storing ${events} ${plural('event', events)}`);
        await request.operations.takeImport(request.namespace, {
          staged,
          file: { file, content, events },
          again: request.again,
        });
      }
    return {
      files: read.map(({ summary }) => summary),
      isTaken: !isRefused && filled.length > 0,
    };
  });
}

/** A file whose events are ready to be taken. */
type ReadFile = Awaited<ReturnType<typeof readEvents>>;

/** What the summary says of a file. */
export type FileSummary = ReadFile['summary'];

/**
 * Writes a source's events to a folder as Parquet. Throws `StoreError`, also if its content was imported
 * before.
 */
async function readEvents(
  { operations, namespace, mapping, again, begin, refuse }: ImportRequest,
  source: EventSource,
  folder: string,
  payloadKeys: ReadonlySet<string>,
) {
  const { name } = source;
  begin(`${name}: reading`);
  const { file, content } = await prepareFile(source, folder);
  const earlier = again ? null : await operations.findImport(namespace, content);
  if (earlier !== null) throw importedBefore(name, earlier);
  const options = { folder, payloadKeys, nowMs: Date.now() };
  const { staged, facts } = await readMended(file, folder, (readable) =>
    stageFile(readable, mapping, options, (line) => refuse(name, line)),
  );
  return { staged, content, summary: { ...facts, file: name } };
}
