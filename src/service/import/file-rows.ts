// How the engine, DuckDB, reads each form of file: NDJSON, JSON, CSV and Parquet. `stage.ts` calls
// `readRows`, which names the values of each row, such as `timestamp` and `payload.plan`; `select.ts` makes
// events of them.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '../events/duckdb-values.ts';
import { openObjects, readMembers, type Rows } from './objects.ts';
import { columnValue, faultWhen } from './values.ts';

/** A file of events as the engine reads it: it is not compressed, and its text is UTF-8. */
export interface EventFile {
  /** Its name in messages. */
  readonly name: string;
  readonly path: string;
  readonly form: FileForm;
}

/** How a file is written. `json` is an array of objects, or objects of several lines. */
export type FileForm =
  | { readonly kind: 'ndjson' | 'json' | 'parquet' }
  | {
      readonly kind: 'csv';
      readonly delimiter: string;
      readonly header: readonly string[];
      /** The number of lines before the first row, the header among them. */
      readonly skip: number;
      /** Whether a blank follows each delimiter, which belongs to no value. */
      readonly isSpaced: boolean;
    };

/**
 * Reads which columns a file has, and gives the SQL of its rows. Each member of the columns named in
 * `objects` is a value, too: `payload.plan`.
 */
export async function readRows(
  connection: DuckDBConnection,
  { form, path }: EventFile,
  objects: readonly string[],
): Promise<Rows> {
  const pattern = literal(patternOfPath(path));
  const rowsOf = () => {
    if (form.kind === 'csv') return csvRows(pattern, form);
    if (form.kind === 'parquet') return parquetRows(connection, pattern);
    return jsonRows(connection, form.kind === 'json' ? jsonValues(pattern) : linesOf(pattern), objects);
  };
  return openObjects(connection, await rowsOf(), objects);
}

/** The pattern that only this path matches: the engine would read other files for `a?.csv`, too. */
export function patternOfPath(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}

/** The engine refuses a file with a longer line or object. */
const LIMIT_OBJECT_BYTES = 4_194_304;

/** The elements of a list of JSON, or the objects one behind another. */
function jsonValues(pattern: string): string {
  return `SELECT json AS line FROM read_json_objects(${pattern}, format = 'auto', maximum_object_size = ${LIMIT_OBJECT_BYTES})`;
}

/** The lines of a text: CSV with one column, without delimiter and quotes. */
function linesOf(pattern: string): string {
  return `SELECT line FROM read_csv(${pattern}, columns = {'line': 'VARCHAR'}, delim = '', quote = '', escape = '',
    header = false, auto_detect = false, strict_mode = false, max_line_size = ${LIMIT_OBJECT_BYTES})`;
}

/**
 * The rows of JSON: each is the object in `line`, whose members become a struct, `_ir_root`, with those of
 * the columns named in `objects`, which takes less time than a second step.
 */
async function jsonRows(
  connection: DuckDBConnection,
  source: string,
  objects: readonly string[],
): Promise<Rows> {
  const columns = { name: '', inner: objects };
  const root = await readMembers(connection, `(${source})`, 'line', '_ir_root', columns);
  return {
    from: `(SELECT line, ${root.struct} FROM (${source}))`,
    values: root.values,
    objects: root.opened,
    text: 'line',
    faults: [
      faultWhen(`_ir_root IS NULL AND coalesce(trim(line), '') = ''`, ''),
      faultWhen(`strlen(line) > ${LIMIT_LINE_BYTES}`, LONG_LINE),
      faultWhen(`NOT prefix(line, '{') AND prefix(ltrim(line), '[')`, LIST),
      faultWhen(`_ir_root IS NULL`, 'not JSON'),
      faultWhen(`NOT prefix(line, '{') AND NOT prefix(ltrim(line), '{')`, 'not a JSON object'),
    ],
  };
}

/** A longer line is refused: no event is that long, and a file without newlines must not fill the memory. */
export const LIMIT_LINE_BYTES = 1_048_576;
export const LONG_LINE = 'longer than 1 MiB';
const LIST = 'a list; a line holds one event, with nothing around it';

function csvRows(pattern: string, { delimiter, header, skip, isSpaced }: FileForm & { kind: 'csv' }): Rows {
  const valueOf = (column: string) => columnValue(isSpaced ? `ltrim(${column})` : column, 'VARCHAR');
  const types = header.map((_, place) => `'c${place}': 'VARCHAR'`).join(', ');
  return {
    from: `read_csv(${pattern}, columns = {${types}}, delim = ${literal(delimiter)}, quote = '"', escape = '"', skip = ${skip},
      header = false, auto_detect = false, nullstr = ['', '\\N', 'NULL', 'null'], allow_quoted_nulls = false, max_line_size = ${LIMIT_OBJECT_BYTES})`,
    values: new Map(header.map((name, place) => [name, valueOf(`c${place}`)])),
    objects: new Set(),
    // `rowFinder` reads it again, since a row of CSV cannot be put together from its values.
    text: `''`,
    faults: [],
    // Programs put semicolons between columns where a comma is the decimal point.
    hasDecimalComma: delimiter === ';',
  };
}

/** The rows of a Parquet file. If two columns differ only in case, DuckDB names the second one `plan_1`. */
async function parquetRows(connection: DuckDBConnection, pattern: string): Promise<Rows> {
  const from = `read_parquet(${pattern}, hive_partitioning = false)`;
  const described = await connection.run(`SELECT * FROM ${from} LIMIT 0`);
  const types = described.columnTypes().map(String);
  const columns = described
    .columnNames()
    .map((name, place) => [name, columnValue(quoted(name), types[place] ?? '')] as const);
  return {
    from: `(SELECT *, _ir_source AS _ir_row FROM ${from} AS _ir_source)`,
    values: new Map(columns),
    objects: new Set(),
    text: 'to_json(_ir_row)::VARCHAR',
    faults: [],
  };
}
