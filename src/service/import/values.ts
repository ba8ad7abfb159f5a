import { literal } from '../events/duckdb-values.ts';

/** A value that each row of a file has: a column, or a member of an object in a column. */
export interface Value {
  /** The SQL of the value, and the engine's type of it. */
  readonly sql: string;
  readonly type: string;
  /** The SQL of the value as text, as a payload has it. */
  readonly text: string;
  /** The SQL of the value as text if it is to be a number. */
  readonly number: string;
  /** The SQL that says whether the value is an object or an array. */
  readonly isNested: string;
  /** The column whose object has this value under a key; none: the value is a column. */
  readonly object?: { readonly name: string; readonly key: string };
}

/** The value of a column. */
export function columnValue(sql: string, type: string): Value {
  const isNested = /^(STRUCT|MAP|UNION)|\]$/.test(type);
  return {
    sql,
    type,
    text: isNested ? `to_json(${sql})::VARCHAR` : textOf(sql, type),
    number: `${sql}::VARCHAR`,
    isNested: isNested ? `${sql} IS NOT NULL` : 'false',
  };
}

/** The value at a place in a JSON text, of which `sql` is the text. */
export function memberValue(sql: string, json: string, pointer: string): Value {
  const args = `(${sql}, ${json}, ${literal(pointer)})`;
  return {
    sql,
    type: 'VARCHAR',
    text: `ir_member_text${args}`,
    number: sql,
    isNested: `ir_is_nested${args}`,
  };
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
  const [only, ...others] = texts;
  if (only === undefined) return fallback === undefined ? 'NULL::VARCHAR' : literal(fallback);
  if (others.length === 0 && fallback === undefined) return only;
  const filled = texts.map((text) => `nullif(${text}, '')`);
  return `coalesce(${[...filled, ...(fallback === undefined ? texts : [literal(fallback)])].join(', ')})`;
}

/** The SQL of the member of a struct at a place: names of members ignore case, keys do not. */
export function memberAt(struct: string, place: number): string {
  return `struct_extract_at(${struct}, ${place + 1})`;
}

/** A part of a JSON pointer: "a/b" is `/a~1b`. */
export function pointerOf(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
