import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { firstLineOf, messageOf } from '../../text/errors.ts';
import { quoteNames } from '../../text/list.ts';
import { truncate } from '../../text/truncate.ts';
import { EngineError, isOutOfMemory, StoreError } from '../errors.ts';
import { createConfined } from '../events/confinement.ts';
import { literal } from '../events/duckdb-values.ts';
import { REQUIRED_KEYS } from '../events/event.ts';
import { type EventFile, patternOfPath, readRows, unreadableColumns } from './file-rows.ts';
import { type Field, type Mapping, objectsOf } from './mapping.ts';
import { likelyColumn } from './names.ts';
import { valueAt } from './find-values.ts';
import { compileMapping, type EventSelect, SHOWN_AFTER } from './select.ts';
import { MACROS } from './macros.ts';

/** A row that is refused: the number of the row, the reason with and without a value, and the row as text. */
export interface RefusedRow {
  readonly row: number;
  readonly reason: string;
  readonly message: string;
  /** Null if it is the text of a line of the file. */
  readonly text: string | null;
}

/** Events that are read, converted and checked, in a Parquet file from which the store takes them. */
export interface StagedFile {
  readonly path: string;
  /** Payload key → the file's column. */
  readonly payload: readonly (readonly [key: string, column: string])[];
  readonly events: number;
  readonly hasRepeats: boolean;
}

/** What the summary at the end of an import says of a file. */
export interface FileFacts {
  /** Test events among those that are taken. */
  readonly testEvents: number;
  readonly users: number;
  /** The time of the first and of the last event, in epoch milliseconds; null without an event. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
  /** How many events have the id of an earlier one. */
  readonly repeated: number;
  /** What is not kept → how many events have a value for it. */
  readonly left: readonly (readonly [name: string, events: number])[];
  /** What the reader should know, in sentences. */
  readonly notes: readonly string[];
}

/** How a file is staged. */
export interface StageOptions {
  /** The folder that the Parquet file is written to. */
  readonly folder: string;
  /** The payload keys that the organization has. */
  readonly payloadKeys: ReadonlySet<string>;
  /** The clock: later events are refused. Null: any time is taken. */
  readonly nowMs: number | null;
  /** Called with the share of the file that is read, 0 to 1. */
  readonly progress: (share: number) => void;
}

/** A text file has a row that the engine cannot read: an open quote, no UTF-8, or too long. */
export class MalformedTextError extends EngineError {}

const MEMORY_LIMIT = '1GB';

/**
 * Runs a task on an engine that may open a file of events and the files of a folder, and nothing else.
 */
