import type { DuckDBConnection } from '@duckdb/node-api';
import { literal, quoted } from '../events/duckdb-values.ts';
import { memberAt, pointerOf, type Value } from './values.ts';

/** A file of events whose text is UTF-8. */
export interface EventFile {
  /** How it is called in messages. */
  readonly name: string;
  readonly path: string;
  readonly form: FileForm;
}

/**
 * NDJSON, JSON of several lines (also an array of objects), CSV or Parquet. `skip`: the lines up to the
 * header, and with it.
 */
export type FileForm =
  | { readonly kind: 'ndjson' | 'json' | 'parquet' }
  | {
      readonly kind: 'csv';
      readonly delimiter: string;
      readonly header: readonly string[];
      readonly skip: number;
      readonly hasQuotes: boolean;
    };

/** The rows of a file, and the columns that they have. */
export interface Rows {
  /** The SQL of the rows. */
  readonly from: string;
  readonly columns: ReadonlyMap<string, Value>;
  /** Columns that hold an object → its keys. */
  readonly objects: ReadonlyMap<string, ReadonlyMap<string, Value>>;
  /** A row as text. */
  readonly text: string;
  /** What is wrong with a row that cannot be read, and why, first to last; an empty reason: it is blank. */
  readonly faults: readonly (readonly [condition: string, reason: string])[];
  /** Columns that cannot be read. */
  readonly unreadable: readonly string[];
}

/** The rows of a file. `names`: the columns whose objects are looked into. */
export function readRows(
  connection: DuckDBConnection,
  file: EventFile,
  names: readonly string[],
): Promise<Rows> {
  const { form, path } = file;
  if (form.kind === 'csv') return Promise.resolve(csvRows(path, form));
  if (form.kind === 'parquet') return parquetRows(connection, path);
  const source =
    form.kind === 'json'
      ? `SELECT json AS line FROM read_json_objects(${literal(path)}, format = 'auto', maximum_object_size = ${LIMIT_OBJECT_BYTES})`
      : `SELECT line FROM read_csv(${literal(path)}, columns = {'line': 'VARCHAR'}, delim = '', quote = '', escape = '', header = false,
          auto_detect = false, strict_mode = false, max_line_size = ${LIMIT_OBJECT_BYTES})`;
  return jsonRows(connection, source, [...new Set(names)]);
}

const LIMIT_OBJECT_BYTES = 4_194_304;

/** More keys than an organization can have are of no use. */
const LIMIT_KEYS_READ = 5000;

/**
 * `names`: the columns whose objects are looked into. Those that are objects in all rows are opened at once.
 */
async function jsonRows(
  connection: DuckDBConnection,
  source: string,
  names: readonly string[],
): Promise<Rows> {
  const paths = ['', ...names.map(pointerOf)];
  const [keys = [], ...inner] = await keysOf(connection, `(${source})`, 'line', paths);
  const opened = new Map(
    names.map((name, place): [string, readonly string[]] => [name, inner[place] ?? []]).filter(isFilled),
  );
  const members = singleKeys(keys).map((key): [string, Structure] => [key, opened.get(key) ?? null]);
  const columns = membersOfJson('_ir_root', 'line', [], keys);
  return {
    from: `(SELECT line, TRY(json_transform(line, ${structure(members)})) AS _ir_root FROM (${source}))`,
    columns,
    objects: new Map(
      [...opened].map(([name, found]) => [
        name,
        membersOfJson(columns.get(name)?.sql ?? '', 'line', [name], found),
      ]),
    ),
    text: 'line',
    faults: [
      [`_ir_root IS NULL AND coalesce(trim(line), '') = ''`, ''],
      [`NOT prefix(line, '{') AND prefix(ltrim(line), '[')`, LIST],
      [`_ir_root IS NULL`, 'not JSON'],
      [`NOT prefix(line, '{') AND NOT prefix(ltrim(line), '{')`, 'not a JSON object'],
    ],
    unreadable: [],
  };
}

const LIST = 'a list; a line holds one event, with nothing around it';

const isFilled = (entry: readonly [string, readonly string[]]): boolean => entry[1].length > 0;

/** Keys without those that differ from an earlier one in case only: the members of a struct cannot. */
export function singleKeys(keys: readonly string[]): readonly string[] {
  const first = new Map<string, string>();
  for (const key of keys) if (!first.has(key.toLowerCase())) first.set(key.toLowerCase(), key);
  return [...first.values()];
}

/** The values of an object that `json_transform` made a struct of. */
export function membersOfJson(
  struct: string,
  json: string,
  path: readonly string[],
  keys: readonly string[],
): ReadonlyMap<string, Value> {
  const places = new Map(singleKeys(keys).map((key, place) => [key, place]));
  return new Map(
    keys.map((key) => {
      const pointer = [...path, key].map(pointerOf).join('');
      const place = places.get(key);
      const sql =
        place === undefined ? `json_extract_string(${json}, ${literal(pointer)})` : memberAt(struct, place);
      return [key, { sql, type: 'VARCHAR', within: { json, pointer } }];
    }),
  );
}

/** The keys of an object; null: any value, as text. */
type Structure = readonly string[] | null;

/** What `json_transform` makes of an object: a text for each key, or an object with the same of its keys. */
export function structure(members: readonly (readonly [string, Structure])[]): string {
  return literal(structureOf(members));
}

