import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { EngineError } from '../errors.ts';
import { StoreError } from '../store/error.ts';
import { type ParquetColumn, rowAsJson } from './parquet-columns.ts';
import { literal } from './sql-text.ts';

const READER_MEMORY = '512MB';
const REQUIRED = ['timestamp', 'appID', 'type'];

/**
 * The rows of a Parquet file as NDJSON, one line a row, so that a row's number is its line's. They are read by an engine of their own
 * that can reach this one file and nothing else. Throws `StoreError` where the file is no Parquet that events could be in.
 */
export async function* parquetLines(path: string): AsyncGenerator<Uint8Array> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
    memory_limit: READER_MEMORY,
  });
  const connection = await instance.connect();
  try {
    await confineTo(connection, [path]);
    yield* linesOf(connection, path);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new EngineError(`${path} could not be read, and nothing of it was taken: ${said}`, { cause: error });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** From here on the engine reads these files and no other, and its configuration stays as it is. */
export async function confineTo(connection: DuckDBConnection, paths: readonly string[]): Promise<void> {
  await connection.run(`SET allowed_paths = [${paths.map(literal).join(', ')}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
}

async function* linesOf(connection: DuckDBConnection, path: string): AsyncGenerator<Uint8Array> {
  const columns = await parquetColumns(connection, path);
  const result = await connection.stream(`SELECT ${rowAsJson(columns)} FROM ${parquetRows(path)}`);
  for await (const rows of result.yieldRows()) {
    yield Buffer.from(rows.map(([line]) => `${String(line)}\n`).join(''));
  }
}

/** The rows of a Parquet file as SQL reads them. Texts that their writer did not call texts are texts all the same. */
export function parquetRows(path: string): string {
  return `read_parquet(${literal(path)}, binary_as_string = true, hive_partitioning = false)`;
}

/** The columns of a Parquet file. Throws `StoreError` where no event could be read from them. */
export async function parquetColumns(connection: DuckDBConnection, path: string): Promise<readonly ParquetColumn[]> {
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
  const missing = REQUIRED.filter((name) => !columns.some((column) => column.name === name));
  if (missing.length === 0) return columns;
  throw new StoreError(
    `${path} is refused, and nothing of it was taken: it has no column ${missing.join(', ')} (its columns: ${columns
      .slice(0, 20)
      .map(({ name }) => name)
      .join(', ')}).`,
  );
}

/** A Parquet schema lists a tree, parents before their children; the first is the root. */
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
