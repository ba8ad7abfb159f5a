// How the engine, DuckDB, reads each form of file: NDJSON, JSON, CSV and Parquet. `stage.ts` calls
// `readRows`, which names the values of each row, such as `timestamp` and `plan` in `payload`; `select.ts`
// makes events of them.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '../events/duckdb-values.ts';
import type { Mapping } from './mapping.ts';
import { columnValue, membersOf, pointerOf, structOf, textAt, type Values } from './values.ts';

/** A file of events as the engine reads it: it is not compressed, and its text is UTF-8. */
export interface EventFile {
  /** Its name in messages. */
  readonly name: string;
  readonly path: string;
  readonly form: FileForm;
  /** Whether each line of CSV is read alone: an open quote costs one line, and no cell has two lines. */
  readonly isByLine?: boolean;
}

/** How a file is written. `json` is an array of objects, or objects of several lines. */
export type FileForm = { readonly kind: 'ndjson' | 'json' | 'parquet' } | CsvForm;

export interface CsvForm {
  readonly kind: 'csv';
  readonly delimiter: string;
  /** Whether a backslash is before a quote within quotes, and not another quote. */
  readonly hasBackslashes: boolean;
  /** The line with the names of the columns. */
  readonly header: string;
  /** The number of lines before the first row, the header among them. */
  readonly skip: number;
}

/**
 * The SQL of a file's rows, and of the values that each row has. Names that begin with `_ir_` are the
 * import's.
 */
export interface Rows {
  /** A table function such as `read_csv(…)`, or a statement in brackets. */
  readonly from: string;
  readonly columns: Values;
  /** A row as text. */
  readonly text: string;
  /** What is wrong with a row that cannot be read; null: nothing; an empty text: it is blank. */
  readonly faults: readonly string[];
}

/**
 * Reads which columns a file has, and which keys the objects in some of them have: a statement has the same
 * columns for every row. An object may be a struct, a map, a JSON text, or an array of keys and values.
 */
export async function readRows(
  connection: DuckDBConnection,
  { form, path, isByLine = false }: EventFile,
  { spread }: Mapping,
): Promise<Rows> {
  const objects = spread.map(({ from }) => from);
  const file = literal(patternOfPath(path));
  if (form.kind === 'ndjson') return jsonRows(connection, linesOf(file, 0), objects);
  if (form.kind === 'json') return jsonRows(connection, jsonValues(file), objects);
  const rows = await (form.kind === 'csv'
    ? // The engine takes no backslash for an escape and `\N` for no value.
      csvRows(connection, file, form, isByLine || form.hasBackslashes)
    : parquetRows(connection, file));
  const names = objects.filter((name) => rows.columns.has(name));
  const lists = names.map((name) => `ir_keys(${rows.columns.get(name)?.text ?? ''})`);
  return withObjects(rows, names, await readKeys(connection, rows.from, lists));
}

/** The pattern that only this path matches: the engine would read other files for `a?.csv`, too. */
export function patternOfPath(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}

/** The engine refuses a file with a longer line or object. */
const LIMIT_OBJECT_BYTES = 4_194_304;

/** The elements of a list of JSON, or the objects one behind another. */
function jsonValues(file: string): string {
  return `(SELECT json AS line FROM read_json_objects(${file}, format = 'auto', maximum_object_size = ${LIMIT_OBJECT_BYTES}))`;
}

/** The lines of a text: CSV with one column, without delimiter and quotes. */
function linesOf(file: string, skip: number): string {
  return `(SELECT line FROM read_csv(${file}, columns = {'line': 'VARCHAR'}, delim = '', quote = '', escape = '',
    header = false, skip = ${skip}, auto_detect = false, strict_mode = false, max_line_size = ${LIMIT_OBJECT_BYTES}))`;
}

/** The rows of JSON: each is the object in `line`, whose members are the columns. */
async function jsonRows(
  connection: DuckDBConnection,
  lines: string,
  objects: readonly string[],
): Promise<Rows> {
  const pointers = ['$', ...objects.map((name) => pointerOf([name]))].map(literal);
  const lists = objects.map((name, place) => {
    const list = `_ir_keys[${place + 2}]`;
    // Most objects are such in the line; others are texts, or arrays of keys and values.
    return `CASE WHEN len(${list}) > 0 THEN ${list} ELSE ir_keys(${textAt('line', [name])}) END`;
  });
  const [names = [], ...keys] = await readKeys(
    connection,
    `(SELECT line, TRY(json_keys(line, [${pointers.join(', ')}])) AS _ir_keys FROM ${lines})`,
    ['_ir_keys[1]', ...lists],
  );
  const rows = {
    from: `(SELECT line, ${structOf('line', names)} AS _ir_line FROM ${lines})`,
    columns: membersOf('line', '_ir_line', names),
    text: 'line',
    faults: ['ir_line_fault(line, _ir_line)'],
  };
  return withObjects(rows, objects, keys);
}

