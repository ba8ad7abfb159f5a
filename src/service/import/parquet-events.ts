import { UUID_PATTERN } from '../../tql/app-id.ts';
import { NUMERIC_KEYS } from '../events/columns.ts';
import { quoted } from '../events/duckdb-values.ts';
import { EVENT_FIELDS, finite, isNested, isoTime, type ParquetColumn } from './parquet-lines.ts';

/**
 * How the engine reads events from a Parquet file. `values`: staging column → SQL, which is correct for rows
 * that satisfy `isPlain`; the other rows are read by the event parser, which accepts more forms and has the
 * reason if it refuses one. `payload`: payload key → staging column.
 */
export interface ParquetEventPlan {
  readonly values: ReadonlyMap<string, string>;
  readonly payload: ReadonlyMap<string, string>;
  readonly isPlain: string;
}

/**
 * A value as it is stored, and the condition under which the engine reads it as the event parser does; null:
 * always.
 */
interface PlainValue {
  readonly value: string;
  readonly when: string | null;
}

/** The plan for a file with these columns; null if a column's type needs the event parser for every row. */
export function planParquetEvents(
  columns: readonly ParquetColumn[],
  keys: readonly ParquetColumn[],
): ParquetEventPlan | null {
  if (columns.some(({ name, type }) => name === 'payload' || isNested(type))) return null;
  const core = new Map(
    columns.filter(({ name }) => EVENT_FIELDS.has(name)).map((column) => [column.name, column]),
  );
  const plain = new Map<string, PlainValue>([
    ['__time', time(core.get('timestamp'))],
    ['appID', appId(required(core.get('appID'), ' AND strlen(?) <= 100'))],
    ['clientUser', text(core.get('clientUser'))],
    ['type', required(core.get('type'), '')],
    ['sessionID', text(core.get('sessionID'))],
    ['isTestMode', testMode(core.get('isTestMode'))],
    ['floatValue', float(core.get('floatValue'))],
    ...keys.map((column, index): [string, PlainValue] => [`p${index}`, payloadValue(column)]),
  ]);
  const conditions = [...plain.values()].map(({ when }) => when).filter((when) => when !== null);
  return {
    values: new Map([...plain].map(([name, { value }]) => [name, value])),
    payload: new Map(keys.map(({ name }, index) => [name, `p${index}`])),
    isPlain: conditions.map((condition) => `coalesce(${condition}, false)`).join(' AND '),
  };
}

const NEVER: PlainValue = { value: 'NULL', when: 'false' };

function time(column: ParquetColumn | undefined): PlainValue {
  if (column === undefined) return NEVER;
  const value = quoted(column.column);
  // The parser refuses any other time.
  const latest = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const within = (time: string) => `${time} BETWEEN '2000-01-01' AND '${latest}'`;
  if (column.type === 'TIMESTAMP WITH TIME ZONE')
    return { value: `epoch_ms(${value})`, when: within(`make_timestamp(epoch_us(${value}))`) };
  if (column.type.startsWith('TIMESTAMP'))
    return { value: `epoch_ms(${value}::TIMESTAMP)`, when: within(`${value}::TIMESTAMP`) };
  if (column.type !== 'VARCHAR') return NEVER;
  const moment = `TRY_CAST(${value} AS TIMESTAMP)`;
  return {
    value: `epoch_ms(${moment})`,
    when: `regexp_full_match(${value}, '${COMMON_TIME}') AND ${within(moment)}`,
  };
}

/** A time in UTC with milliseconds at most. */
const COMMON_TIME = String.raw`(19[7-9]|2\d\d)\d-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z`;

function text(column: ParquetColumn | undefined): PlainValue {
  if (column === undefined) return { value: 'NULL::VARCHAR', when: null };
  const value = quoted(column.column);
  if (isText(column.type)) return { value: asText(value, column.type), when: null };
  return { value: 'NULL::VARCHAR', when: `${value} IS NULL` };
}

function required(column: ParquetColumn | undefined, condition: string): PlainValue {
  const { value, when } = text(column);
  if (when !== null || column === undefined) return NEVER;
  return { value, when: `${value} <> ''${condition.replaceAll('?', value)}` };
}

/** As `normalizeAppId` does it. */
function appId({ value, when }: PlainValue): PlainValue {
  return {
    value: `CASE WHEN regexp_full_match(${value}, '${UUID_PATTERN}') THEN upper(${value}) ELSE ${value} END`,
    when,
  };
}

function testMode(column: ParquetColumn | undefined): PlainValue {
  const no = `'false'`;
  if (column === undefined) return { value: no, when: null };
  const value = quoted(column.column);
  if (column.type === 'BOOLEAN') return { value: `coalesce(${value}::VARCHAR, ${no})`, when: null };
  if (column.type === 'VARCHAR')
    return { value: `coalesce(${value}, ${no})`, when: `${value} IS NULL OR ${value} IN ('true', 'false')` };
  return { value: no, when: `${value} IS NULL` };
}

function float(column: ParquetColumn | undefined): PlainValue {
  if (column === undefined) return { value: 'NULL::DOUBLE', when: null };
  const value = quoted(column.column);
  if (NUMBER.test(column.type)) return number(value, column.type);
  return { value: 'NULL::DOUBLE', when: `${value} IS NULL` };
}

function payloadValue({ name, column, type }: ParquetColumn): PlainValue {
  const value = quoted(column);
  if (NUMERIC_KEYS.has(name)) return numericKey(value, type);
  if (isText(type) || type === 'BOOLEAN') return { value: asText(value, type), when: null };
  // Whole numbers are written the same everywhere; other numbers are written as JavaScript does, by the
  // parser.
  return {
    value: `TRY_CAST(${value} AS BIGINT)::VARCHAR`,
    when: `${value} IS NULL OR isnan(${value}) OR (abs(${value}) <= 9007199254740991 AND ${value} = floor(${value}))`,
  };
}

function numericKey(value: string, type: string): PlainValue {
  if (FLOATING.test(type)) return number(value, type);
  if (type === 'BOOLEAN') return { value: 'NULL::DOUBLE', when: `${value} IS NULL` };
  const digits = asText(value, type);
  const isNumber = String.raw`regexp_full_match(${digits}, '-?\d{1,15}(\.\d{1,15})?')`;
  return {
    value: `TRY_CAST(${digits} AS DOUBLE)`,
    when: `${value} IS NULL OR ${digits} = '' OR ${isNumber}`,
  };
}

function number(value: string, type: string): PlainValue {
  if (!FLOATING.test(type)) return { value: `${value}::DOUBLE`, when: null };
  return {
    value: `CASE WHEN NOT isnan(${value}) THEN ${finite(value, type)} END`,
    when: `${value} IS NULL OR NOT isinf(${value})`,
  };
}

const FLOATING = /^(FLOAT|DOUBLE)$/;
const NUMBER = /^(FLOAT|DOUBLE|U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL.*)$/;

/** Whether a row as JSON has values of this type as strings. */
function isText(type: string): boolean {
  return type !== 'BOOLEAN' && type !== 'JSON' && !FLOATING.test(type) && !isNested(type);
}

function asText(value: string, type: string): string {
  if (type === 'VARCHAR') return value;
  return type.startsWith('TIMESTAMP') ? isoTime(value, type) : `${value}::VARCHAR`;
}
