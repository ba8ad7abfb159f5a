// Opens objects for `file-rows.ts`: of a column `payload` with `{"plan":"pro"}`, the value `payload.plan` is
// made. The keys are read first, of all rows, because a statement has the same columns for every row.
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
 * Opens the objects in some columns (`ir_object` and `ir_begins` are in `macros.ts`). Simplified:
 *
 *   SELECT *, json_transform(_ir_d0, '{"plan":"VARCHAR"}') AS _ir_o0
 *   FROM (SELECT *, ir_object("payload") AS _ir_d0 FROM read_csv(…))
 *
 * Each key, such as `plan` in `payload`, becomes a value
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
  const structs: string[] = [];
  const values = new Map(rows.values);
  const faults = [...rows.faults];
  for (const [place, { name }] of columns.entries()) {
    const [text, struct] = [`_ir_d${place}`, `_ir_o${place}`];
    const members = await readMembers(connection, from, text, struct, { name });
    structs.push(members.struct);
    for (const [member, value] of members.values) values.set(member, value);
    // The first condition is for speed: it is false for most rows.
    const isOther = `(${struct} IS NULL OR NOT prefix(${text}, '{')) AND coalesce(trim(${text}), '') NOT IN ('', 'null')
        AND (${struct} IS NULL OR NOT ir_begins(${text}, '{'))`;
    faults.push(faultWhen(isOther, `${name} is not an object`));
  }
  const objects = new Set([...rows.objects, ...columns.map(({ name }) => name)]);
  return { ...rows, from: `(SELECT *, ${structs.join(', ')} FROM ${from})`, values, objects, faults };
}

/**
 * The members of objects in a column of JSON texts, and the SQL that reads them all at once, as a struct
 * under a name. The text itself is the object `name`; those within it that are named in `inner` are opened,
 * too, if every row has an object there, or nothing.
 */
export async function readMembers(
  connection: DuckDBConnection,
  from: string,
  json: string,
  structName: string,
  { name, inner = [] }: { readonly name: string; readonly inner?: readonly string[] },
) {
  const pointers = ['', ...inner.map(pointerOf)];
  const read = async (text: string) => ({ text, keys: await readKeys(connection, from, text, pointers) });
  // The check takes a quarter longer, and the texts of most files are all JSON.
  const { text, keys } = await read(json).catch(() => read(`CASE WHEN json_valid(${json}) THEN ${json} END`));
  const [rootKeys = [], ...innerKeys] = keys;
  const opened = new Map(
    inner
      .map((column, place) => [column, innerKeys[place] ?? []] as const)
      .filter(([, members]) => members.length > 0),
  );
  const values = new Map<string, Value>();
  for (const [key, value] of membersAt(text, structName, '', rootKeys))
    if (name === '') values.set(key, value);
    else values.set(`${name}.${key}`, { ...value, object: { name, key } });
  for (const [column, members] of opened) {
    const pointer = pointerOf(column);
    for (const [key, value] of membersAt(text, values.get(column)?.sql ?? '', pointer, members))
      values.set(`${column}.${key}`, { ...value, object: { name: column, key } });
    // Of the object itself the struct has the members, and not the text.
    values.set(column, memberValue(extracted(text, pointer), text, pointer));
  }
  const struct = `json_transform(${text}, ${literal(structureOf(rootKeys, opened))}) AS ${structName}`;
  return { struct, values, opened: new Set(opened.keys()) };
}

function membersAt(
  json: string,
  struct: string,
  path: string,
  keys: readonly string[],
): readonly (readonly [string, Value])[] {
  const structKeys = withoutCaseTwins(keys);
  return keys.map((key) => {
    const pointer = path + pointerOf(key);
    // By its place: names of members ignore case, keys do not.
    const place = structKeys.indexOf(key) + 1;
    const sql = place === 0 ? extracted(json, pointer) : `struct_extract_at(${struct}, ${place})`;
    return [key, memberValue(sql, json, pointer)];
  });
}

/** Keys without those that differ from an earlier one in case only: a struct cannot have both. */
function withoutCaseTwins(keys: readonly string[]): readonly string[] {
  const firsts = new Map(keys.toReversed().map((key) => [key.toLowerCase(), key]));
  return keys.filter((key) => firsts.get(key.toLowerCase()) === key);
}

/** The argument of `json_transform`: for each key a text, or an object: `{"plan":"VARCHAR"}`. */
function structureOf(keys: readonly string[], opened: ReadonlyMap<string, readonly string[]>): string {
  const parts = withoutCaseTwins(keys.length === 0 ? [''] : keys).map((key) => {
    const members = opened.get(key);
    return `${JSON.stringify(key)}:${members === undefined ? '"VARCHAR"' : structureOf(members, new Map())}`;
  });
  return `{${parts.join(',')}}`;
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
  // Whether a row has no keys there, and is no object. Of whole texts `openObjects` and `file-rows.ts` say
  // it.
  const others = pointers.map((pointer, place) =>
    pointer === ''
      ? 'false'
      : `bool_or(CASE WHEN len(keys[${place + 1}]) > 0 THEN false
          ELSE coalesce(json_type(json, ${literal(pointer)}) NOT IN ('OBJECT', 'NULL'), false) END)`,
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
  return pointers.map((_, pointerPlace) => {
    const rowsHere = result.getRows().filter(([place]) => Number(place) === pointerPlace);
    const isObject = rowsHere.every(([, other]) => other === false);
    const keys = rowsHere.flatMap(([, , key]) => (typeof key === 'string' ? [key] : []));
    return isObject ? [...new Set(keys)] : [];
  });
}
