import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { literal, quoted } from '../events/duckdb-values.ts';
import { keysOf, membersOfJson, type Rows, singleKeys, structure } from './columns.ts';
import { memberAt, pointerOf, textOf, type Value } from './values.ts';

type Members = ReadonlyMap<string, Value>;

/** An object in a column: its members, and the SQL of what they are read from if that is to be made once. */
interface OpenedObject {
  readonly members: Members;
  readonly made?: string;
  readonly fault?: readonly [condition: string, reason: string];
}

/**
 * Opens the objects in some columns: structs, JSON texts, and arrays of objects with a key and a value.
 */
export async function openObjects(
  connection: DuckDBConnection,
  rows: Rows,
  names: readonly string[],
): Promise<Rows> {
  const objects = new Map<string, Members>(rows.objects);
  const made: string[] = [];
  const faults = [...rows.faults];
  for (const name of names) {
    const value = rows.columns.get(name);
    if (value === undefined || objects.has(name)) continue;
    const opened = await openObject(connection, rows.from, value, { name, slot: `_ir_o${made.length}` });
    if (opened.made !== undefined) made.push(opened.made);
    if (opened.fault !== undefined) faults.push(opened.fault);
    objects.set(name, opened.members);
  }
  const from = made.length === 0 ? rows.from : `(SELECT *, ${made.join(', ')} FROM ${rows.from})`;
  return { ...rows, from, objects, faults };
}

async function openObject(
  connection: DuckDBConnection,
  from: string,
  value: Value,
  { name, slot }: { readonly name: string; readonly slot: string },
): Promise<OpenedObject> {
  const { sql, type, shape } = value;
  const members = membersOf(value);
  if (members !== null) return { members };
  if (shape !== undefined && 'valueType' in shape && type.endsWith('[]')) {
    const keys = await pairKeys(connection, from, sql);
    return { members: pairsOf(slot, keys), made: `${pairLists(sql, shape.valueType)} AS ${slot}` };
  }
  // A map, or JSON in a text.
  const text = type === 'VARCHAR' ? sql : `to_json(${sql})::VARCHAR`;
  const [keys = []] = await keysOf(connection, from, text, ['']);
  const list = `TRY(json_transform(${text}, ${literal(PAIRS)}))`;
  const ofPairs = keys.length > 0 ? [] : await pairKeys(connection, from, list);
  if (ofPairs.length > 0) return { members: pairsOf(slot, ofPairs), made: `${pairLists(list)} AS ${slot}` };
  return {
    members: membersOfJson(slot, text, [], keys),
    made: `TRY(json_transform(${text}, ${structure(singleKeys(keys).map((key) => [key, null]))})) AS ${slot}`,
    fault: [
      `coalesce(trim(${text}), '') NOT IN ('', 'null') AND (${slot} IS NULL OR left(ltrim(${text}), 1) <> '{')`,
      `${name} is not an object`,
    ],
  };
}

/** The members of a struct; null if it is none. */
export function membersOf({ sql, shape }: Value): Members | null {
  if (shape === undefined || !('entryNames' in shape)) return null;
  return new Map(
    shape.entryNames.map((name, place): [string, Value] => {
      const inner = shape.entryTypes[place];
      return [name, { sql: memberAt(sql, place), type: String(inner), shape: inner }];
    }),
  );
}

/** The typed values of an array of keys and values, as GA4 exports them, in the order in which they count. */
const TYPED = ['string_value', 'int_value', 'float_value', 'double_value'];
const PAIRS = JSON.stringify([
  {
    key: 'VARCHAR',
    value: Object.fromEntries(TYPED.map((name) => [name, /float|double/.test(name) ? 'DOUBLE' : 'VARCHAR'])),
  },
]);

async function pairKeys(
  connection: DuckDBConnection,
  from: string,
  list: string,
): Promise<readonly string[]> {
  const found = await connection.runAndReadAll(
    `SELECT DISTINCT unnest(list_transform(${list}, lambda pair: pair.key)) AS key FROM ${from} ORDER BY key`,
  );
  return found.getRows().flatMap(([key]) => (typeof key === 'string' ? [key] : []));
}

/** A list of keys and a list of their values, as texts. */
function pairLists(list: string, pair?: DuckDBType): string {
  const value: Value | undefined =
    pair === undefined ? undefined : membersOf({ sql: 'pair', type: '', shape: pair })?.get('value');
  const typed = value === undefined ? null : membersOf(value);
  const texts =
    typed !== null
      ? TYPED.flatMap((name) => typed.get(name) ?? []).map(textOf)
      : value !== undefined
        ? [textOf(value)]
        : TYPED.map((name) => ({
            sql: `pair.value.${quoted(name)}`,
            type: /float|double/.test(name) ? 'DOUBLE' : 'VARCHAR',
          })).map(textOf);
  return `{'keys': list_transform(${list}, lambda pair: pair.key), 'texts': list_transform(${list}, lambda pair: coalesce(${texts.join(', ')}))}`;
}

function pairsOf(slot: string, keys: readonly string[]): Members {
  return new Map(
    keys.map((key) => [
      key,
      { sql: `${slot}.texts[list_position(${slot}.keys, ${literal(key)})]`, type: 'VARCHAR' },
    ]),
  );
}

/**
 * The value at a path, whose parts are separated by dots: `device.operating_system`. A column or a key may
 * have dots in its name. Null if the file has none.
 */
export function valueAt({ columns, objects }: Rows, path: string): Value | null {
  const column = columns.get(path);
  if (column !== undefined) return column;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const members = objects.get(path.slice(0, dot));
    const found = members === undefined ? null : memberAtPath(members, path.slice(dot + 1));
    if (found !== null) return found;
  }
  return null;
}

function memberAtPath(members: Members, path: string): Value | null {
  const member = members.get(path);
  if (member !== undefined) return member;
  const [first = '', ...rest] = path.split('.');
  const outer = rest.length === 0 ? undefined : members.get(first);
  if (outer === undefined) return null;
  const inner = membersOf(outer);
  if (inner !== null) return memberAtPath(inner, rest.join('.'));
  const pointer = literal(rest.map(pointerOf).join(''));
  return { sql: `TRY(json_extract_string(${outer.sql}, ${pointer}))`, type: 'VARCHAR' };
}
