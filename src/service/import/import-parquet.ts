import { type DuckDBConnection } from '@duckdb/node-api';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Store } from '../store/store.ts';
import { CORE_NAMES, LIMIT_KEYS } from '../store/payload-columns.ts';
import { EventRefusal } from './event.ts';
import { type ImportNote, type ImportOptions, type ImportSummary, readRecord } from './import.ts';
import { ndjsonRecord } from './record.ts';
import { type DirectFile, refuseKnown, watchFile } from './direct-file.ts';
import { parquetColumns, parquetRows } from './parquet.ts';
import { type ParquetColumn, rowAsJson } from './parquet-columns.ts';
import { parquetEvents, type ParquetEvents } from './parquet-events.ts';
import { LIMIT_KEY } from './payload.ts';
import { literal } from './sql-text.ts';
import { Staging } from './staging.ts';
import { Tally } from './tally.ts';

type Note = (note: ImportNote) => void | Promise<void>;

/**
 * Takes the events of a Parquet file by the engine's own reader; only rows that it cannot be sure of go through the parser of events.
 * Null where the file is not one for this: nothing has been taken then. Throws `StoreError`.
 */
export async function importParquet(
  store: Store,
  organization: number,
  connection: DuckDBConnection,
  file: DirectFile,
  options: ImportOptions,
  note: Note,
): Promise<ImportSummary | null> {
  const check = await watchFile(file);
  const content = await hashOf(file.path);
  await refuseKnown(store.events, organization, file, content, options);
  const known = new Set((await store.events.payloadColumns(organization)).keys());
  const columns = await parquetColumns(connection, file.path);
  const all = parquetEvents(
    columns,
    columns.filter(({ name }) => !OWN_NAMES.has(name)),
  );
  if (all === null) return null;
  const { rows, seen, keys } = await survey(connection, file.path, columns, all);
  if (seen > rows / 10 + 1000 || !isWithinLimits(keys, known)) return null;
  // Every row is judged by all its columns, and the keys that no row has are not made.
  const events = { ...(parquetEvents(columns, keys) ?? all), isPlain: all.isPlain };
  const staging = await Staging.open(connection, known);
  staging.reserve(keys.map(({ name }) => name));
  const rest = seen === 0 ? NO_REST : await readRest(connection, file, rowAsJson(columns), events, staging, note);
  staging.finish();
  const count = rows - seen + rest.taken;
  const summary = { file: file.name, events: count, refused: rest.tally.counts() };
  const taken = count > 0 && !(options.strict && summary.refused.length > 0);
  if (taken) {
    await note({ kind: 'storing', file: file.name, events: count });
    const staged = {
      table: tableOf(file.path, events, seen > 0 ? staging.table : null),
      payload: staging.payload,
      files: async (stored: number) => {
        await check(stored, count);
        return [{ file: file.name, content, events: count }];
      },
      again: options.again,
    };
    await store.events.take(connection, organization, staged);
  }
  return { taken, files: [summary] };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

const CHUNK_BYTES = 256 * 1024;

const OWN_NAMES: ReadonlySet<string> = new Set([...CORE_NAMES, 'timestamp', 'payload']);

/** How many rows there are, how many of them the parser has to see, and the keys that the others have values of: no others are keys. */
async function survey(
  connection: DuckDBConnection,
  path: string,
  columns: readonly ParquetColumn[],
  { values, payload, isPlain }: ParquetEvents,
): Promise<{ readonly rows: number; readonly seen: number; readonly keys: readonly ParquetColumn[] }> {
  const places = [...payload.values()];
  const used = places.map((place) => `(count(${values.get(place) ?? 'NULL'}) FILTER (${isPlain}))::DOUBLE`);
  const reader = await connection.runAndReadAll(
    `SELECT ${['count(*)::DOUBLE', `(count(*) FILTER (NOT (${isPlain})))::DOUBLE`, ...used].join(', ')} FROM ${parquetRows(path)}`,
  );
  const [rows = 0, seen = 0, ...counts] = (reader.getRows()[0] ?? []).map(Number);
  const names = new Set([...payload.keys()].filter((_, index) => (counts[index] ?? 0) > 0));
  return { rows, seen, keys: columns.filter(({ name }) => names.has(name)) };
}

/** Where a key cannot be taken, or not all of them, each event is judged by itself. */
function isWithinLimits(keys: readonly ParquetColumn[], known: ReadonlySet<string>): boolean {
  const all = new Set([...known, ...keys.map(({ name }) => name)]);
  return (
    all.size <= LIMIT_KEYS && keys.every(({ name }) => name !== '' && name.length <= LIMIT_KEY && name.isWellFormed())
  );
}

interface Rest {
  readonly taken: number;
  readonly tally: Tally;
}

const NO_REST: Rest = { taken: 0, tally: new Tally() };

/** Stages the rows that the parser has to judge, in their order. */
async function readRest(
  connection: DuckDBConnection,
  file: DirectFile,
  json: string,
  { isPlain }: ParquetEvents,
  staging: Staging,
  note: Note,
): Promise<Rest> {
  const tally = new Tally();
  const numbered = `read_parquet(${literal(file.path)}, binary_as_string = true, hive_partitioning = false, file_row_number = true)`;
  const result = await connection.stream(
    `SELECT file_row_number::DOUBLE, ${json} FROM ${numbered} WHERE NOT (${isPlain}) ORDER BY file_row_number`,
  );
  let taken = 0;
  for await (const chunk of result.yieldRows()) {
    for (const [number, text] of chunk) {
      const record = ndjsonRecord({ number: Number(number) + 1, text: String(text) });
      const event = readRecord(record, staging);
      if (event instanceof EventRefusal) {
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

/** The file's events as a staging table has them, together with those that were staged. */
function tableOf(path: string, { values, isPlain }: ParquetEvents, staged: string | null): string {
  const selected = [...values].map(([name, value]) => `${value} AS ${name}`).join(', ');
  const rows = `SELECT ${selected} FROM ${parquetRows(path)}`;
  if (staged === null) return `(${rows})`;
  return `(${rows} WHERE ${isPlain} UNION ALL BY NAME SELECT * FROM ${staged})`;
}
