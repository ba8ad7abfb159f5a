// Reads the input `queries` (`devices: queries/devices.json`), and the JSON files with queries that it names.
import * as v from 'valibot';
import { nearestWord } from '../../../text/nearest.ts';
import { whereNotJson } from '../../../text/where-not-json.ts';
import { parseAbsoluteInterval } from '../../../tql/time/interval.ts';
import { isDeeperThan, isJsonObject, type Json } from '../../../tql/json.ts';
import { parseQuery, type Query } from '../../../tql/query.ts';
import { QUERY_KEYS } from '../../../tql/schema/run-query.ts';
import { describeProblems, parseWithSchema } from '../../../tql/schema/validation.ts';
import { absoluteIntervals, relativeIntervals } from '../../../tql/schema/shared-schemas.ts';
import { MEBIBYTE, readNamedFile, type ReadingContext } from '../effects.ts';
import type { Problems } from '../problems.ts';
import type { InsightRequest } from '../request.ts';
import { parseYaml } from '../yaml/parse.ts';
import type { YamlValue } from '../yaml/value.ts';
import { type EntryContext, type RawEntry, parseCommonParts, parseEntries, parseName } from './entry.ts';

type QueriesContext = EntryContext & ReadingContext;

/** Reads `queries`: a map from names to JSON files or entries with a `file`, or a list of these. */
export async function parseQueries(
  input: YamlValue,
  context: QueriesContext,
): Promise<readonly InsightRequest[]> {
  const { loadYaml, problems } = context;
  const value = await parseYaml(input, loadYaml, problems);
  const entries = typeof value === 'string' ? pathsOf(value) : (value ?? []);
  return parseEntries(entries, problems, (entry) => parseEntry(entry, context));
}

const EXPECTED_FILE = 'the path of a JSON file that contains a query';
const QUERY_LIMIT_BYTES = 10 * MEBIBYTE;

function pathsOf(text: string): readonly string[] {
  return text.split(/[\n,]/).filter((path) => path.trim() !== '');
}

async function parseEntry(entry: RawEntry, context: QueriesContext): Promise<InsightRequest | null> {
  const { problems } = entry;
  const parts = await parseCommonParts(entry, 'file', EXPECTED_FILE, context);
  if (parts === null) return null;
  const { source: path, overrides } = parts;
  const givenInterval = overrides.interval ?? (context.isIntervalGiven ? context.interval : null);
  const query = path === '' ? null : readQueryFile(path, givenInterval === null, { ...context, problems });
  const name = parseName(parts.name ?? (path === '' ? null : baseName(path)), problems);
  if (query === null || name === null) return null;
  const interval = givenInterval ?? (hasInterval(query) ? null : context.interval);
  return { name, source: { kind: 'query', path, query }, ...overrides, interval };
}

/** A file's name without its folders and its ending. */
function baseName(path: string): string {
  return path.replace(/^.*[\\/]/s, '').replace(/(?<=.)\.json$/i, '');
}

/**
 * Reads a query from a file; null once a problem was noted. The query's own interval is checked only if it is
 * used.
 */
function readQueryFile(path: string, usesOwnInterval: boolean, context: QueriesContext): Query | null {
  const { problems } = context;
  const text = readNamedFile(path, EXPECTED_FILE, context, QUERY_LIMIT_BYTES);
  if (text === null) return null;
  const query = readQuery(text);
  if (typeof query === 'string') return problems.refuse({ input: path, why: query, expected: EXPECTED_FILE });
  noteMisspeltKeys(path, query, problems);
  const fault = usesOwnInterval && hasInterval(query) ? findIntervalFault(query) : null;
  return fault === null
    ? query
    : problems.refuse({ input: path, why: fault, expected: 'a query that can be run' });
}

/** The service ignores keys that it does not know, so a misspelt `filter` would count everything. */
function noteMisspeltKeys(path: string, query: Query, problems: Problems): void {
  for (const key of Object.keys(query)) {
    if (QUERY_KEYS.some((queryKey) => queryKey === key)) continue;
    const meant = QUERY_KEYS.filter((queryKey) => !(queryKey in query));
    const hint = nearestWord(key, meant);
    if (hint !== null) problems.add({ input: path, why: `the query has the unknown key "${key}"`, hint });
  }
}

/** Whether a query has its own interval. */
function hasInterval(query: Query): boolean {
  return query.relativeIntervals !== undefined || query.intervals !== undefined;
}

const DEPTH_LIMIT = 200;

/** Parses a query. A string in its place says what is wrong. */
function readQuery(text: string): Query | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `the file is not JSON${whereNotJson(text, error)}`;
  }
  if (!isJsonObject(value)) return 'the file is JSON, but not an object';
  if (isDeeperThan(value, DEPTH_LIMIT)) return `the query is nested more than ${DEPTH_LIMIT} levels deep`;
  // A file for `insight add` holds the query next to its name.
  const query = hasQueryType(value.query) ? value.query : value;
  if (hasQueryType(query)) {
    const parsed = parseQuery(query);
    return parsed.ok ? parsed.value : `the query cannot be read: ${describeProblems(parsed)}`;
  }
  return value.queryType === undefined
    ? 'the query has no queryType'
    : "the query's queryType is not a string";
}

function hasQueryType(value: Json | undefined): boolean {
  return isJsonObject(value) && typeof value.queryType === 'string' && value.queryType.trim() !== '';
}

const RELATIVE = v.object({ relativeIntervals });
const ABSOLUTE = v.object({ intervals: absoluteIntervals });

/**
 * What is wrong with a query's own interval; null if nothing. If both kinds are set, the relative ones count.
 */
function findIntervalFault(query: Query): string | null {
  const isRelative = query.relativeIntervals !== undefined;
  const parsed = isRelative ? parseWithSchema(RELATIVE, query) : parseWithSchema(ABSOLUTE, query);
  if (!parsed.ok)
    return parsed.problems.map(({ path, message }) => `its ${path ?? 'interval'} ${message}`).join('; ');
  const ranges = 'intervals' in parsed.value ? parsed.value.intervals.map(parseAbsoluteInterval) : [];
  const empty = ranges.findIndex((range) => range !== null && range.endMs <= range.startMs);
  return empty < 0 ? null : `its intervals[${empty}] ends where it begins`;
}
