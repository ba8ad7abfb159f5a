import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreError } from '../errors.ts';
import { CORE_NAMES, LIMIT_KEYS } from '../events/columns.ts';
import { translateDuckdbErrors } from '../events/duckdb-errors.ts';
import { literal } from '../events/duckdb-values.ts';
import { InvalidEventError, LIMIT_KEY_LENGTH } from '../events/event.ts';
import { importedBefore, type ImportTarget } from '../events/event-store.ts';
import {
  type ImportNote,
  type ImportOptions,
  type ImportSummary,
  readRecord,
  RefusalTally,
} from './files.ts';
import { NO_IGNORED_KEYS } from './ignored-keys.ts';
import { type ParquetEventPlan, planParquetEvents } from './parquet-events.ts';
import { type ParquetColumn, parquetColumns, parquetRows, rowAsJson } from './parquet-lines.ts';
import { ndjsonRecord } from './records.ts';
import { Staging } from './staging.ts';

type Note = (note: ImportNote) => void | Promise<void>;

/** A Parquet file that the store's engine may read: its name for messages, and its real path. */
export interface ParquetFile {
  readonly name: string;
  readonly path: string;
}

/**
 * Imports a Parquet file with the store's own engine; only rows that may need it go through the event parser.
 * Returns null, with nothing imported, if the engine cannot read the file so. Throws `StoreError`.
 */
export async function importParquet(
  store: ImportTarget,
  namespace: string,
  file: ParquetFile,
  options: ImportOptions,
  note: Note,
): Promise<ImportSummary | null> {
  const { id } = await store.organizations.get(namespace);
  // The engine takes such a path for a pattern that can match several files.
  if (/[*?[\]]/.test(file.path)) return null;
  return translateDuckdbErrors(() =>
    store.withConnection((connection) => importOn(connection, store, id, file, options, note)),
  );
}

async function importOn(
  connection: DuckDBConnection,
  store: ImportTarget,
  organization: number,
  file: ParquetFile,
  options: ImportOptions,
  note: Note,
): Promise<ImportSummary | null> {
  const checkUnchanged = await watchForChanges(file);
  const content = await hashOf(file.path);
  const earlier = options.again ? null : await store.events.findImport(organization, content);
  if (earlier !== null) throw importedBefore(file.name, earlier);
  const known = new Set((await store.events.payloadColumns(organization)).keys());
  const survey = await surveyParquet(connection, file.path);
  if (survey === null || survey.odd > survey.rows / 10 + 1000 || !isWithinLimits(survey.keys, known))
    return null;
  const { columns, plan, rows, odd, keys } = survey;
  const staging = await Staging.open(connection, known);
  staging.reserve(keys.map(({ name }) => name));
  const parsed =
    odd === 0 ? NONE_PARSED : await stageOddRows(connection, file, rowAsJson(columns), plan, staging, note);
  staging.finish();
  const events = rows - odd + parsed.taken;
  const summary = { file: file.name, events, refused: parsed.tally.counts(), ignored: NO_IGNORED_KEYS };
  const taken = events > 0 && !(options.strict && summary.refused.length > 0);
  if (taken) {
    await note({ kind: 'storing', file: file.name, events });
    await store.events.take(connection, organization, {
      table: eventsSql(file.path, plan, odd > 0 ? staging.table : null),
      payload: staging.payload,
      files: async (stored: number) => {
        await checkUnchanged(stored, events);
        return [{ file: file.name, content, events }];
      },
      again: options.again,
      stored: (done) => note({ kind: 'storing', file: file.name, events, done }),
    });
  }
  return { taken, files: [summary] };
}

/**
 * Returns a function that throws `StoreError` if the file has changed since, or if the number of stored
 * events is not the number of counted ones. The file is read more than once.
 */
async function watchForChanges({
  name,
  path,
}: ParquetFile): Promise<(stored: number, counted: number) => Promise<void>> {
  const before = await fileState(path);
  return async (stored, counted) => {
    if (stored === counted && before === (await fileState(path))) return;
    throw new StoreError(
      `${name} changed while it was read, and nothing of it was taken. Import it again once nothing writes to it.`,
    );
  };
}

