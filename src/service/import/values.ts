// The SQL of the values that the rows of a file have. `file-rows.ts` and `objects.ts` make them of columns
// and of members of objects; `select.ts` makes the fields and the payload of events of them.
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
  /** The column whose object has this value under a key; none: the value is a column. */
  readonly object?: { readonly name: string; readonly key: string };
}

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
  if (type === ZONED) return `ir_time_text(make_timestamp(epoch_us(${sql})))`;
  return type.startsWith('TIMESTAMP') ? `ir_time_text(${sql}::TIMESTAMP)` : `${sql}::VARCHAR`;
}

const ZONED = 'TIMESTAMP WITH TIME ZONE';

/** The value at a pointer (`/payload/plan`) in a JSON text, of which `sql` is the text. */
export function memberValue(sql: string, json: string, pointer: string): Value {
  const args = `(${sql}, ${json}, ${literal(pointer)})`;
  return { sql, type: 'VARCHAR', text: `ir_member_text${args}`, isNested: `ir_is_nested${args}` };
}

/** The SQL of the text at a pointer in a JSON text. */
export function extracted(json: string, pointer: string): string {
  return `json_extract_string(${json}, ${literal(pointer)})`;
}

/** A part of a JSON pointer: the key "a/b" is `/a~1b` (RFC 6901). */
export function pointerOf(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL.*|DOUBLE|FLOAT)$/;

/**
 * A value as epoch milliseconds; null if it is not a time. `zone` is that of times that name none; without
 * it, columns of times are in UTC, and texts are no times.
 */
export function timeOf({ sql, type }: Value, unit: string | undefined, zone: string | undefined): string {
  if (type === ZONED) return `epoch_ms(${sql})`;
  if (/^TIMESTAMP|^DATE$/.test(type)) return `ir_local(${sql}::TIMESTAMP, ${literal(zone ?? 'UTC')})`;
  if (unit !== undefined) return `ir_from_${unit}(ir_number(${sql}::VARCHAR))::BIGINT`;
  if (NUMBER.test(type)) return `ir_epoch(${sql}::DOUBLE)`;
  return `ir_time(${sql}::VARCHAR, ${zone === undefined ? 'NULL' : literal(zone)})`;
}

/** The first text that is not empty, or else `fallback`. */
export function firstOf(texts: readonly string[], fallback?: string): string {
  const [only = 'NULL::VARCHAR', ...others] = texts;
  if (others.length === 0 && fallback === undefined) return only;
  const filled = texts.map((text) => `nullif(${text}, '')`);
  return `coalesce(${[...filled, ...(fallback === undefined ? texts : [literal(fallback)])].join(', ')})`;
}

/**
 * A branch of the `CASE` by which a row is refused: the condition, the reason, and the SQL of the value that
 * is shown with it: `floatValue is not a number: "much"`.
 */
export function faultWhen(condition: string, reason: string, shown?: string): string {
  const fault = shown === undefined ? literal(reason) : `${literal(`${reason}: `)} || ir_shown(${shown})`;
  return `WHEN ${condition} THEN ${fault}`;
}
