// Reads a file of events, such as `events.csv`: converts and checks all rows with one statement of the
// engine, DuckDB, and writes them to a Parquet file. `cli/import/import-at-once.ts` calls this for each file
// that is imported, and then has the store take the events (`import.ts`).
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteNames } from '../../text/list.ts';
import { StoreError } from '../errors.ts';
import { literal } from '../events/duckdb-values.ts';
import { REQUIRED_KEYS } from '../events/event.ts';
import type { Mapping } from './mapping.ts';
import { likelyColumn } from './names.ts';
import { withReader } from './reader.ts';
import { type EventFile, readRows } from './rows.ts';
import { compileMapping, type EventSelect, type ImportOptions } from './select.ts';
import { readFacts, rowsOf } from './staged.ts';
import { valueAt } from './values.ts';

/** A row that is refused. */
export interface RefusedLine {
  /** Its line. In CSV, a row is a line, whatever its cells contain. */
  readonly line: number;
  /** The reason, and after a colon the value: `floatValue is not a number: "much"`. */
  readonly reason: string;
  readonly text: string;
}

/**
 * Reads a file and writes its events to a Parquet file. `refuse` is called for each row that
 * is not taken. Throws `StoreError`, and `MalformedTextError` if the text of the file has to be mended.
 */
export async function stageFile(
  file: EventFile,
  mapping: Mapping,
  options: ImportOptions,
  refuse: (line: RefusedLine) => Promise<void>,
) {
  const { folder } = options;
  return withReader(file, folder, async (connection) => {
    const rows = await readRows(connection, file, mapping);
    const columns = [...rows.columns.keys()];
    const select = compileMapping(rows, mapping, options);
    const absent = (mapping.needed ?? []).filter((name) => valueAt(rows.columns, name) === null);
    refuseWithout(file, absent, select, columns);
    const path = join(folder, `${randomUUID()}.parquet`);
    const written = writerOptions(select.keys.length + select.left.length);
    await connection.run(`COPY (${select.sql}) TO ${literal(path)} (${written})`);
    const linesBefore = file.form.kind === 'csv' ? file.form.skip : 0;
    await reportRefused(connection, path, linesBefore + 1, refuse);
    const { staged, facts } = await readFacts(connection, path, linesBefore + 1, select);
    return { staged, facts: { ...facts, notes: facts.events === 0 ? [] : notesOf(select, columns) } };
  });
}

/** How Parquet is written: each thread holds as many rows of every column, and a dictionary as large. */
function writerOptions(payloadColumns: number): string {
  const columns = payloadColumns + 10;
  const rows = Math.max(2048, Math.min(122_880, Math.floor(2_000_000 / columns)));
  const dictionaryBytes = Math.floor(16_777_216 / columns);
  return `FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE ${rows}, STRING_DICTIONARY_PAGE_SIZE_LIMIT ${dictionaryBytes}`;
}

/** Calls `refuse` for each refused row, in their order. The fault of a blank line is empty. */
async function reportRefused(
  connection: DuckDBConnection,
  path: string,
  firstLine: number,
  refuse: (line: RefusedLine) => Promise<void>,
): Promise<void> {
  const result = await connection.stream(
    `SELECT (file_row_number + ${firstLine})::DOUBLE, fault, refused FROM ${rowsOf(path)} WHERE fault <> ''`,
  );
  for await (const rows of result.yieldRows()) {
    for (const [line, reason, text] of rows)
      await refuse({ line: Number(line), reason: String(reason), text: String(text) });
  }
}

/**
 * Throws `StoreError` if a table lacks a column that `--column` names (`absent`), or one for a field that
 * each event needs.
 */
function refuseWithout(
  { name, form }: EventFile,
  absent: readonly string[],
  { missing }: EventSelect,
  columns: readonly string[],
): void {
  const needed = missing.filter((field) => REQUIRED_KEYS.includes(field));
  const lacking = absent.length > 0 ? absent : needed;
  if (lacking.length === 0 || form.kind === 'ndjson' || form.kind === 'json') return;
  const flags = needed.map((field) => `--column ${field}=${likelyColumn(field, columns) ?? '…'}`);
  const hint = ` If another column holds it, give ${flags.join(' ')}. \`--from\` reads another tool's export, and \`--columns\` shows what the file has.`;
  throw new StoreError(
    `${name} is refused, and nothing of it was taken: it has no column ${lacking.join(', ')}, only ${columns.slice(0, 20).join(', ') || 'a header that cannot be read'}.${absent.length > 0 ? '' : hint}`,
  );
}

/** What the user should know: which columns are read as which fields, and that no event has a user. */
function notesOf({ renamed, missing }: EventSelect, columns: readonly string[]): readonly string[] {
  const notes = [...renamed].map(([column, field]) => `${quoteNames([column])} is read as ${field}.`);
  if (!missing.includes('clientUser')) return notes;
  const near = likelyColumn('clientUser', columns);
  const hint = near === null ? '' : `; is ${quoteNames([near])} meant? --column clientUser=${near}`;
  return [...notes, `No event has a clientUser, so no users are counted${hint}.`];
}
