import { literal } from '../events/duckdb-values.ts';
import { EPOCH_PATTERN, TIME_PATTERN } from '../events/event.ts';

/**
 * A value in a row: its SQL and its type. `within`: the JSON text that it was read from, and where in it.
 * `object`: the column whose member it is.
 */
export interface Value {
  readonly sql: string;
  readonly type: string;
  readonly within?: { readonly json: string; readonly pointer: string };
  readonly object?: { readonly name: string; readonly key: string };
}

/**
 * Functions of the statements. A number is a time in the unit that its size suggests: in seconds, 10¹¹ is
 * the year 5138. Of an hour that the clock repeats, the first one is taken. The engine's own parser is tried
 * first. A list of one element is evaluated once, whatever refers to it.
 */
export const MACROS = [
  `ir_epoch(n) AS CASE WHEN n < 1e11 THEN round(n * 1e3) WHEN n < 1e14 THEN floor(n) WHEN n < 1e17 THEN floor(n / 1e3)
    WHEN n < 1e20 THEN floor(n / 1e6) END::BIGINT`,
  `ir_local(t, zone) AS CASE WHEN zone = 'UTC' THEN epoch_ms(t)
    ELSE least(epoch_ms(timezone(zone, t)), epoch_ms(timezone(zone, t - INTERVAL 1 HOUR)) + 3600000) END`,
  `ir_parts(t) AS regexp_extract(upper(trim(t)), ${literal(TIME_PATTERN)}, ['d', 'm', 's', 'z'])`,
  `ir_clock(p) AS p.d || ' ' || coalesce(nullif(p.m, ''), '00:00') || replace(coalesce(nullif(p.s, ''), ':00'), ',', '.')`,
  `ir_read(p, zone) AS CASE WHEN p.z <> '' THEN epoch_ms(TRY_CAST(ir_clock(p) || CASE WHEN p.z IN ('Z', 'UTC', 'GMT') THEN '+00' ELSE p.z END AS TIMESTAMPTZ))
    WHEN p.d <> '' AND zone IS NOT NULL THEN ir_local(TRY_CAST(ir_clock(p) AS TIMESTAMP), zone) END`,
  `ir_slow(t, zone) AS CASE WHEN regexp_full_match(t, ${literal(EPOCH_PATTERN)}) THEN ir_epoch(t::DOUBLE)
    ELSE list_transform([ir_parts(t)], lambda p: ir_read(p, zone))[1] END`,
  `ir_zoned(t) AS CASE WHEN length(t) > 19 AND (suffix(t, 'Z') OR substr(t, -3, 1) IN ('+', '-') OR substr(t, -6, 1) IN ('+', '-'))
    THEN epoch_ms(TRY_CAST(t AS TIMESTAMPTZ)) END`,
  `ir_time(t, zone) AS coalesce(ir_zoned(t), CASE WHEN zone IS NOT NULL AND length(t) BETWEEN 19 AND 29 AND substr(t, 5, 1) = '-'
      AND right(t, 1) BETWEEN '0' AND '9' AND substr(t, -3, 1) NOT IN ('+', '-') AND substr(t, -5, 1) NOT IN ('+', '-')
    THEN ir_local(TRY_CAST(t AS TIMESTAMP), zone) END, ir_slow(t, zone))`,
  `ir_zoneless(t) AS list_transform([ir_parts(t)], lambda p: p.d <> '' AND p.z = '')[1]`,
  `ir_number(t) AS CASE WHEN isfinite(TRY_CAST(t AS DOUBLE)) THEN TRY_CAST(t AS DOUBLE) END`,
  // An array of keys and values as an object; GA4 has a member for each type of value.
  `ir_pair(v) AS CASE WHEN prefix(v, '{') AND contains(v, '_value"')
    THEN list_filter(json_extract(v, ['$.string_value', '$.int_value', '$.float_value', '$.double_value']), lambda x: x <> 'null')[1] ELSE v END`,
  `ir_pairs(t) AS list_transform(TRY(json_transform(t, '[{"key":"VARCHAR","value":"JSON"}]')), lambda p: to_json(p.key) || ':' || coalesce(ir_pair(p.value), 'null'))`,
  `ir_joined(list) AS CASE WHEN len(list_filter(list, lambda x: x IS NULL)) = 0 THEN '{' || array_to_string(list, ',') || '}' END`,
  `ir_object(t) AS CASE WHEN prefix(ltrim(t), '[') THEN coalesce(ir_joined(ir_pairs(t)), t) ELSE t END`,
  `ir_shortest(n) AS CASE WHEN n = trunc(n) AND abs(n) < 1e21 THEN n::HUGEINT::VARCHAR ELSE n::VARCHAR END`,
].map((each) => `CREATE TEMP MACRO ${each}`);