function structureOf(members: readonly (readonly [string, Structure])[]): string {
  const filled: typeof members = members.length === 0 ? [['', null]] : members;
  const parts = filled.map(([key, keys]) => {
    const inner = keys === null ? '"VARCHAR"' : structureOf(singleKeys(keys).map((each) => [each, null]));
    return `${JSON.stringify(key)}:${inner}`;
  });
  return `{${parts.join(',')}}`;
}

/**
 * The keys of the objects at some paths in a JSON text, in the order of the paths; none if a row has another
 * value than an object there.
 */
export async function keysOf(
  connection: DuckDBConnection,
  from: string,
  text: string,
  paths: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const at = (path: string) => (path === '' ? text : `${text}, ${literal(path)}`);
  const list = (each: (path: string, place: number) => string) => `[${paths.map(each).join(', ')}]`;
  const lists = paths.map((path, place) => `TRY(json_keys(${at(path)})) AS k${place}`).join(', ');
  const type = (path: string, place: number) =>
    path === '' ? 'NULL' : `CASE WHEN NOT len(k${place}) > 0 THEN TRY(json_type(${at(path)})) END`;
  // The few lists that there are, before their keys: most rows have the same.
  const found = await connection.runAndReadAll(
    `SELECT DISTINCT place, type, unnest(CASE WHEN len(keys) > 0 THEN keys ELSE [NULL] END) AS key FROM (
      SELECT DISTINCT place, type, keys FROM (
        SELECT unnest(${list((_, place) => String(place))}) AS place, unnest(${list((_, place) => `k${place}`)}) AS keys,
          unnest(${list(type)}) AS type FROM (SELECT *, ${lists} FROM ${from})))
      ORDER BY place, key LIMIT ${LIMIT_KEYS_READ}`,
  );
  const rows = found.getRows().map(([place, type, key]) => ({ place: Number(place), type, key }));
  return paths.map((_, place) => {
    const here = rows.filter((row) => row.place === place);
    const isObject = here.every(({ type }) => type === null || type === 'OBJECT' || type === 'NULL');
    const keys = here.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
    return isObject ? [...new Set(keys)] : [];
  });
}

function csvRows(path: string, { delimiter, header, skip, hasQuotes }: FileForm & { kind: 'csv' }): Rows {
  const types = header.map((_, place) => `'c${place}': 'VARCHAR'`).join(', ');
  const quote = hasQuotes ? `'"'` : `''`;
  return {
    from: `read_csv(${literal(path)}, columns = {${types}}, delim = ${literal(delimiter)}, quote = ${quote}, escape = ${quote}, skip = ${skip},
      header = false, auto_detect = false, allow_quoted_nulls = false, max_line_size = ${LIMIT_OBJECT_BYTES})`,
    columns: new Map(header.map((name, place) => [name, { sql: `c${place}`, type: 'VARCHAR' }])),
    objects: new Map(),
    text: 'NULL',
    faults: [],
    unreadable: [],
  };
}

/** Strings that their writer stored without the type of strings are read as strings, too. */
async function parquetRows(connection: DuckDBConnection, path: string): Promise<Rows> {
  const from = `read_parquet(${literal(path)}, binary_as_string = true, hive_partitioning = false)`;
  const described = await connection.run(`SELECT * FROM ${from} LIMIT 0`);
  const schema = await connection.runAndReadAll(
    `SELECT name, coalesce(num_children, 0)::INTEGER FROM parquet_schema(${literal(path)})`,
  );
  const names = topLevel(schema.getRows().map(([name, children]) => [String(name), Number(children)]));
  const types = described.columnTypes();
  const columns = described.columnNames().map((column, place): [string, Value] => {
    // DuckDB gives a column another name if two names differ only in case.
    const shape = types[place];
    const isJson = String(shape) === 'JSON';
    return [
      names[place] ?? column,
      isJson
        ? { sql: `${quoted(column)}::VARCHAR`, type: 'VARCHAR' }
        : { sql: quoted(column), type: String(shape), shape },
    ];
  });
  const unreadable = await unreadableColumns(connection, from, columns);
  const hidden = columns.filter(([name]) => unreadable.includes(name)).map(([, { sql }]) => sql);
  const readable = hidden.length === 0 ? from : `(SELECT * EXCLUDE (${hidden.join(', ')}) FROM ${from})`;
  return {
    from: `(SELECT *, row AS _ir_row FROM ${readable} AS row)`,
    columns: new Map(columns.filter(([name]) => !unreadable.includes(name))),
    objects: new Map(),
    text: 'to_json(_ir_row)::VARCHAR',
    faults: [],
    unreadable,
  };
}

/** The columns whose values cannot be read, such as text in another encoding. */
async function unreadableColumns(
  connection: DuckDBConnection,
  from: string,
  columns: readonly (readonly [string, Value])[],
): Promise<readonly string[]> {
  const isReadable = (values: readonly string[]) =>
    connection.run(`SELECT ${values.map((sql) => `max(${sql})`).join(', ')} FROM ${from}`).then(
      () => true,
      () => false,
    );
  const texts = columns.filter(([, { type }]) => type === 'VARCHAR');
  if (texts.length === 0 || (await isReadable(texts.map(([, { sql }]) => sql)))) return [];
  const readable = await Promise.all(texts.map(([, { sql }]) => isReadable([sql])));
  return texts.filter((_, place) => readable[place] !== true).map(([name]) => name);
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
