import { COMPONENTS, parseAbsoluteInterval } from '../../tql/interval.ts';
import { isDeeperThan, isJsonObject, type Json } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import { type InputEffects, readNamedFile } from '../effects.ts';
import type { InsightRequest } from '../request.ts';
import { isMap, kindOf, noteUnknownKeys, parseYaml, readTextKey, type YamlValue } from '../yaml/value.ts';
import { type EntryContext, OVERRIDE_KEYS, parseName, parseOverrides } from './entry.ts';

type QueriesContext = EntryContext & Pick<InputEffects, 'readFile'>;

/** Reads `queries`: names to JSON files or entries with a `file`, or a list of files or entries. */
export async function parseQueries(given: YamlValue, context: QueriesContext): Promise<readonly InsightRequest[]> {
  const { loadYaml, problems } = context;
  const value = typeof given === 'string' ? await parseYaml(INPUT_NAME, given, loadYaml, problems) : given;
  if (value === null) return [];
  const entries = isMap(value)
    ? [...value].map(([name, entry]) => parseEntry(`${INPUT_NAME}, ${name}`, entry, name, context))
    : listOf(value).map((entry, index) => parseEntry(`${INPUT_NAME}, entry ${index + 1}`, entry, null, context));
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

const INPUT_NAME = 'queries';

function listOf(value: YamlValue): readonly YamlValue[] {
  if (typeof value !== 'string') return [...value.values()];
  return value
    .split(/[\n,]/)
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

async function parseEntry(
  at: string,
  value: YamlValue,
  key: string | null,
  context: QueriesContext,
): Promise<InsightRequest | null> {
  const { problems } = context;
  const entry = typeof value === 'string' ? new Map([['file', value]]) : value;
  const expected = 'the path of a JSON file that holds a query';
  if (!isMap(entry)) return problems.add({ at, why: `is ${kindOf(value)}`, expected });
  noteUnknownKeys(at, entry, ['file', ...(key === null ? ['name'] : []), ...OVERRIDE_KEYS], problems);
  const path = readTextKey(at, entry, 'file', problems)?.trim() ?? '';
  if (path === '') problems.add({ at, why: 'has no file', expected });
  const overrides = await parseOverrides(at, entry, context);
  const givenInterval = overrides.interval ?? (context.isIntervalGiven ? context.interval : null);
  const query = path === '' ? null : parseQueryFile(at, path, givenInterval === null, context);
  const name = parseName(
    at,
    key ?? readTextKey(at, entry, 'name', problems) ?? (path === '' ? null : baseName(path)),
    problems,
  );
  if (query === null || name === null) return null;
  const interval = givenInterval ?? (hasInterval(query) ? null : context.interval);
  return { name, source: { kind: 'query', path, query }, ...overrides, interval };
}

function baseName(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? path;
  return last.replace(/(?<=.)\.json$/i, '');
}

/** Reads a query kept in a file; null once a problem was noted. Its own interval is looked at where it would be used. */
function parseQueryFile(
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
  const fault = typeof query !== 'string' && usesOwnInterval ? findIntervalFault(query) : null;
  if (typeof query === 'string') return problems.add({ at, given: path, why: query, expected });
  return fault === null ? query : problems.add({ at, given: path, why: fault, expected: 'a query that can be run' });
}

/** Whether a query has an interval of its own. */
function hasInterval(query: Query): boolean {
  return query['relativeIntervals'] !== undefined || query['intervals'] !== undefined;
}

/** A text says why it is no query. */
function parseQuery(text: string): Query | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `the file is not JSON (${locateJsonError(text)})`;
  }
  if (!isJsonObject(value)) return 'the file holds JSON, but no object';
  if (isDeeperThan(value, DEPTH_LIMIT)) return `the query is nested deeper than ${DEPTH_LIMIT} levels`;
  if (isQuery(value)) return value;
  return value['queryType'] === undefined ? 'the query has no queryType' : 'the queryType of the query is no text';
}

const DEPTH_LIMIT = 200;

function isQuery(value: Json): value is Query {
  return isJsonObject(value) && typeof value['queryType'] === 'string' && value['queryType'].trim() !== '';
}

