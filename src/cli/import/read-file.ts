// Reads one source of events up to where it can be stored: prepares the file, has the engine, DuckDB, map and
// check its rows, and counts what is refused. `import-at-once.ts` calls `readEvents` for each source and then
// stores them.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventFile } from '../../service/import/file-rows.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import { MalformedTextError } from '../../service/import/reader.ts';
import { stageFile } from '../../service/import/stage.ts';
import { prepareFile } from './prepare.ts';
import type { EventSource } from './sources.ts';
import { repairText, rowFinder } from './text-rows.ts';

/** What an import reports while it runs: a refused line, or the step that begins (`events.csv: reading`). */
export type ImportNote =
  | ({ readonly kind: 'refused'; readonly file: string } & RefusedLine)
  | { readonly kind: 'step'; readonly text: string };

/** A line that is refused: its number, why (`floatValue is not a number: "much"`), and its text. */
interface RefusedLine {
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

type Refuse = (refused: RefusedLine) => Promise<void>;

/** What an import does while one of its sources is read. */
interface ReadOptions {
  readonly folder: string;
  /** The payload keys that the organization has, and those of the files that were read before. */
  readonly payloadKeys: ReadonlySet<string>;
  /** Called with the hash of a file's content before it is read. Throws if it was imported before. */
  readonly admit: (file: string, content: string) => Promise<void>;
  readonly note: (note: ImportNote) => Promise<void>;
}

/** A file whose events are ready to be taken. */
export type ReadFile = Awaited<ReturnType<typeof readEvents>>;

/** What the summary says of a file. */
export type FileSummary = ReadFile['summary'];

/** Writes a source's events to the folder as Parquet, and counts what is refused. Throws `StoreError`. */
export async function readEvents(
  source: EventSource,
  mapping: Mapping,
  { folder: importFolder, payloadKeys, admit, note }: ReadOptions,
) {
  const file = source.name;
  const folder = await mkdtemp(join(importFolder, 'source-'));
  const tally = tallyRefusals();
  const refuse: Refuse = async (refused) => {
    tally.add(refused);
    await note({ kind: 'refused', file, ...refused });
  };
  await note({ kind: 'step', text: `${file}: reading` });
  const prepared = await prepareFile(source, folder);
  await admit(file, prepared.content);
  const options = { folder, payloadKeys, nowMs: Date.now() };
  const { staged, facts } = await readMended(prepared.file, folder, refuse, (eventFile) => {
    const findRow = eventFile.form.kind === 'csv' ? rowFinder(eventFile.path, eventFile.form) : null;
    return stageFile(eventFile, mapping, options, async (refused) => {
      // A row of CSV may take several lines; any other row is a line, or its number is shown as one.
      const { line, text } = (await findRow?.(refused.row)) ?? { line: refused.row + 1, text: refused.text };
      await refuse({ line, reason: refused.message, text });
    });
  });
  const summary = { ...facts, file, events: staged.events, refused: tally.counts() };
  return { content: prepared.content, staged, summary };
}

/**
 * Reads a file. If the engine cannot, the file is written again without the lines that cannot be read, which
 * are refused, and read once more.
 */
export async function readMended<T>(
  file: EventFile,
  folder: string,
  refuse: Refuse,
  read: (file: EventFile) => Promise<T>,
): Promise<T> {
  try {
    return await read(file);
  } catch (error) {
    if (!(error instanceof MalformedTextError)) throw error;
  }
  const path = join(folder, 'mended');
  await repairText(file.path, path, file.form, (line, reason, text) => refuse({ line, reason, text }));
  return read({ ...file, path });
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