const NUMBER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL.*|DOUBLE|FLOAT)$/;

/** A value as text, as a payload has it. NaN is no value; nested values are JSON. */
export function textOf({ sql, type, within }: Value): string {
  if (type === 'VARCHAR') return within === undefined ? sql : shortNumber(sql, within);
  if (type === 'DOUBLE') return `CASE WHEN NOT isnan(${sql}) THEN ir_shortest(${sql}) END`;
  // The double with the same decimal notation.
  if (type === 'FLOAT') return textOf({ sql: `${sql}::VARCHAR::DOUBLE`, type: 'DOUBLE' });
  if (type.startsWith('TIMESTAMP')) return `strftime(${instantOf(sql, type)}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
  return isNested(type) ? `to_json(${sql})::VARCHAR` : `${sql}::VARCHAR`;
}

/** The engine writes a whole number that has a fraction as 3.0; JSON has no such difference. */
function shortNumber(sql: string, { json, pointer }: NonNullable<Value['within']>): string {
  const isNumber = `json_type(${json}, ${literal(pointer)}) = 'DOUBLE'`;
  return `CASE WHEN suffix(${sql}, '.0') AND ${isNumber} THEN left(${sql}, -2) ELSE ${sql} END`;
}

/** Whether a value of the type consists of several values. */
function isNested(type: string): boolean {
  return /^(STRUCT|MAP|UNION)|\]$/.test(type);
}

/** Whether a value is an object or an array. A text may begin with a brace, too. */
export function isNestedValue({ sql, type, within }: Value): string {
  if (within === undefined) return isNested(type) ? `${sql} IS NOT NULL` : 'false';
  return `CASE WHEN prefix(${sql}, '{') OR prefix(${sql}, '[') THEN json_type(${within.json}, ${literal(within.pointer)}) IN ('OBJECT', 'ARRAY') ELSE false END`;
}

const UNITS = {
  s: (n: string) => `round(${n} * 1e3)`,
  ms: (n: string) => `floor(${n})`,
  us: (n: string) => `floor(${n} / 1e3)`,
  ns: (n: string) => `floor(${n} / 1e6)`,
};

/** A value as epoch milliseconds; null if it is not a time. `zone`: that of times that have none. */
export function timeOf(value: Value, unit: keyof typeof UNITS | undefined, zone: string | undefined): string {
  const { sql, type } = value;
  if (type.startsWith('TIMESTAMP')) return `epoch_ms(${instantOf(sql, type)})`;
  if (unit !== undefined) return `${UNITS[unit](numberOf(value))}::BIGINT`;
  if (NUMBER.test(type)) return `ir_epoch(${sql}::DOUBLE)`;
  return `ir_time(${sql}::VARCHAR, ${zone === undefined ? 'NULL' : literal(zone)})`;
}

/** A time; without a zone it is in UTC. */
function instantOf(sql: string, type: string): string {
  return type === 'TIMESTAMP WITH TIME ZONE' ? `make_timestamp(epoch_us(${sql}))` : `${sql}::TIMESTAMP`;
}

/** A value as a number; null if it is none. */
export function numberOf(value: Value): string {
  return `ir_number(${value.sql}::VARCHAR)`;
}

/** The first value that is there and not empty, or else one that is empty. */
export function firstOf(texts: readonly string[], fallback?: string): string {
  const filled = texts.length > 1 || fallback !== undefined ? texts.map((text) => `nullif(${text}, '')`) : [];
  const all = [...filled, ...(fallback === undefined ? texts : [literal(fallback)])];
  return all.length === 0 ? 'NULL::VARCHAR' : `coalesce(${all.join(', ')})`;
}

/** The member of a struct at a place: names of members ignore case, keys do not. */
export function memberAt(sql: string, place: number): string {
  return `struct_extract_at(${sql}, ${place + 1})`;
}

/** A part of a JSON pointer. */
export function pointerOf(key: string): string {
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