async function fileState(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

const CHUNK_BYTES = 256 * 1024;

const OWN_NAMES: ReadonlySet<string> = new Set([...CORE_NAMES, 'timestamp', 'payload']);

/** What is known of a Parquet file before it is imported. */
interface ParquetSurvey {
  readonly columns: readonly ParquetColumn[];
  readonly plan: ParquetEventPlan;
  readonly rows: number;
  /** How many of the rows the event parser has to read. */
  readonly odd: number;
  /** The columns that have a value in a plain row; only these become payload keys. */
  readonly keys: readonly ParquetColumn[];
}

/** Reads the whole file once. Null if every row needs the event parser. */
async function surveyParquet(connection: DuckDBConnection, path: string): Promise<ParquetSurvey | null> {
  const columns = await parquetColumns(connection, path);
  const candidates = columns.filter(({ name }) => !OWN_NAMES.has(name));
  const all = planParquetEvents(columns, candidates);
  if (all === null) return null;
  const { values, payload, isPlain } = all;
  const used = [...payload.values()].map((column) => {
    return `(count(${values.get(column) ?? 'NULL'}) FILTER (${isPlain}))::DOUBLE`;
  });
  const selected = ['count(*)::DOUBLE', `(count(*) FILTER (NOT (${isPlain})))::DOUBLE`, ...used].join(', ');
  const reader = await connection.runAndReadAll(`SELECT ${selected} FROM ${parquetRows(path)}`);
  const [rows = 0, odd = 0, ...counts] = (reader.getRows()[0] ?? []).map(Number);
  const names = new Set([...payload.keys()].filter((_, index) => (counts[index] ?? 0) > 0));
  const keys = columns.filter(({ name }) => names.has(name));
  // Unused columns become no keys, but `isPlain` still judges a row by all its columns.
  return { columns, plan: { ...(planParquetEvents(columns, keys) ?? all), isPlain }, rows, odd, keys };
}

/** Whether all keys can be stored. If not, each event has to be judged by itself. */
function isWithinLimits(keys: readonly ParquetColumn[], known: ReadonlySet<string>): boolean {
  const all = new Set([...known, ...keys.map(({ name }) => name)]);
  return (
    all.size <= LIMIT_KEYS &&
    keys.every(({ name }) => name !== '' && name.length <= LIMIT_KEY_LENGTH && name.isWellFormed())
  );
}

/** What the event parser made of the odd rows. */
interface ParsedRows {
  readonly taken: number;
  readonly tally: RefusalTally;
}

const NONE_PARSED: ParsedRows = { taken: 0, tally: new RefusalTally() };

/** Parses the rows that are not plain, in their order, and stages their events. */
async function stageOddRows(
  connection: DuckDBConnection,
  file: ParquetFile,
  json: string,
  { isPlain }: ParquetEventPlan,
  staging: Staging,
  note: Note,
): Promise<ParsedRows> {
  const tally = new RefusalTally();
  const numbered = `read_parquet(${literal(file.path)}, binary_as_string = true, hive_partitioning = false, file_row_number = true)`;
  const result = await connection.stream(
    `SELECT file_row_number::DOUBLE, ${json} FROM ${numbered} WHERE NOT (${isPlain}) ORDER BY file_row_number`,
  );
  let taken = 0;
  for await (const chunk of result.yieldRows()) {
    for (const [number, text] of chunk) {
      const record = ndjsonRecord({ number: Number(number) + 1, text: String(text) });
      const event = readRecord(record, staging);
      if (event instanceof InvalidEventError) {
        tally.add(event.reason, record.number);
        const refused = { file: file.name, line: record.number, reason: event.message, text: record.text };
        await note({ kind: 'refused', ...refused });
      } else {
        await staging.append([event]);
        taken += 1;
      }
    }
  }
  return { taken, tally };
}

/**
 * A selection of the file's plain events, with the columns of a staging table, and of those that are staged.
 */
function eventsSql(path: string, { values, isPlain }: ParquetEventPlan, staged: string | null): string {
  const selected = [...values].map(([name, value]) => `${value} AS ${name}`).join(', ');
  const rows = `SELECT ${selected} FROM ${parquetRows(path)}`;
  if (staged === null) return `(${rows})`;
  return `(${rows} WHERE ${isPlain} UNION ALL BY NAME SELECT * FROM ${staged})`;
}
