// Writes values for DuckDB: quoted in a statement (`it's` → `'it''s'`), or appended to a row.
import type { DuckDBAppender } from '@duckdb/node-api';
import type { StorableEvent } from './event.ts';
import type { PayloadValue } from './payload.ts';

/** A string as an SQL literal. */
export function literal(text: string): string {
  const parts = text.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  // A statement ends at its first zero.
  return parts.length === 1 ? parts.join('') : `(${parts.join(' || chr(0) || ')})`;
}

/** A name as an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Appends a value to the current row: text, a double, or NULL. */
export function appendValue(appender: DuckDBAppender, value: PayloadValue | null): void {
  if (value === null) appender.appendNull();
  else if (typeof value === 'number') appender.appendDouble(value);
  else appender.appendVarchar(value);
}

/** Appends an event's own fields to the current row, in the order of the core columns. */
export function appendOwnFields(appender: DuckDBAppender, event: StorableEvent): void {
  appender.appendBigInt(BigInt(event.timeMs));
  appender.appendVarchar(event.appID);
  appendValue(appender, event.clientUser);
  appender.appendVarchar(event.type);
  appendValue(appender, event.sessionID);
  appender.appendVarchar(event.isTestMode);
  appendValue(appender, event.floatValue);
}
