import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventFile } from '../../service/import/file-rows.ts';
import type { Mapping } from '../../service/import/mapping.ts';
import { MalformedTextError, stageFile, type StageOptions } from '../../service/import/stage.ts';
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

type Note = (note: ImportNote) => Promise<void>;

/** The result of one file of an import. */
export type FileSummary = ReadFile['summary'];

/** A file whose events are ready to be taken. */
export type ReadFile = Awaited<ReturnType<typeof readEvents>>;

/** Called with the hash of a file's content before it is read. */
type Admit = (file: string, content: string) => Promise<void>;

/** Reads a source and stages its events. Throws `StoreError`. */
export async function readEvents(
  source: EventSource,
  mapping: Mapping,
  options: StageOptions,
  admit: Admit,
  note: Note,
) {
  const file = source.name;
  const tally = tallyRefusals();
  const folder = join(options.folder, `${source.kind}-${Math.trunc(performance.now() * 1000)}`);
  await mkdir(folder);
  const refuse = async (line: number, reason: string, message: string, text: string) => {
    tally.add(reason, line);
    await note({ kind: 'refused', file, line, reason: message, text });
  };
  const prepared = await prepareFile(source, folder, () => void note({ kind: 'reading', file, share: null }));
  await admit(file, prepared.content);
  const { result, notes } = await readMended(prepared.file, folder, refuse, (each) =>
    stageText(each, mapping, { ...options, folder }, refuse),
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

type Refuse = (line: number, reason: string, message: string, text: string) => Promise<void>;

/** Stages a file, whose refused rows are found in it by their number. */
function stageText(file: EventFile, mapping: Mapping, options: StageOptions, refuse: Refuse) {
  const { kind } = file.form;
  const find = kind === 'ndjson' || kind === 'csv' ? rowFinder(file.path, file.form) : null;
  return stageFile(file, mapping, options, async ({ row, reason, message, text }) => {
    const place = (await find?.(row)) ?? { line: row + 1, text: text ?? '' };
    await refuse(place.line, reason, message, place.text);
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
  const [decoded, path] = [join(folder, 'decoded'), join(folder, 'mended')];
  const isWindows = await isWindows1252(file.path);
  if (isWindows) await writeUtf8(file.path, decoded, 'windows-1252');
  await repairText(isWindows ? decoded : file.path, path, file.form, (line, fault, text) =>
    refuse(line, fault.replace(/: .*/, ''), fault, text),
  );
  const notes = isWindows ? [`${file.name} is not UTF-8 and is read as Windows-1252.`] : [];
  return { result: await read({ ...file, path }), notes };
}

const REASON_LIMIT = 50;
const LINE_LIMIT = 5;

/** Counts refused lines by reason, in constant memory. */
function tallyRefusals() {
  const byReason = new Map<string, { count: number; lines: number[] }>();
  return {
    add: (reason: string, line: number): void => {
      const key = byReason.has(reason) || byReason.size < REASON_LIMIT ? reason : 'other reasons';
      const entry = byReason.get(key) ?? { count: 0, lines: [] };
      entry.count += 1;
      if (entry.lines.length < LINE_LIMIT) entry.lines.push(line);
      byReason.set(key, entry);
    },
    /** How many lines were refused for each reason, the most frequent first, and the first ones' numbers. */
    counts: () =>
      [...byReason].map(([reason, entry]) => ({ reason, ...entry })).sort((a, b) => b.count - a.count),
  };
}
