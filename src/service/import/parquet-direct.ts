import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { CORE_NAMES, LIMIT_KEYS, NUMERIC_KEYS } from '../events/columns.ts';
import { literal, quoted } from '../events/duckdb-values.ts';
import { InvalidEventError, LIMIT_KEY_LENGTH } from '../events/event.ts';
import type { ImportTarget } from '../events/event-store.ts';
import { type DirectFile, refuseImported, watchForChanges } from './direct-file.ts';
import { type ImportNote, type ImportOptions, type ImportSummary, readRecord, RefusalTally } from './files.ts';
import {
  EVENT_FIELDS,
  finite,
  isNested,
  isoTime,
  type ParquetColumn,
  parquetColumns,
  parquetRows,
  rowAsJson,
} from './parquet-lines.ts';
import { ndjsonRecord } from './records.ts';
import { Staging } from './staging.ts';

type Note = (note: ImportNote) => void | Promise<void>;

/**
 * Takes the events of a Parquet file by the engine's own reader; only rows that it cannot be sure of go through the parser of events.
 * Null where the file is not one for this: nothing has been taken then. Throws `StoreError`.
 */
export async function importParquet(
  store: ImportTarget,
  organization: number,
  connection: DuckDBConnection,
  file: DirectFile,
  options: ImportOptions,
  note: Note,
): Promise<ImportSummary | null> {
  const check = await watchForChanges(file);
  const content = await hashOf(file.path);
  await refuseImported(store.events, organization, file, content, options);
  const known = new Set((await store.events.payloadColumns(organization)).keys());
  const columns = await parquetColumns(connection, file.path);
  const all = planParquetEvents(
    columns,
    columns.filter(({ name }) => !OWN_NAMES.has(name)),
  );
  if (all === null) return null;
  const { rows, seen, keys } = await surveyParquet(connection, file.path, columns, all);
  if (seen > rows / 10 + 1000 || !isWithinLimits(keys, known)) return null;
  // Every row is judged by all its columns, and the keys that no row has are not made.
  const events = { ...(planParquetEvents(columns, keys) ?? all), isPlain: all.isPlain };
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
async function surveyParquet(
  connection: DuckDBConnection,
  path: string,
  columns: readonly ParquetColumn[],
  { values, payload, isPlain }: ParquetEventPlan,
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
    all.size <= LIMIT_KEYS &&
    keys.every(({ name }) => name !== '' && name.length <= LIMIT_KEY_LENGTH && name.isWellFormed())
  );
}

interface Rest {
  readonly taken: number;
  readonly tally: RefusalTally;
}

const NO_REST: Rest = { taken: 0, tally: new RefusalTally() };

