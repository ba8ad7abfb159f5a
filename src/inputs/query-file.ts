import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { InputEffects } from './effects.ts';
import type { EntryContext } from './entries.ts';
import { readNamedFile } from './files.ts';
import { firstJsonFault } from './json-fault.ts';
import { ownIntervalFault } from './own-interval.ts';

/** Reads a query kept in a file; null once a problem was noted. Its own interval is looked at where it would be used. */
export function parseQueryFile(
  at: string,
  path: string,
  usesOwnInterval: boolean,
  context: EntryContext & Pick<InputEffects, 'readFile'>,
): Query | null {
  const { problems } = context;
  const expected = 'the path of a JSON file that holds a query';
  const text = readNamedFile(at, path, expected, context);
  if (text === null) return null;
  const query = parseQuery(text);
  const fault = typeof query !== 'string' && usesOwnInterval ? ownIntervalFault(query) : null;
  if (typeof query === 'string') return problems.add({ at, given: path, why: query, expected });
  return fault === null ? query : problems.add({ at, given: path, why: fault, expected: 'a query that can be run' });
}

/** Whether a query has an interval of its own. */
export function keepsOwnInterval(query: Query): boolean {
  return query['relativeIntervals'] !== undefined || query['intervals'] !== undefined;
}

/** A text says why it is no query. */
function parseQuery(text: string): Query | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `the file is not JSON (${firstJsonFault(text)})`;
  }
  if (!isJsonObject(value)) return 'the file holds JSON, but no object';
  if (isDeeperThan(value, DEPTH)) return `the query is nested deeper than ${DEPTH} levels`;
  if (isQuery(value)) return value;
  return value['queryType'] === undefined ? 'the query has no queryType' : 'the queryType of the query is no text';
}

const DEPTH = 200;

function isQuery(value: Json): value is Query {
  return isJsonObject(value) && typeof value['queryType'] === 'string' && value['queryType'].trim() !== '';
}

function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner: Json) => isDeeperThan(inner, levels - 1));
}
