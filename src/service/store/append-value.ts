import { type DuckDBAppender } from '@duckdb/node-api';
import { type PayloadValue } from '../import/payload.ts';

/** Appends a value to the row under way: text, a double, or nothing. */
export function appendValue(appender: DuckDBAppender, value: PayloadValue | null): void {
  if (value === null) appender.appendNull();
  else if (typeof value === 'number') appender.appendDouble(value);
  else appender.appendVarchar(value);
}
