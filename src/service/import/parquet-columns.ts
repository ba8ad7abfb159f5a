import { literal, quoted } from './sql-text.ts';

/** A column of a Parquet file: its own name, the one that DuckDB gives it where two differ only in case, and its type. */
export interface ParquetColumn {
  readonly name: string;
  readonly column: string;
  readonly type: string;
}

/** The columns that are an event's own. */
export const CORE: ReadonlySet<string> = new Set([
  'timestamp',
  'appID',
  'clientUser',
  'type',
  'sessionID',
  'isTestMode',
  'floatValue',
]);

/** A row as the JSON of an event's line: further columns are payload keys, beside those of a column `payload`. */
export function rowAsJson(columns: readonly ParquetColumn[]): string {
  const core = columns.filter(({ name }) => CORE.has(name));
  const own = columns.find(({ name }) => name === 'payload');
  const keys = columns.filter(({ name }) => !CORE.has(name) && name !== 'payload');
  const members = keys.map(member).join(', ');
  const payload = own === undefined ? jsonObject(members) : payloadWith(own, jsonObject(members));
  return jsonObject([...core.map(member), `'payload', ${payload}`].join(', '));
}

function jsonObject(members: string): string {
  return `json_object(${members})`;
}

/** A payload that is no object stays what it is, and the event is refused for it. */
function payloadWith({ column, type }: ParquetColumn, others: string): string {
  const value = quoted(column);
  const json =
    type === 'VARCHAR' || type === 'JSON' ? `coalesce(TRY(${value}::JSON), to_json(${value}))` : `to_json(${value})`;
  return `CASE WHEN ${value} IS NULL THEN ${others} WHEN json_type(${json}) = 'OBJECT' THEN json_merge_patch(${json}, ${others}) ELSE ${json} END`;
}

function member({ name, column, type }: ParquetColumn): string {
  const value = quoted(column);
  const isWhole = name === 'floatValue' && /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL.*)$/.test(type);
  return `${literal(name)}, ${isWhole ? `${value}::DOUBLE` : jsonValue(value, type)}`;
}

/** Whole numbers and decimals go as text, which keeps all their digits; what is no number (NaN) is no value. */
function jsonValue(value: string, type: string): string {
  if (type === 'VARCHAR' || type === 'BOOLEAN' || type === 'JSON') return value;
  if (type === 'DOUBLE' || type === 'FLOAT') {
    const unbounded = `to_json(${value}::VARCHAR)`;
    return `CASE WHEN isnan(${value}) THEN NULL WHEN isinf(${value}) THEN ${unbounded} ELSE to_json(${finite(value, type)}) END`;
  }
  if (type.startsWith('TIMESTAMP')) return isoTime(value, type);
  return isNested(type) ? `to_json(${value})` : `${value}::VARCHAR`;
}

/** Whether a type holds several values. */
export function isNested(type: string): boolean {
  return /^(STRUCT|MAP|UNION)|\]$/.test(type);
}

/** A floating number as a double: of one of 32 bits, the double that is written the same. */
export function finite(value: string, type: string): string {
  return type === 'FLOAT' ? `${value}::VARCHAR::DOUBLE` : value;
}

/** A moment as text; one without a zone is in UTC. */
export function isoTime(value: string, type: string): string {
  const moment = type === 'TIMESTAMP WITH TIME ZONE' ? `make_timestamp(epoch_us(${value}))` : `${value}::TIMESTAMP`;
  return `strftime(${moment}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
}
