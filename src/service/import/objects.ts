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
  const structs: string[] = [];
  const values = new Map(rows.values);
  const faults = [...rows.faults];
  for (const [place, { name }] of columns.entries()) {
    const [text, struct] = [`_ir_d${place}`, `_ir_o${place}`];
    const { keys, isJson } = await readKeys(connection, from, text, ['']);
    const object = membersOf(text, struct, { keys: keys[0] ?? [], isJson });
    structs.push(object.struct);
    for (const [key, value] of object.values)
      values.set(`${name}.${key}`, { ...value, object: { name, key } });
    // The first condition is for speed: it is false for most rows.
    const isOther = `(${struct} IS NULL OR NOT prefix(${text}, '{')) AND coalesce(trim(${text}), '') NOT IN ('', 'null')
        AND (${struct} IS NULL OR NOT ir_begins(${text}, '{'))`;
    faults.push(faultWhen(isOther, `${name} is not an object`));
  }
  const objects = new Set([...rows.objects, ...columns.map(({ name }) => name)]);
  return { ...rows, from: `(SELECT *, ${structs.join(', ')} FROM ${from})`, values, objects, faults };
}

/** What is known of the objects in the JSON texts of a column. */
interface ObjectShape {
  readonly keys: readonly string[];
  /** The keys of objects within the object, whose members are read, too. */
  readonly opened?: ReadonlyMap<string, readonly string[]>;
  /** Whether each text is JSON. */
  readonly isJson: boolean;
}

/**
 * The members of the objects in a column of JSON texts, and the SQL that reads them all at once, as a struct
 * under a name.
 */
export function membersOf(
  json: string,
  structName: string,
  { keys, opened = new Map(), isJson }: ObjectShape,
) {
  const transformed = `json_transform(${json}, ${literal(structureOf(keys, opened))})`;
  const values = new Map(membersAt(json, structName, '', keys));
  for (const [name, members] of opened) {
    const pointer = pointerOf(name);
    for (const [key, value] of membersAt(json, values.get(name)?.sql ?? '', pointer, members))
      values.set(`${name}.${key}`, { ...value, object: { name, key } });
    // Of the object itself the struct has the members, and not the text.
    values.set(name, memberValue(extracted(json, pointer), json, pointer));
  }
  return { struct: `${isJson ? transformed : `TRY(${transformed})`} AS ${structName}`, values };
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

/** The keys of objects in JSON texts. */
interface ObjectKeys {
  /** The keys at each pointer that was asked for; none if a row has another value than an object there. */
  readonly keys: readonly (readonly string[])[];
  /** Whether each text is JSON. */
  readonly isJson: boolean;
}

/** An organization can have 1,000 keys, so more than these are of no use. */
const LIMIT_KEYS_READ = 5000;

/** Reads the keys of the objects at some pointers in the JSON texts of a column, of all rows. */
export async function readKeys(
  connection: DuckDBConnection,
  from: string,
  json: string,
  pointers: readonly string[],
): Promise<ObjectKeys> {
  const paths = pointers.map((pointer) => literal(pointer === '' ? '$' : pointer));
  const read = async (parsed: (sql: string) => string) => {
    const types = paths.map((path, place) => {
      const type = parsed(`json_type(${json}, ${path})`);
      return `CASE WHEN NOT len(keys[${place + 1}]) > 0 THEN ${type} END`;
    });
    // The few lists that there are, before their keys: most rows have the same.
    const result = await connection.runAndReadAll(
      `SELECT DISTINCT place, type, unnest(CASE WHEN len(keys) > 0 THEN keys ELSE [NULL] END) AS key FROM (
        SELECT unnest(range(${paths.length})) AS place, unnest(keys) AS keys, unnest(types) AS type FROM (
          SELECT any_value(keys) AS keys, types FROM (
            SELECT keys, [${types.join(', ')}] AS types FROM (
              SELECT *, ${parsed(`json_keys(${json}, [${paths.join(', ')}])`)} AS keys FROM ${from}))
          GROUP BY hash(keys), types))
        ORDER BY place, key LIMIT ${LIMIT_KEYS_READ}`,
    );
    return result.getRows();
  };
  // A statement with TRY takes a third longer, and most files do not need it.
  const strictRows = await read((sql) => sql).catch(() => null);
  const rows = strictRows ?? (await read((sql) => `TRY(${sql})`));
  const keys = pointers.map((_, pointerPlace) => {
    const rowsHere = rows.filter(([place]) => Number(place) === pointerPlace);
    const isObject = rowsHere.every(([, type]) => type === null || type === 'OBJECT' || type === 'NULL');
    const keysHere = rowsHere.flatMap(([, , key]) => (typeof key === 'string' ? [key] : []));
    return isObject || pointerPlace === 0 ? [...new Set(keysHere)] : [];
  });
  return { keys, isJson: strictRows !== null };
}
