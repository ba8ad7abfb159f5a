import { createHash, type Hash } from 'node:crypto';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import { eventTimeFault, InvalidEventError, parseEvent, type StorableEvent } from '../events/event.ts';
import type { ImportedFile, ImportTarget } from '../events/event-store.ts';
import { CsvRecordReader } from './csv.ts';
import type { CsvShape } from './csv-columns.ts';
import { type IgnoredKeys, IgnoredKeyTally } from './ignored-keys.ts';
import { type EventRecord, type Line, LineSplitter, ndjsonRecord, type RecordReader } from './records.ts';
import { Staging } from './staging.ts';

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

/** Imports files of events in one transaction, in constant memory. Throws `StoreError`. */
export async function importFiles(
  store: ImportTarget,
  namespace: string,
  parts: AsyncIterable<ImportPart>,
  options: ImportOptions,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<ImportSummary> {
  const { id } = await store.organizations.get(namespace);
  return translateDuckdbErrors(() =>
    store.withConnection(async (connection) => {
      const staging = await Staging.open(connection, new Set((await store.events.payloadColumns(id)).keys()));
      const files = await readFiles(parts, staging, options.csv, note);
      staging.finish();
      const summaries = files.map((file) => file.summary());
      const taken = isTakeable(summaries, options.strict);
      const last = summaries.at(-1);
      const storing = { kind: 'storing', file: last?.file ?? '', events: last?.events ?? 0 } as const;
      const stored = (done: number) => note({ ...storing, done });
      const staged = { table: staging.table, payload: staging.payload, again: options.again, stored };
      if (taken) await note(storing);
      if (taken)
        await store.events.take(connection, id, {
          ...staged,
          files: async () => files.map((file) => file.imported()),
        });
      return { taken, files: summaries };
    }),
  );
}

async function readFiles(
  parts: AsyncIterable<ImportPart>,
  staging: Staging,
  csv: CsvShape | undefined,
  note: (note: ImportNote) => void | Promise<void>,
): Promise<readonly FileReader[]> {
  const files: FileReader[] = [];
  for await (const part of parts) {
    if (part.kind === 'file') {
      await files.at(-1)?.end();
      files.push(new FileReader(part, recordReader(part, csv), staging, note));
    } else await files.at(-1)?.push(part.bytes);
  }
  await files.at(-1)?.end();
  return files;
}

function isTakeable(files: readonly FileSummary[], strict: boolean): boolean {
  if (strict && files.some(({ refused }) => refused.length > 0)) return false;
  return files.some(({ events }) => events > 0);
}

class FileReader {
  private readonly part: FilePart;
  private readonly staging: Staging;
  private readonly note: (note: ImportNote) => void | Promise<void>;
  private readonly records: RecordReader;
  private readonly lines: LineSplitter;
  private readonly content: Hash = createHash('sha256');
  private readonly tally = new RefusalTally();
  private readonly ignored = new IgnoredKeyTally();
  private bytes = 0;
  private events = 0;

  constructor(
    part: FilePart,
    records: RecordReader,
    staging: Staging,
    note: (note: ImportNote) => void | Promise<void>,
  ) {
    this.part = part;
    this.staging = staging;
    this.note = note;
    this.records = records;
    this.lines = new LineSplitter(this.records.keepsBlank);
  }

  async push(bytes: Uint8Array): Promise<void> {
    if (this.part.content === null) this.content.update(bytes);
    this.bytes += bytes.byteLength;
    await this.take(this.recordsIn(this.lines.push(bytes)));
    await this.note({ kind: 'progress', file: this.part.name, events: this.events, bytes: this.bytes });
  }

  async end(): Promise<void> {
    await this.take(this.recordsIn(this.lines.end()));
    const last = this.records.end();
    if (last !== null) await this.take([last]);
  }

  summary(): FileSummary {
    return {
      file: this.part.name,
      events: this.events,
      refused: this.tally.counts(),
      ignored: this.ignored.counts(),
    };
  }

  imported(): ImportedFile {
    const content = this.part.content ?? this.content.copy().digest('hex');
    return { file: this.part.name, content, events: this.events };
  }

  private recordsIn(lines: readonly Line[]): readonly EventRecord[] {
    return lines.map((line) => this.records.push(line)).filter((record) => record !== null);
  }

  private async take(records: readonly EventRecord[]): Promise<void> {
    const events: StorableEvent[] = [];
    for (const record of records) {
      const event = readRecord(record, this.staging, this.ignored);
      if (event instanceof InvalidEventError) await this.refuse(record, event);
      else events.push(event);
    }
    if (events.length > 0) await this.staging.append(events);
    this.events += events.length;
  }

  private async refuse({ number, text }: EventRecord, refusal: InvalidEventError): Promise<void> {
    this.tally.add(refusal.reason, number);
    const refused = { file: this.part.name, line: number, reason: refusal.message, text };
    await this.note({ kind: 'refused', ...refused });
  }
}

/** The event of a record, admitted to the staging table; or the reason why it is refused. */
function readRecord(
  record: EventRecord,
  staging: Staging,
  ignored: IgnoredKeyTally,
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

/** The reader of a format. `file` is the file's name for errors about the whole file. */
function recordReader({ format, name }: FilePart, csv: CsvShape | undefined): RecordReader {
  return format === 'csv' ? new CsvRecordReader(name, csv) : NDJSON;
}

const NDJSON: RecordReader = { keepsBlank: false, push: ndjsonRecord, end: () => null };

/** How many lines were refused for a reason, and the numbers of the first ones. */
interface RefusalCount {
  readonly reason: string;
  readonly count: number;
  readonly lines: readonly number[];
}

const REASON_LIMIT = 50;
const LINE_LIMIT = 5;

/** Counts refused lines by reason, in constant memory. */
class RefusalTally {
  private readonly byReason = new Map<string, { count: number; lines: number[] }>();

  add(reason: string, line: number): void {
    const key = this.byReason.has(reason) || this.byReason.size < REASON_LIMIT ? reason : 'other reasons';
    const entry = this.byReason.get(key) ?? { count: 0, lines: [] };
    entry.count += 1;
    if (entry.lines.length < LINE_LIMIT) entry.lines.push(line);
    this.byReason.set(key, entry);
  }

  /** The most frequent reason first. */
  counts(): readonly RefusalCount[] {
    return [...this.byReason]
      .map(([reason, entry]) => ({ reason, ...entry }))
      .sort((a, b) => b.count - a.count);
  }
}