/** What is wrong with the interval that a query file keeps, or null; one without any gets the report's. */
function findIntervalFault(query: Query): string | null {
  const { relativeIntervals, intervals } = query;
  // Where both are set, the relative ones count.
  if (relativeIntervals !== undefined) return findRelativeFault(relativeIntervals);
  if (intervals === undefined) return null;
  return findAbsoluteFault(isJsonObject(intervals) ? intervals['intervals'] : intervals);
}

function findRelativeFault(value: Json): string | null {
  if (!isList(value) || value.length === 0) return 'its relativeIntervals is no list of intervals';
  const index = value.findIndex((item) => !isRelativeInterval(item));
  if (index < 0) return null;
  return `its relativeIntervals[${index}] is no {beginningDate, endDate}, each {component, offset, position}`;
}

function findAbsoluteFault(value: Json | undefined): string | null {
  if (!isList(value) || value.length === 0) return 'its intervals is no list of texts such as 2026-10-01/2026-11-01';
  for (const [index, item] of value.entries()) {
    const range = typeof item === 'string' ? parseAbsoluteInterval(item) : null;
    if (range === null) return `its intervals[${index}] is no text such as 2026-10-01/2026-11-01`;
    if (range.endMs <= range.startMs) return `its intervals[${index}] ends before or where it begins`;
  }
  return null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isRelativeInterval(value: Json): boolean {
  return isJsonObject(value) && isRelativeDate(value['beginningDate']) && isRelativeDate(value['endDate']);
}

function isRelativeDate(value: Json | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const { component, offset, position } = value;
  const isComponent = COMPONENTS.some((name) => name === component);
  return isComponent && Number.isSafeInteger(offset) && (position === 'beginning' || position === 'end');
}

/** Says where a text stops being JSON, by line and column. `JSON.parse` names the place of some faults only, and quotes the file. */
export function locateJsonError(text: string): string {
  const offset = findErrorOffset(text);
  const before = text.slice(0, offset).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  return offset >= text.trimEnd().length ? `it ends too early, at ${place}` : `unexpected at ${place}`;
}

const TOKEN =
  // JSON forbids control characters in a string.
  // eslint-disable-next-line no-control-regex
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
const SPACE = /[ \t\r\n]*/y;

/** What may stand at a place of the text. */
type Place = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'after';

/** Walks the tokens with the open brackets on a stack; the offset of the first that cannot stand where it stands. */
function findErrorOffset(text: string): number {
  const open: string[] = [];
  let place: Place = 'value';
  let offset = 0;
  for (;;) {
    SPACE.lastIndex = TOKEN.lastIndex = offset;
    SPACE.exec(text);
    const at = SPACE.lastIndex;
    const [, mark, string, literal] = TOKEN.exec(text) ?? [];
    const kind = mark ?? (string === undefined ? (literal === undefined ? null : 'literal') : 'string');
    const next: Place | null = kind === null ? null : nextPlace(place, kind, open);
    if (next === null) return at;
    place = next;
    offset = TOKEN.lastIndex;
  }
}

/** The place after a token; null when it cannot stand here. */
function nextPlace(place: Place, kind: string, open: string[]): Place | null {
  switch (place) {
    case 'colon':
      return kind === ':' ? 'value' : null;
    case 'key':
    case 'key-or-end':
      if (kind === 'string') return 'colon';
      return kind === '}' && place === 'key-or-end' ? close(open) : null;
    case 'after':
      if (open.length === 0) return null;
      if (kind === ',') return open.at(-1) === '{' ? 'key' : 'value';
      return kind === (open.at(-1) === '{' ? '}' : ']') ? close(open) : null;
    case 'value':
    case 'value-or-end':
      if (kind === ']' && place === 'value-or-end') return close(open);
      if (kind === 'string' || kind === 'literal') return 'after';
      if (kind !== '{' && kind !== '[') return null;
      open.push(kind);
      return kind === '{' ? 'key-or-end' : 'value-or-end';
  }
}

function close(open: string[]): Place {
  open.pop();
  return 'after';
}