/** Stages the rows that the parser has to judge, in their order. */
async function readRest(
  connection: DuckDBConnection,
  file: DirectFile,
  json: string,
  { isPlain }: ParquetEventPlan,
  staging: Staging,
  note: Note,
): Promise<Rest> {
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

/** The file's events as a staging table has them, together with those that were staged. */
function tableOf(path: string, { values, isPlain }: ParquetEventPlan, staged: string | null): string {
  const selected = [...values].map(([name, value]) => `${value} AS ${name}`).join(', ');
  const rows = `SELECT ${selected} FROM ${parquetRows(path)}`;
  if (staged === null) return `(${rows})`;
  return `(${rows} WHERE ${isPlain} UNION ALL BY NAME SELECT * FROM ${staged})`;
}

/**
 * How the engine itself reads events out of a Parquet file. `values`: staged column → SQL, right for the rows for which `isPlain` is true; the
 * others are for the parser of events, which knows every form and says why it refuses one. `payload`: key → staged column.
 */
interface ParquetEventPlan {
  readonly values: ReadonlyMap<string, string>;
  readonly payload: ReadonlyMap<string, string>;
  readonly isPlain: string;
}

/** A value as it is stored, and the condition under which the engine gets it as the parser does; null: always. */
interface PlainValue {
  readonly value: string;
  readonly when: string | null;
}

/** The events in a file with these columns; null where a column is such that every row needs the parser. */
function planParquetEvents(columns: readonly ParquetColumn[], keys: readonly ParquetColumn[]): ParquetEventPlan | null {
  if (columns.some(({ name, type }) => name === 'payload' || isNested(type))) return null;
  const core = new Map(columns.filter(({ name }) => EVENT_FIELDS.has(name)).map((column) => [column.name, column]));
  const plain = new Map<string, PlainValue>([
    ['__time', time(core.get('timestamp'))],
    ['appID', required(core.get('appID'), ' AND strlen(?) <= 100')],
    ['clientUser', text(core.get('clientUser'))],
    ['type', required(core.get('type'), '')],
    ['sessionID', text(core.get('sessionID'))],
    ['isTestMode', testMode(core.get('isTestMode'))],
    ['floatValue', float(core.get('floatValue'))],
    ...keys.map((column, index): [string, PlainValue] => [`p${index}`, payloadValue(column)]),
  ]);
  const conditions = [...plain.values()].map(({ when }) => when).filter((when) => when !== null);
  return {
    values: new Map([...plain].map(([name, { value }]) => [name, value])),
    payload: new Map(keys.map(({ name }, index) => [name, `p${index}`])),
    isPlain: conditions.map((condition) => `coalesce(${condition}, false)`).join(' AND '),
  };
}

const NEVER: PlainValue = { value: 'NULL', when: 'false' };

function time(column: ParquetColumn | undefined): PlainValue {
  if (column === undefined) return NEVER;
  const value = quoted(column.column);
  // Before 1970 fractions are cut off towards zero in one place and downwards in another.
  const within = (moment: string) => `${moment} BETWEEN '1970-01-01' AND '9999-12-31 23:59:59'`;
  if (column.type === 'TIMESTAMP WITH TIME ZONE')
    return { value: `epoch_ms(${value})`, when: within(`make_timestamp(epoch_us(${value}))`) };
  if (column.type.startsWith('TIMESTAMP'))
    return { value: `epoch_ms(${value}::TIMESTAMP)`, when: within(`${value}::TIMESTAMP`) };
  if (column.type !== 'VARCHAR') return NEVER;
  const moment = `TRY_CAST(${value} AS TIMESTAMP)`;
  return {
    value: `epoch_ms(${moment})`,
    when: `regexp_full_match(${value}, '${COMMON_TIME}') AND ${moment} IS NOT NULL`,
  };
}

/** A time in UTC with at most milliseconds. */
const COMMON_TIME = String.raw`(19[7-9]|2\d\d)\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z`;

function text(column: ParquetColumn | undefined): PlainValue {
  if (column === undefined) return { value: 'NULL::VARCHAR', when: null };
  const value = quoted(column.column);
  if (isText(column.type)) return { value: asText(value, column.type), when: null };
  return { value: 'NULL::VARCHAR', when: `${value} IS NULL` };
}

function required(column: ParquetColumn | undefined, also: string): PlainValue {
  const { value, when } = text(column);
  if (when !== null || column === undefined) return NEVER;
  return { value, when: `${value} <> ''${also.replaceAll('?', value)}` };
}

function testMode(column: ParquetColumn | undefined): PlainValue {
  const no = `'false'`;
  if (column === undefined) return { value: no, when: null };
  const value = quoted(column.column);
  if (column.type === 'BOOLEAN') return { value: `coalesce(${value}::VARCHAR, ${no})`, when: null };
  if (column.type === 'VARCHAR')
    return { value: `coalesce(${value}, ${no})`, when: `${value} IS NULL OR ${value} IN ('true', 'false')` };
  return { value: no, when: `${value} IS NULL` };
}

function float(column: ParquetColumn | undefined): PlainValue {
  if (column === undefined) return { value: 'NULL::DOUBLE', when: null };
  const value = quoted(column.column);
  if (NUMBER.test(column.type)) return number(value, column.type);
  return { value: 'NULL::DOUBLE', when: `${value} IS NULL` };
}

function payloadValue({ name, column, type }: ParquetColumn): PlainValue {
  const value = quoted(column);
  if (NUMERIC_KEYS.has(name)) return numericKey(value, type);
  if (isText(type) || type === 'BOOLEAN') return { value: asText(value, type), when: null };
  // A whole number reads the same whoever writes it; of the others only the parser knows how they are written.
  return {
    value: `TRY_CAST(${value} AS BIGINT)::VARCHAR`,
    when: `${value} IS NULL OR isnan(${value}) OR (abs(${value}) <= 9007199254740991 AND ${value} = floor(${value}))`,
  };
}

function numericKey(value: string, type: string): PlainValue {
  if (FLOATING.test(type)) return number(value, type);
  if (type === 'BOOLEAN') return { value: 'NULL::DOUBLE', when: `${value} IS NULL` };
  const written = asText(value, type);
  const isNumber = String.raw`regexp_full_match(${written}, '-?\d{1,15}(\.\d{1,15})?')`;
  return { value: `TRY_CAST(${written} AS DOUBLE)`, when: `${value} IS NULL OR ${written} = '' OR ${isNumber}` };
}

function number(value: string, type: string): PlainValue {
  if (!FLOATING.test(type)) return { value: `${value}::DOUBLE`, when: null };
  return {
    value: `CASE WHEN NOT isnan(${value}) THEN ${finite(value, type)} END`,
    when: `${value} IS NULL OR NOT isinf(${value})`,
  };
}

const FLOATING = /^(FLOAT|DOUBLE)$/;
const NUMBER = /^(FLOAT|DOUBLE|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL.*)$/;

/** Whether the line that is made of a row has this as a text. */
function isText(type: string): boolean {
  return type !== 'BOOLEAN' && type !== 'JSON' && !FLOATING.test(type) && !isNested(type);
}

function asText(value: string, type: string): string {
  if (type === 'VARCHAR') return value;
  return type.startsWith('TIMESTAMP') ? isoTime(value, type) : `${value}::VARCHAR`;
}
