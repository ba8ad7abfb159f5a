import type { DuckDBAppender } from '@duckdb/node-api';
import type { PayloadValue } from './event.ts';

/** A text as SQL writes it. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Appends a value to the row under way: text, a double, or nothing. */
export function appendValue(appender: DuckDBAppender, value: PayloadValue | null): void {
  if (value === null) appender.appendNull();
  else if (typeof value === 'number') appender.appendDouble(value);
  else appender.appendVarchar(value);
}
