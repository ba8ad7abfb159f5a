import { createHash } from 'node:crypto';
import { eventTimeFault, InvalidEventError, parseEvent, type StorableEvent } from '../events/event.ts';
import type { ImportedFile, ImportTarget } from '../events/event-store.ts';
import { csvRecords } from './csv.ts';
import type { CsvShape } from './csv-columns.ts';
import { type IgnoredKeys, tallyIgnoredKeys } from './ignored-keys.ts';
import { type EventRecord, NDJSON, splitLines } from './records.ts';
import { type Staging, withStaging } from './staging.ts';

/** A part of a stream of files: the beginning of the next file, or bytes of the current one. */
export type ImportPart = FilePart | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** The beginning of a file. `content`: its hash, if that is not the SHA-256 of the bytes that follow. */
export interface FilePart {
  readonly kind: 'file';
  readonly name: string;
  readonly format: TextFormat;
  readonly content: string | null;
}

/**
 * What an import reports while it runs. `text` is the refused line; `bytes` is the number of uncompressed
 * bytes read.
 */
export type ImportNote =
  | {
      readonly kind: 'refused';
      readonly file: string;
      readonly line: number;
      readonly reason: string;
      readonly text: string;
    }
  | { readonly kind: 'progress'; readonly file: string; readonly events: number; readonly bytes: number }
  | {
      readonly kind: 'storing';
      readonly file: string;
      readonly events: number;
      /** How many of them are stored, if that is known. */
      readonly done?: number | undefined;
    };

/**
 * `strict`: imports nothing if any line is refused. `again`: imports content that was imported before. `csv`:
 * how CSV is read.
 */
export interface ImportOptions {
  readonly strict: boolean;
  readonly again: boolean;
  readonly csv?: CsvShape;
}

/** The result of one file of an import. */
export interface FileSummary {
  readonly file: string;
  readonly events: number;
  readonly refused: readonly RefusalCount[];
  readonly ignored: IgnoredKeys;
}

/** The result of an import: either all files were imported (`taken`) or none. */
export interface ImportSummary {
  readonly taken: boolean;
  readonly files: readonly FileSummary[];
}

type Note = (note: ImportNote) => void | Promise<void>;

/** Imports files of events in one transaction, in constant memory. Throws `StoreError`. */
export async function importFiles(
  store: ImportTarget,
  namespace: string,
  parts: AsyncIterable<ImportPart>,
  { strict, again, csv }: ImportOptions,
  note: Note,
): Promise<ImportSummary> {
  return withStaging(store, namespace, async (staging, take) => {
    const read = await readFiles(parts, (part) => readFile(part, csv, staging, note));
    staging.finish();
    const files = read.map((file) => file.summary());
    const last = files.at(-1);
    if (last === undefined || !isTakeable(files, strict)) return { taken: false, files };
    const { file, events } = last;
    const stored = (done?: number) => note({ kind: 'storing', file, events, done });
    await stored();
    await take({ again, stored, files: async () => read.map((each) => each.imported()) });
    return { taken: true, files };
  });
}

async function readFiles(
  parts: AsyncIterable<ImportPart>,
  open: (part: FilePart) => ReturnType<typeof readFile>,
): Promise<readonly ReturnType<typeof readFile>[]> {
  const files: ReturnType<typeof readFile>[] = [];
  for await (const part of parts) {
    if (part.kind === 'file') {
      await files.at(-1)?.end();
      files.push(open(part));
    } else await files.at(-1)?.push(part.bytes);
  }
  await files.at(-1)?.end();
  return files;
}

function isTakeable(files: readonly FileSummary[], strict: boolean): boolean {
  if (strict && files.some(({ refused }) => refused.length > 0)) return false;
  return files.some(({ events }) => events > 0);
}

/** Stages the events of a file, whose bytes come one after the other. */
function readFile(
  { name: file, format, content }: FilePart,
  csv: CsvShape | undefined,
  staging: Staging,
  note: Note,
) {
  const records = format === 'csv' ? csvRecords(file, csv) : NDJSON;
  const [lines, hash] = [splitLines(), createHash('sha256')];
  const [refused, ignored] = [tallyRefusals(), tallyIgnoredKeys()];
  let [bytes, events] = [0, 0];
  const take = async (found: readonly (EventRecord | null)[]) => {
    const taken: StorableEvent[] = [];
    for (const record of found) {
      if (record === null) continue;
      const event = readRecord(record, staging, ignored);
      if (event instanceof InvalidEventError) {
        const { number: line, text } = record;
        refused.add(event.reason, line);
        await note({ kind: 'refused', file, line, reason: event.message, text });
      } else taken.push(event);
    }
    if (taken.length > 0) await staging.append(taken);
    events += taken.length;
  };
  return {
    push: async (chunk: Uint8Array) => {
      if (content === null) hash.update(chunk);
      bytes += chunk.byteLength;
      await take(lines.push(chunk).map(records.push));
      await note({ kind: 'progress', file, events, bytes });
    },
    end: () => take([...lines.end().map(records.push), records.end()]),
    summary: (): FileSummary => ({ file, events, refused: refused.counts(), ignored: ignored.counts() }),
    imported: (): ImportedFile => ({ file, content: content ?? hash.copy().digest('hex'), events }),
  };
}

/** The event of a record, admitted to the staging table; or the reason why it is refused. */
function readRecord(
  record: EventRecord,
  staging: Staging,
  ignored: ReturnType<typeof tallyIgnoredKeys>,
): StorableEvent | InvalidEventError {
  try {
    const value = record.read();
    const event = parseEvent(value);
    const fault = eventTimeFault(event.timeMs, Date.now());
    if (fault !== null) throw new InvalidEventError(fault);
    staging.admit(event);
    ignored.add(value);
    return event;
  } catch (error) {
    if (error instanceof InvalidEventError) return error;
    throw error;
  }
}

/** The text formats of events. */
export type TextFormat = 'ndjson' | 'csv';

/** How many lines were refused for a reason, and the numbers of the first ones. */
interface RefusalCount {
  readonly reason: string;
  readonly count: number;
  readonly lines: readonly number[];
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
