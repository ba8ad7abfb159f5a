// Reads a file of events, such as `events.csv`: converts and checks all rows with one statement of the
// engine, DuckDB, and writes them to a Parquet file. `cli/import/import-at-once.ts` calls this for each file
// that is imported, and then has the store take the events (`import.ts`).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { messageOf } from '../../text/errors.ts';
import { quoteNames } from '../../text/list.ts';
import { EngineError, StoreError } from '../errors.ts';
import { isOutOfMemoryMessage } from '../duckdb-messages.ts';
import { literal } from '../events/duckdb-values.ts';
import { REQUIRED_KEYS } from '../events/event.ts';
import { type EventFile, readRows } from './file-rows.ts';
import { columnNames, valueAt } from './find-values.ts';
import { type Field, type Mapping, objectsOf } from './mapping.ts';
import { likelyColumn } from './names.ts';
import { withReader } from './reader.ts';
import { compileMapping, type EventSelect, type SelectOptions } from './select.ts';
import { readFacts, type RefusedRow, reportRefused } from './staged.ts';

/** How a file is staged. */
export interface StageOptions extends SelectOptions {
  /** The folder that the Parquet file is written to. */
  readonly folder: string;
}

/**
 * Reads a file and writes its events to a Parquet file in the folder. `refuse` is called for each row that
 * is not taken. Throws `StoreError`, and `MalformedTextError` if leaving out some rows of the file helps.
 */
export async function stageFile(
  file: EventFile,
  mapping: Mapping,
  options: StageOptions,
  refuse: (row: RefusedRow) => Promise<void>,
) {
  const stage = (engineOptions = {}) =>
    withReader(
      file,
      options.folder,
      async (connection) => {
        const { path, select, notes } = await writeEvents(connection, file, mapping, options);
        await reportRefused(connection, path, refuse);
        const { staged, facts } = await readFacts(connection, path, select);
        return { staged, facts: { ...facts, notes: staged.events === 0 ? [] : notes } };
      },
      engineOptions,
    );
  return stage().catch((error: unknown) => {
    // Each thread holds a part of every column, and a file may have a thousand.
    if (error instanceof EngineError && isOutOfMemoryMessage(messageOf(error.cause)))
      return stage({ threads: '1' });
    throw error;
  });
}

/** Writes all rows, the events and the refused ones, with one statement. */
async function writeEvents(
  connection: DuckDBConnection,
  file: EventFile,
  mapping: Mapping,
  options: StageOptions,
) {
  const rows = await readRows(connection, file, objectsOf(mapping));
  const columns = columnNames(rows);
  const select = compileMapping(rows, mapping, options);
  const absent = (mapping.needed ?? []).filter((name) => valueAt(rows, name) === null);
  refuseWithout(file, absent, select.missing, columns);
  const path = join(options.folder, `${randomUUID()}.parquet`);
  await connection.run(`COPY (${select.sql}) TO ${literal(path)} (FORMAT parquet, COMPRESSION lz4_raw)`);
  return { path, select, notes: notesOf(select, columns) };
}

/**
 * Throws `StoreError` if a table lacks a column that `--column` names (`absent`), or one for a field that
 * each event needs.
 */
function refuseWithout(
  { name, form }: EventFile,
  absent: readonly string[],
  missing: readonly Field[],
  columns: readonly string[],
): void {
  const needed = missing.filter((field) => REQUIRED_KEYS.includes(field));
  const lacking = absent.length > 0 ? absent : needed;
  if (lacking.length === 0 || form.kind === 'ndjson' || form.kind === 'json') return;
  const flags = needed.map((field) => `--column ${field}=${likelyColumn(field, columns) ?? '…'}`);
  const hint = ` If another column holds it, give ${flags.join(' ')}. \`--from\` reads another tool's export, and \`--columns\` shows what the file has.`;
  throw new StoreError(
    `${name} is refused, and nothing of it was taken: it has no column ${lacking.join(', ')}, only ${columns.slice(0, 20).join(', ')}.${absent.length > 0 ? '' : hint}`,
  );
}

/** What the user should know: which columns were taken for which fields, and that no event has a user. */
function notesOf({ renamed, missing }: EventSelect, columns: readonly string[]): readonly string[] {
  const notes = [...renamed].map(([column, field]) => `${quoteNames([column])} is read as ${field}.`);
  if (!missing.includes('clientUser')) return notes;
  const near = likelyColumn('clientUser', columns);
  const hint = near === null ? '' : `; is ${quoteNames([near])} meant? --column clientUser=${near}`;
  return [...notes, `No event has a clientUser, so no users are counted${hint}.`];
}
