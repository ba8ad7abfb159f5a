import type { Query } from '../tql/query.ts';

// Bidirectional and other control characters reorder or hide what is read; an `@` would notify out of a quoted mail.
const ESCAPED = /[@\p{Cc}\p{Bidi_Control}]/gu;

/** A query as indented JSON, lists of plain values on one line; the same query for a parser, harmless to a reader. */
export function queryText(query: Query): string {
  return write(query, '');
}

const LINE_LENGTH = 100;

function write(value: unknown, indent: string): string {
  const short = shortForm(value);
  if (typeof value !== 'object' || value === null || short.length + indent.length <= LINE_LENGTH) return short;
  const deeper = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => deeper + write(item, deeper)).join(',\n')}\n${indent}]`;
  const entries = Object.entries(value).map(([key, item]) => `${deeper}${shortForm(key)}: ${write(item, deeper)}`);
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

function shortForm(value: unknown): string {
  if (typeof value !== 'object' || value === null) return escaped(JSON.stringify(value));
  if (Array.isArray(value)) return `[${value.map(shortForm).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${shortForm(key)}: ${shortForm(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function escaped(json: string): string {
  return json.replace(ESCAPED, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
