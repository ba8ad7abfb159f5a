// The SQL of the values that the rows of a file have. `rows.ts` makes them of columns and of members of
// objects; `select.ts` makes the fields and the payload of events of them.
import { literal } from '../events/duckdb-values.ts';

/** A value that each row of a file has: a column, or a member of an object in a column. */
export interface Value {
  /** The SQL of the value, and the engine's type of it. */
  readonly sql: string;
  readonly type: string;
  /** The SQL of the value as text, as a payload has it: `3.0` is "3", a list is `[1,2]`. */
  readonly text: string;
  /** The SQL that says whether the value is an object or an array. */
  readonly isNested: string;
  /** The members of the objects that it holds, if their keys were read. */
  readonly members?: Values;
}

/** Values by the name of their column, or by their key in an object. */
export type Values = ReadonlyMap<string, Value>;

/** The value of a column. */
export function columnValue(sql: string, type: string): Value {
  if (type === 'JSON') return columnValue(`${sql}::VARCHAR`, 'VARCHAR');
  // Some writers of Parquet store texts as binary values. What is not UTF-8 is shown as `\xE4`.
  if (type === 'BLOB') return columnValue(`coalesce(TRY(decode(${sql})), ${sql}::VARCHAR)`, 'VARCHAR');
  if (!/^(STRUCT|MAP|UNION)|\]$/.test(type)) return { sql, type, text: textOf(sql, type), isNested: 'false' };
  return { sql, type, text: `to_json(${sql})::VARCHAR`, isNested: `${sql} IS NOT NULL` };
}

function textOf(sql: string, type: string): string {
  if (type === 'VARCHAR') return sql;
  if (type === 'DOUBLE') return `ir_double_text(${sql})`;
  // The double with the same decimal notation.
  if (type === 'FLOAT') return `ir_double_text(${sql}::VARCHAR::DOUBLE)`;
  return type.startsWith('TIMESTAMP') ? `ir_time_text(${sql}::TIMESTAMP)` : `${sql}::VARCHAR`;
}

/** The members with these keys of a JSON text, of which `struct` has the values (`structOf`). */
export function membersOf(json: string, struct: string, keys: readonly string[]): Values {
  const structKeys = withoutCaseTwins(keys);
  return new Map(
    keys.map((key) => {
      // By its place: names of members ignore case, keys do not.
      const place = structKeys.indexOf(key) + 1;
      const sql = place === 0 ? textAt(json, [key]) : `struct_extract_at(${struct}, ${place})`;
      const args = `(${sql}, ${json}, ${literal(pointerOf([key]))})`;
      const value = { sql, type: 'VARCHAR', text: `ir_member_text${args}`, isNested: `ir_is_nested${args}` };
      return [key, value];
    }),
  );
}

/** The SQL of a struct of the texts under some keys of a JSON text; null if it is not JSON. */
export function structOf(json: string, keys: readonly string[]): string {
  const members = withoutCaseTwins(keys.length === 0 ? [''] : keys).map((key) => [key, 'VARCHAR']);
  return `TRY(json_transform(${json}, ${literal(JSON.stringify(Object.fromEntries(members)))}))`;
}

/** Keys without those that differ from an earlier one in case only: a struct cannot have both. */
function withoutCaseTwins(keys: readonly string[]): readonly string[] {
  const folded = keys.map((key) => key.toLowerCase());
  return keys.filter((_, place) => folded.indexOf(folded[place] ?? '') === place);
}

/** The SQL of the text at a path in a JSON text. */
export function textAt(json: string, path: readonly string[]): string {
  return `TRY(json_extract_string(${json}, ${literal(pointerOf(path))}))`;
}

/** A JSON pointer (RFC 6901): the key "a/b" is `/a~1b`. */
export function pointerOf(path: readonly string[]): string {
  return path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at a path; null if there is none. `a.b` is the member `b` of what `a` holds. */
export function valueAt(values: Values, path: string): Value | null {
  const [name = '', ...inner] = path.split('.');
  const value = values.get(path);
  const outer = values.get(name);
  if (value !== undefined || outer === undefined || inner.length === 0) return value ?? null;
  if (outer.members !== undefined) return valueAt(outer.members, inner.join('.'));
  return columnValue(textAt(outer.text, inner), 'VARCHAR');
}

/**
 * A value as epoch milliseconds; null if it is not a time. `zone` is that of times that name none; without
 * it, columns of times are in UTC, and texts are no times.
 */
export function timeOf({ sql, type }: Value, zone: string | undefined): string {
  if (type === 'TIMESTAMP WITH TIME ZONE') return `epoch_ms(${sql})`;
  if (/^TIMESTAMP|^DATE$/.test(type)) return `ir_local(${sql}::TIMESTAMP, ${literal(zone ?? 'UTC')})`;
  if (type === 'VARCHAR') return `ir_time(${sql}, ${zone === undefined ? 'NULL' : literal(zone)})`;
  return `ir_epoch(TRY_CAST(${sql}::VARCHAR AS DOUBLE))`;
}

/** The first text that is not empty, or else `fallback`; without it, an empty one. */
export function firstOf(texts: readonly string[], fallback?: string): string {
  const filled = texts.map((text) => `nullif(${text}, '')`);
  const fallbacks = fallback === undefined ? texts : [literal(fallback)];
  return `coalesce(${[...filled, ...fallbacks, 'NULL::VARCHAR'].join(', ')})`;
}