export async function withReader<T>(
  file: EventFile,
  folder: string,
  task: (connection: DuckDBConnection) => Promise<T>,
  resources: Readonly<Record<string, string>> = {},
): Promise<T> {
  const instance = await createConfined(
    ':memory:',
    { files: [file.path, patternOfPath(file.path)], folder },
    { ...resources, memory_limit: MEMORY_LIMIT, temp_directory: join(folder, 'spilled') },
  );
  const connection = await instance.connect();
  try {
    for (const macro of MACROS) await connection.run(macro);
    return await task(connection);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const isMalformed =
      file.form.kind !== 'parquet' && /CSV Error|CSV Parser|Maximum line size/.test(messageOf(error));
    throw new (isMalformed ? MalformedTextError : EngineError)(
      `${file.name} could not be read, and nothing of it was taken: ${firstLineOf(error)}`,
      { cause: error },
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/**
 * Reads a file and writes its events to a Parquet file in the folder. `refuse` is called for each row that is
 * not taken. Throws `StoreError`, and `MalformedTextError`.
 */
export async function stageFile(
  file: EventFile,
  mapping: Mapping,
  options: StageOptions,
  refuse: (row: RefusedRow) => Promise<void>,
): Promise<Staged> {
  const { folder } = options;
  const stage = (unreadable: readonly string[] = [], resources = {}) =>
    withReader(
      file,
      folder,
      (connection) => writeEvents(connection, file, mapping, options, unreadable),
      resources,
    );
  const stagedFile = await stage().catch(async (error: unknown) => {
    if (!(error instanceof EngineError) || error instanceof MalformedTextError) throw error;
    // Each thread holds a part of every column, and a file may have a thousand.
    if (isOutOfMemory(messageOf(error.cause))) return stage([], { threads: '1' });
    const unreadable = await withReader(file, folder, (connection) => unreadableColumns(connection, file));
    if (unreadable.length === 0) throw error;
    return stage(unreadable);
  });
  return withReader(file, folder, async (connection) => {
    await reportRefused(connection, stagedFile.path, refuse);
    return readFacts(connection, stagedFile.path, stagedFile.select, stagedFile.notes);
  });
}

interface Staged {
  readonly staged: StagedFile;
  readonly facts: FileFacts;
}

async function writeEvents(
  connection: DuckDBConnection,
  file: EventFile,
  mapping: Mapping,
  { folder, payloadKeys, nowMs, progress }: StageOptions,
  unreadable: readonly string[],
) {
  const rows = await readRows(connection, file, objectsOf(mapping), unreadable);
  const names = [...rows.values].flatMap(([name, { object }]) => (object === undefined ? [name] : []));
  const select = compileMapping(rows, mapping, { payloadKeys, nowMs });
  const named = (mapping.needed ?? []).filter((path) => valueAt(rows, path) === null);
  refuseWithout(file, { named, fields: select.missing }, names);
  const path = join(folder, `${randomUUID()}.parquet`);
  await reportProgress(connection, progress, () =>
    connection.run(`COPY (${select.sql}) TO ${literal(path)} (FORMAT parquet, COMPRESSION lz4_raw)`),
  );
  const notes = [
    ...notesOf(select, names),
    ...unreadable.map((name) => `The column ${quoteNames([name])} cannot be read and is not kept.`),
  ];
  return { path, select, notes };
}

/** The columns that a file lacks. */
interface LackingColumns {
  /** Those that `--column` names. */
  readonly named: readonly string[];
  /** The fields of events that no column has. */
  readonly fields: readonly Field[];
}

/** Throws `StoreError` if a table has no column for what each event needs, or none that a flag names. */
function refuseWithout({ name, form }: EventFile, lacking: LackingColumns, columns: readonly string[]): void {
  if (form.kind !== 'csv' && form.kind !== 'parquet') return;
  const needed = lacking.fields.filter((field) => REQUIRED_KEYS.includes(field));
  const [absent] = [lacking.named, needed].filter((names) => names.length > 0);
  if (absent === undefined) return;
  const flags = needed.map((field) => `--column ${field}=${likelyColumn(field, columns) ?? '…'}`);
  const hint = `If another column holds it, give ${flags.join(' ')}. \`--from\` reads another tool's export, and \`--columns\` shows what the file has.`;
  throw new StoreError(
    `${name} is refused, and nothing of it was taken: it has no column ${absent.join(', ')}, only ${columns.slice(0, 20).join(', ')}.${absent === needed ? ` ${hint}` : ''}`,
  );
}

function notesOf({ renamed, missing }: EventSelect, names: readonly string[]): readonly string[] {
  const read = [...renamed].map(([column, field]) => `${quoteNames([column])} is read as ${field}.`);
  if (!missing.includes('clientUser')) return read;
  const near = likelyColumn('clientUser', names);
  const meant = near === null ? '' : `; is ${quoteNames([near])} meant? --column clientUser=${near}`;
  return [...read, `No event has a clientUser, so no users are counted${meant}.`];
}

const PROGRESS_EVERY_MS = 200;

async function reportProgress<T>(
  connection: DuckDBConnection,
  progress: (share: number) => void,
  task: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    progress(Math.max(connection.progress.percentage, 0) / 100);
  }, PROGRESS_EVERY_MS);
  try {
    return await task();
  } finally {
    clearInterval(timer);
  }
}

async function reportRefused(
  connection: DuckDBConnection,
  path: string,
  refuse: (row: RefusedRow) => Promise<void>,
): Promise<void> {
  const result = await connection.stream(
    `SELECT file_row_number::DOUBLE, fault, refused FROM read_parquet(${literal(path)}, file_row_number = true) WHERE fault <> ''`,
  );
  for await (const rows of result.yieldRows()) {
    for (const [row, fault, refused] of rows) {
      const [reason = '', shown] = String(fault).split(SHOWN_AFTER);
      const message = shown === undefined ? reason : `${reason}: ${truncate(JSON.stringify(shown), 60, 60)}`;
      const text = typeof refused === 'string' ? refused : null;
      await refuse({ row: Number(row), reason, message, text });
    }
  }
}

async function readFacts(
  connection: DuckDBConnection,
  path: string,
  { payload, left }: EventSelect,
  notes: readonly string[],
): Promise<Staged> {
  const taken = `read_parquet(${literal(path)}, file_row_number = true) WHERE fault IS NULL`;
  const counts = [
    ...[...payload.values()].map((column) => `count(${column})`),
    ...[...left.values()].map((column) => `count(*) FILTER (${column})`),
  ];
  const read = await connection.runAndReadAll(
    `SELECT count(*), count(*) FILTER (isTestMode = 'true'), count(DISTINCT nullif(clientUser, '')), min(__time), max(__time),
      count(eventID) - count(DISTINCT CASE WHEN eventID <> '' THEN hash(eventID) END), ${[...counts, '0'].join(', ')} FROM ${taken}`,
  );
  const [row = []] = read.getRows();
  const [all = 0, testEvents = 0, users = 0, firstMs = 0, lastMs = 0, repeated = 0, ...columnCounts] =
    row.map(Number);
  const isFilled = (_: unknown, place: number) => (columnCounts[place] ?? 0) > 0;
  return {
    staged: {
      path,
      payload: [...payload].filter(isFilled),
      events: all - repeated,
      hasRepeats: repeated > 0,
    },
    facts: {
      testEvents,
      users,
      firstMs: all === 0 ? null : firstMs,
      lastMs: all === 0 ? null : lastMs,
      repeated,
      left: [...left.keys()]
        .map((name, place) => [name, columnCounts[payload.size + place] ?? 0] as const)
        .filter(([, events]) => events > 0),
      notes: all === 0 ? [] : notes,
    },
  };
}

/** The SQL of staged files' events, as one table. */
export function stagedTable(files: readonly StagedFile[]): {
  readonly table: string;
  readonly payload: ReadonlyMap<string, string>;
} {
  const keys = [...new Set(files.flatMap(({ payload }) => payload.map(([key]) => key)))];
  const payload = new Map(keys.map((key, place) => [key, `p${place}`]));
  const parts = files.map((file) => {
    const columns = new Map(file.payload);
    const values = keys.map((key) => `${columns.get(key) ?? 'NULL'} AS ${payload.get(key) ?? ''}`);
    const once = file.hasRepeats
      ? ' QUALIFY row_number() OVER (PARTITION BY coalesce(eventID, file_row_number::VARCHAR) ORDER BY file_row_number) = 1'
      : '';
    return `SELECT ${[CORE, ...values].join(', ')} FROM read_parquet(${literal(file.path)}, file_row_number = true) WHERE fault IS NULL${once}`;
  });
  return { table: `(${parts.join(' UNION ALL ')})`, payload };
}

const CORE = '__time, appID, clientUser, type, sessionID, isTestMode, floatValue';
