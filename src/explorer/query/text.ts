import { isJsonObject } from '../../tql/json.ts';
import { describeProblems } from '../../tql/validation.ts';
import { parseQuery as readQuery, type Query } from '../../tql/query.ts';

/** A query as it is typed, if it is one by its form. The service says what else is wrong with it. */
export function parseQuery(text: string): { readonly query: Query | null; readonly problem: string | null } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    return {
      query: null,
      problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  if (!isJsonObject(given))
    return { query: null, problem: 'A query is an object: {"queryType": "timeseries", …}' };
  if (typeof given.queryType !== 'string')
    return {
      query: null,
      problem: 'queryType is missing: write "queryType": "topN" or "timeseries", for example.',
    };
  const parsed = readQuery(given);
  return parsed.ok
    ? { query: parsed.value, problem: null }
    : { query: null, problem: `This query cannot be read: ${describeProblems(parsed)}` };
}

/** Prints a query as JSON text: small objects and lists in one line each. */
export function printQuery(query: unknown, indent = ''): string {
  const flat = JSON.stringify(query);
  if (flat.length + indent.length <= LINE || typeof query !== 'object' || query === null)
    return spaced(query);
  const inner = `${indent}  `;
  const isList = Array.isArray(query);
  const parts = isList
    ? query.map((item: unknown) => printQuery(item, inner))
    : Object.entries(query).map(([key, value]) => `${JSON.stringify(key)}: ${printQuery(value, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}

const LINE = 72;

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spaced(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
