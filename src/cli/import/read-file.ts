import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mapping } from '../../service/import/mapping.ts';
import {
  type FileFacts,
  MalformedCsvError,
  type RefusedRow,
  type StagedFile,
  stageFile,
  type StageOptions,
} from '../../service/import/stage.ts';
import { repairCsv, rowFinder } from './csv.ts';
import { type PreparedFile, prepareFile } from './prepare.ts';
import type { EventSource } from './event-source.ts';

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

/** How many lines were refused for a reason, and the numbers of the first ones. */
interface RefusalCount {
  readonly reason: string;
  readonly count: number;
  readonly lines: readonly number[];
}

/** The result of one file of an import. */
export interface FileSummary extends FileFacts {
  readonly file: string;
  readonly events: number;
  readonly refused: readonly RefusalCount[];
}

/** A file whose events are ready to be taken. */
export interface ReadFile {
  readonly content: string;
  readonly staged: StagedFile;
  readonly summary: FileSummary;
}

/** Called with the hash of a file's content before it is read. */
type Admit = (file: string, content: string) => Promise<void>;

/** Reads a source and stages its events. Throws `StoreError`. */
export async function readEvents(
  source: EventSource,
  mapping: Mapping,
  options: StageOptions,
  admit: Admit,
  note: Note,
): Promise<ReadFile> {
  const file = source.name;
  const tally = tallyRefusals();
  const folder = join(options.folder, `${source.kind}-${Math.trunc(performance.now() * 1000)}`);
  await mkdir(folder);
  const refuse = async (line: number, reason: string, message: string, text: string) => {
    tally.add(reason, line);
    await note({ kind: 'refused', file, line, reason: message, text });
  };
  const prepared = await prepareFile(
    source,
    folder,
    ({ line, reason }) => refuse(line, reason, reason, ''),
    () => void note({ kind: 'reading', file, share: null }),
  );
  await admit(file, prepared.content);
  const { staged, facts } = await stagePrepared(prepared, mapping, { ...options, folder }, refuse);
  await prepared.check();
  const notes = [...prepared.notes, ...facts.notes];
  const summary = { ...facts, notes, file, events: staged.events, refused: tally.counts() };
  return { content: prepared.content, staged, summary };
}

type Refuse = (line: number, reason: string, message: string, text: string) => Promise<void>;

/** Stages a file; a CSV file that the engine cannot read is read row by row first, without what is no row. */
async function stagePrepared(
  { file }: PreparedFile,
  mapping: Mapping,
  options: StageOptions,
  refuse: Refuse,
) {
  const { form } = file;
  if (form.kind !== 'csv')
    return stageFile(file, mapping, options, ({ row, reason, message, text }) =>
      refuse(row + 1, reason, message, text ?? ''),
    );
  const find = rowFinder(file.path, form);
  const refuseRow = async ({ row, reason, message }: RefusedRow) => {
    const record = await find(row);
    await refuse(record?.line ?? row + 1, reason, message, record?.text ?? '');
  };
  try {
    return await stageFile(file, mapping, options, refuseRow);
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    const path = join(options.folder, 'repaired');
    const repaired = await repairCsv(file.path, path, form, ({ line, fault, text }) =>
      refuse(line, withoutNumbers(fault), fault, text),
    );
    return stageFile({ ...file, path, form: repaired }, mapping, options, refuseRow);
  }
}

/** A reason by which lines are counted. */
function withoutNumbers(fault: string): string {
  return fault.replace(/: .*/, '');
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
    /** The most frequent reason first. */
    counts: (): readonly RefusalCount[] =>
      [...byReason].map(([reason, entry]) => ({ reason, ...entry })).sort((a, b) => b.count - a.count),
  };
}