async function csvRows(
  connection: DuckDBConnection,
  file: string,
  form: CsvForm,
  isByLine: boolean,
): Promise<Rows> {
  const { delimiter, header, skip } = form;
  const cells = (line: string) => cellsOf(line, form);
  const read = await connection.runAndReadAll(`SELECT unnest(${cells(literal(header))})`);
  const names = read.getRows().map(([name]) => String(name ?? ''));
  const places = names.map((_, place) => (isByLine ? `_ir_cells[${place + 1}]` : `c${place}`));
  const columns = new Map(
    names.map((name, place) => {
      const cell = places[place] ?? '';
      // A blank after the delimiter, "timestamp, appID", belongs to no value.
      const value = columnValue(name.startsWith(' ') ? `ltrim(${cell})` : cell, 'VARCHAR');
      // Programs put semicolons between columns where a comma is the decimal point.
      const sql = delimiter === ';' ? `ir_decimal_point(${value.sql})` : value.sql;
      const key = names.indexOf(name) === place ? name.trim() : '';
      return [key || `column ${place + 1}`, { ...value, sql }];
    }),
  );
  const types = places.map((place) => `'${place}': 'VARCHAR'`).join(', ');
  const named = names.map((name, place) => `${literal(name)}, ${places[place] ?? ''}`).join(', ');
  if (!isByLine)
    return {
      from: `read_csv(${file}, columns = {${types}}, delim = ${literal(delimiter)}, quote = '"', escape = '"', skip = ${skip},
        header = false, auto_detect = false, nullstr = ['', '\\N', 'NULL', 'null'], allow_quoted_nulls = false, max_line_size = ${LIMIT_OBJECT_BYTES})`,
      columns,
      text: `json_object(${named})::VARCHAR`,
      faults: [],
    };
  return {
    from: `(SELECT line, ${cells('line')} AS _ir_cells FROM ${linesOf(file, skip)})`,
    columns,
    text: 'line',
    faults: [`ir_cells_fault(line, _ir_cells, ${names.length})`],
  };
}

/** The SQL of the list of a line's cells; null if it is not a row. */
function cellsOf(line: string, { delimiter, hasBackslashes }: CsvForm): string {
  const [inQuotes, escaped] = hasBackslashes
    ? [String.raw`[^"\\]|\\.`, String.raw`\\(.)`]
    : ['[^"]|""', '"(")'];
  const cell = literal(`[${delimiter}]( *"(?:${inQuotes})*"|[^"${delimiter}][^${delimiter}]*|)`);
  return `ir_cells(${line}, ${literal(delimiter)}, ${cell}, ${literal(escaped)})`;
}

/** The rows of a Parquet file. If two columns differ only in case, DuckDB names the second one `plan_1`. */
async function parquetRows(connection: DuckDBConnection, file: string): Promise<Rows> {
  const from = `read_parquet(${file}, hive_partitioning = false)`;
  const described = await connection.run(`SELECT * FROM ${from} LIMIT 0`);
  const types = described.columnTypes().map(String);
  const columns = described
    .columnNames()
    .map((name, place) => [name, columnValue(quoted(name), types[place] ?? '')] as const);
  return {
    from: `(SELECT *, _ir_source AS _ir_row FROM ${from} AS _ir_source)`,
    columns: new Map(columns),
    text: 'to_json(_ir_row)::VARCHAR',
    faults: [],
  };
}

/** An organization can have 1,000 keys, so more than these are of no use. */
const LIMIT_KEYS_READ = 5000;

/** Reads the keys that are in each of some lists of the rows, of all rows. */
async function readKeys(
  connection: DuckDBConnection,
  from: string,
  lists: readonly string[],
): Promise<readonly (readonly string[])[]> {
  if (lists.length === 0) return [];
  // The few lists that there are, before their keys: most rows have the same.
  const result = await connection.runAndReadAll(
    `SELECT DISTINCT place, unnest(keys) AS key FROM (
      SELECT unnest(range(${lists.length})) AS place, unnest(lists) AS keys FROM (
        SELECT any_value(lists) AS lists FROM (SELECT [${lists.join(', ')}] AS lists FROM ${from}) GROUP BY hash(lists)))
      ORDER BY place, key LIMIT ${LIMIT_KEYS_READ}`,
  );
  const keys = result.getRows();
  return lists.map((_, place) =>
    keys.filter(([keyPlace]) => Number(keyPlace) === place).map(([, key]) => String(key)),
  );
}

/**
 * Opens the objects in the columns that a file has of some, of which the keys were read. Simplified, for
 * `plan` in `payload`:
 *
 *   SELECT *, json_transform(_ir_json0, '{"plan":"VARCHAR"}') AS _ir_struct0
 *   FROM (SELECT *, ir_object("payload") AS _ir_json0 FROM read_csv(…))
 */
function withObjects(rows: Rows, names: readonly string[], keys: readonly (readonly string[])[]): Rows {
  const columns = new Map(rows.columns);
  const texts: string[] = [];
  const structs: string[] = [];
  const faults = [...rows.faults];
  for (const [place, name] of names.entries()) {
    const value = columns.get(name);
    if (value === undefined) continue;
    const [json, struct, members = []] = [`_ir_json${place}`, `_ir_struct${place}`, keys[place]];
    // The SQL of a text is the same, and takes less time.
    texts.push(`ir_object(${value.type === 'VARCHAR' ? value.sql : value.text}) AS ${json}`);
    structs.push(`${structOf(json, members)} AS ${struct}`);
    faults.push(`ir_object_fault(${literal(name)}, ${json}, ${struct})`);
    columns.set(name, { ...value, members: membersOf(json, struct, members) });
  }
  if (texts.length === 0) return rows;
  const from = `(SELECT *, ${structs.join(', ')} FROM (SELECT *, ${texts.join(', ')} FROM ${rows.from}))`;
  return { ...rows, from, columns, faults };
}
