import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { messageOf } from '../../text/errors.ts';
import { quoteNames } from '../../text/list.ts';
import { EngineError, isOutOfMemory, StoreError } from '../errors.ts';
import { literal } from '../events/duckdb-values.ts';
import { REQUIRED_KEYS } from '../events/event.ts';
import { type EventFile, readRows, unreadableColumns } from './file-rows.ts';
import { valueAt } from './find-values.ts';
import { type Field, type Mapping, objectsOf } from './mapping.ts';
import { likelyColumn } from './names.ts';
import { MalformedTextError, withReader } from './reader.ts';
import { compileMapping, type EventSelect } from './select.ts';
import { readFacts, type RefusedRow, reportRefused, type Staged } from './staged.ts';

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

/**
 * Reads a file and writes its events to a Parquet file in the folder, from which the store takes them.
 * `refuse` is called for each row that is not taken. A column of Parquet that cannot be read is left out,
 * with a note. Throws `StoreError`, and `MalformedTextError` if leaving out some rows of the file helps.
 */
export async function stageFile(
  file: EventFile,
  mapping: Mapping,
  options: StageOptions,
  refuse: (row: RefusedRow) => Promise<void>,
): Promise<Staged> {
  const { folder } = options;
  const stage = (unreadable: readonly string[], engineOptions = {}) => {
    const write = (connection: DuckDBConnection) =>
      writeEvents(connection, file, mapping, options, unreadable);
    return withReader(file, folder, write, engineOptions);
  };
  const stagedFile = await stage([]).catch(async (error: unknown) => {
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

/** Writes all rows with one statement. Columns named in `unreadable` are left out. */
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

/** What the user should know: which columns were taken for which fields, and that no event has a user. */
function notesOf({ renamed, missing }: EventSelect, names: readonly string[]): readonly string[] {
  const read = [...renamed].map(([column, field]) => `${quoteNames([column])} is read as ${field}.`);
  if (!missing.includes('clientUser')) return read;
  const near = likelyColumn('clientUser', names);
  const meant = near === null ? '' : `; is ${quoteNames([near])} meant? --column clientUser=${near}`;
  return [...read, `No event has a clientUser, so no users are counted${meant}.`];
}

const PROGRESS_EVERY_MS = 200;

/** Runs a statement, and calls `progress` with the share of it that is done. */
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
