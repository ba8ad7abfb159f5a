// The work of the command `import` (`cli/commands/import.ts`) for one file, or with `--strict` for all at
// once: reads the files, and if nothing keeps them out, has the store take their events.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../text/plural.ts';
import { importedBefore } from '../../service/events/event-store.ts';
import { withImportFolder } from '../../service/import/import.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import { stageFile } from '../../service/import/stage.ts';
import type { StoreOperations } from '../../service/ipc/operations.ts';
import { prepareFile } from './prepare.ts';
import { readMended } from './read-mended.ts';
import type { EventSource } from './sources.ts';
import { type RefusedLine, rowFinder } from './text-rows.ts';

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

/** What an import reports while it runs: a refused line, or the step that begins (`events.csv: reading`). */
export type ImportNote =
  | ({ readonly kind: 'refused'; readonly file: string } & RefusedLine)
  | { readonly kind: 'step'; readonly text: string };

/** Reads sources, then takes the events of each in one transaction. Throws `StoreError`. */
export async function importAtOnce(
  request: ImportRequest,
  sources: readonly EventSource[],
): Promise<{ readonly read: readonly ReadFile[]; readonly isTaken: boolean }> {
  const place = await request.operations.placeImport(request.namespace);
  return withImportFolder(place.folder, async (folder) => {
    const payloadKeys = new Set(place.keys);
    const read: ReadFile[] = [];
    for (const source of sources) {
      const file = await readEvents(request, source, folder, payloadKeys);
      // What one file adds counts towards the limit of payload keys for the next.
      for (const [key] of file.staged.payload) payloadKeys.add(key);
      read.push(file);
    }
    const filled = read.filter(({ staged }) => staged.events > 0);
    const isRefused = request.strict && read.some(({ summary }) => summary.refused.length > 0);
    if (!isRefused) for (const file of filled) await take(request, file);
    return { read, isTaken: !isRefused && filled.length > 0 };
  });
}

/** A file whose events are ready to be taken. */
type ReadFile = Awaited<ReturnType<typeof readEvents>>;

/** What the summary says of a file. */
export type FileSummary = ReadFile['summary'];

/**
 * Writes a source's events to a folder as Parquet, and counts what is refused. Throws `StoreError`, also if
 * its content was imported before.
 */
async function readEvents(
  { operations, namespace, mapping, again, note }: ImportRequest,
  source: EventSource,
  importFolder: string,
  payloadKeys: ReadonlySet<string>,
) {
  const name = source.name;
  const folder = await mkdtemp(join(importFolder, 'source-'));
  const tally = tallyRefusals();
  const refuse = async (refused: RefusedLine) => {
    tally.add(refused);
    await note({ kind: 'refused', file: name, ...refused });
  };
  await note({ kind: 'step', text: `${name}: reading` });
  const { file, content } = await prepareFile(source, folder);
  const earlier = again ? null : await operations.findImport(namespace, content);
  if (earlier !== null) throw importedBefore(name, earlier);
  const options = { folder, payloadKeys, nowMs: Date.now() };
  const { staged, facts } = await readMended(file, folder, refuse, (readable) => {
    const findRow = readable.form.kind === 'csv' ? rowFinder(readable.path, readable.form) : null;
    return stageFile(readable, mapping, options, async ({ row, message, text }) => {
      // A row of CSV may take several lines; any other row is a line, or its number is shown as one.
      const place = (await findRow?.(row)) ?? { line: row + 1, text };
      await refuse({ ...place, reason: message });
    });
  });
  return {
    staged,
    content,
    summary: { ...facts, file: name, events: staged.events, refused: tally.counts() },
  };
}

/** How many line numbers the summary names for each reason. */
const MAX_LINES = 5;

/** Counts refused lines by reason, and keeps the numbers of the first ones. */
function tallyRefusals() {
  const byReason = new Map<string, { count: number; lines: number[] }>();
  return {
    add: ({ reason: reasonAndValue, line }: RefusedLine): void => {
      const reason = reasonAndValue.replace(/: .*/s, '');
      const refusals = byReason.get(reason) ?? { count: 0, lines: [] };
      refusals.count += 1;
      if (refusals.lines.length < MAX_LINES) refusals.lines.push(line);
      byReason.set(reason, refusals);
    },
    /** The most frequent reason comes first. */
    counts: () =>
      [...byReason].map(([reason, refusals]) => ({ reason, ...refusals })).sort((a, b) => b.count - a.count),
  };
}

async function take(
  { operations, namespace, again, note }: ImportRequest,
  { staged, content, summary: { file, events } }: ReadFile,
): Promise<void> {
  await note({ kind: 'step', text: `${file}: storing ${events} ${plural('event', events)}` });
  await operations.takeImport(namespace, { staged, file: { file, content, events }, again });
}
