// Opens objects: of a column `payload` with `{"plan":"pro"}`, the value `payload.plan` is made. The keys are
// read first, of all rows, because a statement has the same columns for every row. `file-rows.ts` calls it.
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../events/duckdb-values.ts';
import { extracted, faultWhen, memberValue, pointerOf, type Value } from './values.ts';

/**
 * The SQL of a file's rows, and of the values that each row has. Names that begin with `_ir_` are the
 * import's.
 */
export interface Rows {
  /** The rows: a table function such as `read_csv(…)`, or a statement in brackets. */
  readonly from: string;
  /** By name: the columns, then the members of those whose objects were opened (`payload.plan`). */
  readonly values: ReadonlyMap<string, Value>;
  /** The columns whose objects were opened. */
  readonly objects: ReadonlySet<string>;
  /** A row as text. */
  readonly text: string;
  /**
   * What is wrong with a row that cannot be read, first to last (`faultWhen`); an empty reason: it is blank.
   */
  readonly faults: readonly string[];
  /** Whether numbers have a decimal comma. */
  readonly hasDecimalComma?: boolean;
}

/**
 * Opens the objects in some columns: each key, such as `plan` in `payload`, becomes a value
 * `payload.plan`. An object may be a struct, a map, a JSON text, or an array of keys and values.
 */
export async function openObjects(
  connection: DuckDBConnection,
  rows: Rows,
  names: readonly string[],
): Promise<Rows> {
  const columns = names.flatMap((name) => {
    const value = rows.objects.has(name) ? undefined : rows.values.get(name);
    return value === undefined ? [] : [{ name, ...value }];
  });
  if (columns.length === 0) return rows;
  const texts = columns.map(({ sql, type }, place) => {
    const text = type === 'VARCHAR' ? sql : `to_json(${sql})::VARCHAR`;
    return `ir_object(${text}) AS _ir_d${place}`;
  });
  const from = `(SELECT *, ${texts.join(', ')} FROM ${rows.from})`;
  const lists: string[] = [];
  const values = new Map(rows.values);
  const faults = [...rows.faults];
  for (const [place, { name }] of columns.entries()) {
    const [text, list] = [`_ir_d${place}`, `_ir_o${place}`];
    const members = await readMembers(connection, from, text, list, new Map([[name, '']]));
    lists.push(members.list);
    for (const [member, value] of members.values) values.set(member, value);
    // The first condition is for speed: it is false for most rows.
    const isOther = `(${list} IS NULL OR NOT prefix(${text}, '{')) AND coalesce(trim(${text}), '') NOT IN ('', 'null')
        AND (${list} IS NULL OR NOT ir_begins(${text}, '{'))`;
    faults.push(faultWhen(isOther, `${name} is not an object`));
  }
  const objects = new Set([...rows.objects, ...columns.map(({ name }) => name)]);
  return { ...rows, from: `(SELECT *, ${lists.join(', ')} FROM ${from})`, values, objects, faults };
}

/**
 * The members of objects in a column of JSON texts, and the SQL that reads them all at once, as a list under
 * a name. `objects` has the JSON pointer of each object by its name: `payload` → `/payload`. An object within
 * the text is opened if every row has an object there, or nothing.
 */
export async function readMembers(
  connection: DuckDBConnection,
  from: string,
  json: string,
  listName: string,
  objects: ReadonlyMap<string, string>,
) {
  const read = async (text: string) => ({
    text,
    keys: await readKeys(connection, from, text, [...objects.values()]),
  });
  // The check takes a quarter longer, and the texts of most files are all JSON.
  const { text, keys } = await read(json).catch(() => read(`CASE WHEN json_valid(${json}) THEN ${json} END`));
  const opened = [...objects].filter(
    ([, pointer], place) => pointer === '' || (keys[place] ?? []).length > 0,
  );
  const names = new Set(opened.map(([name]) => name));
  const pointers: string[] = [];
  const values = new Map<string, Value>();
  for (const [place, [name, pointer]] of [...objects].entries())
    for (const key of keys[place] ?? []) {
      const [member, at] = [name === '' ? key : `${name}.${key}`, pointer + pointerOf(key)];
      // An object that is opened itself is rarely used as a text.
      const isOpened = names.has(member);
      const sql = isOpened ? extracted(text, at) : `${listName}[${pointers.push(at)}]`;
      const value = memberValue(sql, text, at);
      values.set(member, name === '' ? value : { ...value, object: { name, key } });
    }
  const list = `json_extract_string(${text}, [${pointers.map(literal).join(', ')}]::VARCHAR[]) AS ${listName}`;
  return { list, values, opened: names };
}

/** An organization can have 1,000 keys, so more than these are of no use. */
const LIMIT_KEYS_READ = 5000;

/**
 * Reads the keys of the objects at some pointers in the JSON texts of a column, of all rows; none for a
 * pointer within the text if a row has another value than an object there.
 */
async function readKeys(
  connection: DuckDBConnection,
  from: string,
  json: string,
  pointers: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const paths = pointers.map((pointer) => literal(pointer === '' ? '$' : pointer));
  const others = paths.map(
    (path, place) => `bool_or(CASE WHEN len(keys[${place + 1}]) > 0 THEN false
      ELSE coalesce(json_type(json, ${path}) NOT IN ('OBJECT', 'NULL'), false) END)`,
  );
  // The few lists that there are, before their keys: most rows have the same.
  const result = await connection.runAndReadAll(
    `SELECT DISTINCT place, other, unnest(CASE WHEN len(keys) > 0 THEN keys ELSE [NULL] END) AS key FROM (
      SELECT unnest(range(${paths.length})) AS place, unnest(keys) AS keys, unnest(others) AS other FROM (
        SELECT any_value(keys) AS keys, [${others.join(', ')}] AS others FROM (
          SELECT json, json_keys(json, [${paths.join(', ')}]) AS keys FROM (SELECT ${json} AS json FROM ${from}))
        GROUP BY hash(keys)))
      ORDER BY place, key LIMIT ${LIMIT_KEYS_READ}`,
  );
  return pointers.map((pointer, pointerPlace) => {
    const rowsHere = result.getRows().filter(([place]) => Number(place) === pointerPlace);
    const isObject = pointer === '' || rowsHere.every(([, other]) => other === false);
    const keys = rowsHere.flatMap(([, , key]) => (typeof key === 'string' ? [key] : []));
    return isObject ? [...new Set(keys)] : [];
  });
}
