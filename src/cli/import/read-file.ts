// Reads one source of events up to where it can be stored: prepares the file, has the engine, DuckDB, map and
// check its rows, and counts what is refused. `import-at-once.ts` calls `readEvents` for each source and then
// stores them.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventFile } from '../../service/import/file-rows.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import { MalformedTextError } from '../../service/import/reader.ts';
import { stageFile, type StageOptions } from '../../service/import/stage.ts';
import { prepareFile } from './prepare.ts';
import type { EventSource } from './sources.ts';
import { isWindows1252, repairText, rowFinder, writeUtf8 } from './text-rows.ts';

/**
 * What an import reports while it runs. `text` is the refused line; `share` is how much of a step is done, 0
 * to 1, null if that is not known.
 */
export type ImportNote =
  | {
      readonly kind: 'refused';
      readonly file: string;
      readonly line: number;
      readonly reason: string;
      readonly text: string;
    }
  | { readonly kind: 'reading'; readonly file: string; readonly share: number | null }
  | {
      readonly kind: 'storing';
      readonly file: string;
      readonly events: number;
      readonly share: number | null;
    };

/** What an import does while one of its sources is read. */
interface ReadOptions extends StageOptions {
  readonly mapping: Mapping;
  /** Called with the hash of a file's content before it is read. Throws if it was imported before. */
  readonly admit: (file: string, content: string) => Promise<void>;
  readonly note: (note: ImportNote) => Promise<void>;
}

/** A file whose events are ready to be taken. */
export type ReadFile = Awaited<ReturnType<typeof readEvents>>;

/** What the summary says of a file. */
export type FileSummary = ReadFile['summary'];

/**
 * Reads a source, which `import-at-once.ts` then stores: writes its events to the folder as Parquet, and
 * counts what is refused. Throws `StoreError`.
 */
export async function readEvents(source: EventSource, { mapping, admit, note, ...options }: ReadOptions) {
  const file = source.name;
  const folder = await mkdtemp(join(options.folder, 'source-'));
  const tally = tallyRefusals();
  const refuse: Refuse = async ({ line, reason, message, text }) => {
    tally.add(reason, line);
    await note({ kind: 'refused', file, line, reason: message, text });
  };
  const prepared = await prepareFile(source, folder, () => void note({ kind: 'reading', file, share: null }));
  await admit(file, prepared.content);
  const { result, notes } = await readMended(prepared.file, folder, refuse, (eventFile) =>
    stageText(eventFile, mapping, { ...options, folder }, refuse),
  );
  await prepared.refuseIfChanged();
  const { staged, facts } = result;
  const summary = {
    ...facts,
    notes: [...notes, ...facts.notes],
    file,
    events: staged.events,
    refused: tally.counts(),
  };
  return { content: prepared.content, staged, summary };
}

/** Reports a refused line: its text, and the reason without a value of it (to count by) and with one. */
type Refuse = (refused: {
  readonly line: number;
  readonly reason: string;
  readonly message: string;
  readonly text: string;
}) => Promise<void>;

/** Stages a file. The line of a refused row is found by the number of the row. */
function stageText(file: EventFile, mapping: Mapping, options: StageOptions, refuse: Refuse) {
  const { kind } = file.form;
  const findRow = kind === 'ndjson' || kind === 'csv' ? rowFinder(file.path, file.form) : null;
  return stageFile(file, mapping, options, async ({ row, text, ...reasons }) => {
    const place = (await findRow?.(row)) ?? { line: row + 1, text: text ?? '' };
    await refuse({ ...place, ...reasons });
  });
}

/**
 * Reads a file. If the engine cannot, the file is written again in UTF-8 and without the lines that cannot
 * be read, which are refused, and read once more.
 */
export async function readMended<T>(
  file: EventFile,
  folder: string,
  refuse: Refuse,
  read: (file: EventFile) => Promise<T>,
): Promise<{ readonly result: T; readonly notes: readonly string[] }> {
  try {
    return { result: await read(file), notes: [] };
  } catch (error) {
    if (!(error instanceof MalformedTextError)) throw error;
  }
  const isWindows = await isWindows1252(file.path);
  const decodedPath = isWindows ? join(folder, 'decoded') : file.path;
  if (isWindows) await writeUtf8(file.path, decodedPath, 'windows-1252');
  const mendedPath = join(folder, 'mended');
  await repairText(decodedPath, mendedPath, file.form, (line, message, text) =>
    refuse({ line, reason: message.replace(/: .*/, ''), message, text }),
  );
  const notes = isWindows ? [`${file.name} is not UTF-8 and is read as Windows-1252.`] : [];
  return { result: await read({ ...file, path: mendedPath }), notes };
}

/** How many line numbers the summary names for each reason. */
const MAX_LINES = 5;

/** Counts refused lines by reason, and keeps the numbers of the first ones. */
function tallyRefusals() {
  const byReason = new Map<string, { count: number; lines: number[] }>();
  return {
    add: (reason: string, line: number): void => {
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
