import type { DuckDBConnection } from '@duckdb/node-api';
import { firstLineOf } from '../../text/errors.ts';
import { EngineError, StoreError } from '../errors.ts';
import { createConfined } from '../events/confinement.ts';
import { REQUIRED_KEYS } from '../events/event.ts';
import { literal, quoted } from '../events/duckdb-values.ts';

const READER_MEMORY = '512MB';

/**
 * The rows of a Parquet file as NDJSON, one line for each row. A separate engine reads them, which can open
 * only this file. Throws `StoreError` if the file cannot contain events, and `EngineError` if it cannot be
 * read.
 */
export async function* parquetLines(path: string): AsyncGenerator<Uint8Array> {
  const instance = await createConfined(':memory:', { files: [path] }, { memory_limit: READER_MEMORY });
  const connection = await instance.connect();
  try {
    yield* linesOf(connection, path);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const reason = firstLineOf(error);
    throw new EngineError(`${path} could not be read, and nothing of it was taken: ${reason}`, {
      cause: error,
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function* linesOf(connection: DuckDBConnection, path: string): AsyncGenerator<Uint8Array> {
  const columns = await parquetColumns(connection, path);
  const result = await connection.stream(`SELECT ${rowAsJson(columns)} FROM ${parquetRows(path)}`);
  for await (const rows of result.yieldRows()) {
    yield Buffer.from(rows.map(([line]) => `${String(line)}\n`).join(''));
  }
}

/**
 * The SQL source of a Parquet file's rows. Strings that their writer stored without the type of strings are
 * read as strings, too.
 */
function parquetRows(path: string): string {
  return `read_parquet(${literal(path)}, binary_as_string = true, hive_partitioning = false)`;
}

/** The columns of a Parquet file. Throws `StoreError` if a required column is missing. */
async function parquetColumns(connection: DuckDBConnection, path: string): Promise<readonly ParquetColumn[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${parquetRows(path)}`);
  const schema = await connection.runAndReadAll(
    `SELECT name, coalesce(num_children, 0)::INTEGER FROM parquet_schema(${literal(path)})`,
  );
  const names = topLevel(schema.getRows().map(([name, children]) => [String(name), Number(children)]));
  const columns = described.getRows().map(([column, type], index) => ({
    name: names[index] ?? String(column),
    column: String(column),
    type: String(type),
  }));
  const missing = REQUIRED_KEYS.filter((name) => !columns.some((column) => column.name === name));
  if (missing.length === 0) return columns;
  throw new StoreError(
    `${path} is refused, and nothing of it was taken: it has no column ${missing.join(', ')} (its columns: ${columns
      .slice(0, 20)
      .map(({ name }) => name)
      .join(', ')}).`,
  );
}

/**
 * The names of the top-level columns. A Parquet schema lists the nodes of a tree, parents before children,
 * the root first.
 */
function topLevel(schema: readonly (readonly [string, number])[]): readonly string[] {
  const names: string[] = [];
  let at = 1;
  const skip = (): void => {
    const children = schema[at]?.[1] ?? 0;
    at += 1;
    for (let child = 0; child < children; child++) skip();
  };
  while (at < schema.length) {
    names.push(schema[at]?.[0] ?? '');
    skip();
  }
  return names;
}

/**
 * A column of a Parquet file: its name, DuckDB's name for it (another one if two names differ only in case),
 * and its type.
 */
interface ParquetColumn {
  readonly name: string;
  readonly column: string;
  readonly type: string;
}

/** The columns that are fields of the event, not of its payload. */
export const EVENT_FIELDS: ReadonlySet<string> = new Set([
  'timestamp',
  'appID',
  'clientUser',
  'type',
  'sessionID',
  'isTestMode',
  'floatValue',
]);

/**
 * SQL for a row as a line of NDJSON. Further columns become payload keys, beside those of a column `payload`.
 */
function rowAsJson(columns: readonly ParquetColumn[]): string {
  const core = columns.filter(({ name }) => EVENT_FIELDS.has(name));
  const own = columns.find(({ name }) => name === 'payload');
  const keys = columns.filter(({ name }) => !EVENT_FIELDS.has(name) && name !== 'payload');
  const members = keys.map(member).join(', ');
  const payload = own === undefined ? jsonObject(members) : payloadWith(own, jsonObject(members));
  return jsonObject([...core.map(member), `'payload', ${payload}`].join(', '));
}

function jsonObject(members: string): string {
  return `json_object(${members})`;
}

/** A payload that is not an object is left as it is, so that the event is refused. */
function payloadWith({ column, type }: ParquetColumn, others: string): string {
  const value = quoted(column);
  const json =
    type === 'VARCHAR' || type === 'JSON'
      ? `coalesce(TRY(${value}::JSON), to_json(${value}))`
      : `to_json(${value})`;
  return `CASE WHEN ${value} IS NULL THEN ${others} WHEN json_type(${json}) = 'OBJECT' THEN json_merge_patch(${json}, ${others}) ELSE ${json} END`;
}

function member({ name, column, type }: ParquetColumn): string {
  const value = quoted(column);
  const isWhole = name === 'floatValue' && /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL.*)$/.test(type);
  return `${literal(name)}, ${isWhole ? `${value}::DOUBLE` : jsonValue(value, type)}`;
}

/** Whole numbers and decimals become strings, which keep all digits; NaN becomes null. */
function jsonValue(value: string, type: string): string {
  if (type === 'VARCHAR' || type === 'BOOLEAN' || type === 'JSON') return value;
  if (type === 'DOUBLE' || type === 'FLOAT') {
    const unbounded = `to_json(${value}::VARCHAR)`;
    return `CASE WHEN isnan(${value}) THEN NULL WHEN isinf(${value}) THEN ${unbounded} ELSE to_json(${finite(value, type)}) END`;
  }
  if (type.startsWith('TIMESTAMP')) return isoTime(value, type);
  return isNested(type) ? `to_json(${value})` : `${value}::VARCHAR`;
}

/** Whether a value of the type consists of several values. */
function isNested(type: string): boolean {
  return /^(STRUCT|MAP|UNION)|\]$/.test(type);
}

/** A floating-point number as a double: for 32 bits, the double with the same decimal notation. */
function finite(value: string, type: string): string {
  return type === 'FLOAT' ? `${value}::VARCHAR::DOUBLE` : value;
}

/** A time in ISO 8601; without a zone it is in UTC. */
function isoTime(value: string, type: string): string {
  const time =
    type === 'TIMESTAMP WITH TIME ZONE' ? `make_timestamp(epoch_us(${value}))` : `${value}::TIMESTAMP`;
  return `strftime(${time}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
}
