// Reads a typed query, prints a query as text, and writes numbers in few characters, for all pages.
import { parseJson, printJson } from '../../text/json.ts';
import { isQuery, type Query } from '../../tql/query.ts';

/** The query of a typed text; null while it is not one by its form. The service says what else is wrong. */
export function parseQuery(text: string): Query | null {
  const value = parseJson(text);
  return isQuery(value) ? value : null;
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact' });

/** A number in few characters: `12K`. */
export function compact(number: number): string {
  return COMPACT.format(number);
}

/** Prints a query as JSON text: small objects and lists in one line each. */
export function printQuery(query: unknown): string {
  return printJson(query, 72);
}
