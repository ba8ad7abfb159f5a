import type { DuckDBAppender } from '@duckdb/node-api';
import type { PayloadValue } from './event.ts';

/** A string as an SQL literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
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
