// Reads the JSON files of `insight add`, `insight validate` and `insight sync`: a query (named after its
// file), an insight `{"id"?, "name", "query"}`, or a list of insights. It reports all mistakes of all files
// at once.
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { allOrProblems, InputError } from '../text/errors.ts';
import type { NewInsight } from '../service/store/state/insight-changes.ts';
import { isInsightId } from '../text/insight-id.ts';
import { truncate } from '../text/truncate.ts';
import { isJsonObject } from '../tql/json.ts';
import { parseRunQuery } from '../tql/schema/run-query.ts';
import { cannotRead, readJsonFile } from './json-file.ts';

/**
 * Reads the insights of JSON files. Throws one `InputError` that names everything that is wrong with them.
 */
export async function readInsightFiles(paths: readonly string[]): Promise<readonly NewInsight[]> {
  return allOrProblems(await Promise.allSettled(paths.map(readInsights))).flat();
}

/**
 * Reads the insights of all JSON files in a folder. Throws `InputError`, also if there are none, or two of
 * one name or id.
 */
export async function readInsightFolder(folder: string): Promise<readonly NewInsight[]> {
  const names = await readdir(folder).catch(cannotRead(folder));
  const paths = names.filter((name) => name.endsWith('.json')).sort();
  if (paths.length === 0)
    throw new InputError([`${folder} has no .json file; to remove every insight, use "insight remove"`]);
  const insights = await readInsightFiles(paths.map((name) => join(folder, name)));
  const problems = (['name', 'id'] as const).flatMap((key) => {
    const twice = repeated(insights.map((insight) => insight[key]));
    return twice.map((text) => `${folder} has two insights with the ${key} ${JSON.stringify(text)}`);
  });
  if (problems.length > 0) throw new InputError(problems);
  return insights;
}

function repeated(texts: readonly (string | undefined)[]): readonly string[] {
  const lowerCase = texts.filter((text) => text !== undefined).map((text) => text.toLowerCase());
  return [...new Set(lowerCase.filter((text, index) => lowerCase.indexOf(text) !== index))];
}

async function readInsights(path: string): Promise<readonly NewInsight[]> {
  const value = await readJsonFile(path);
  if (!Array.isArray(value)) return [parseInsight(path, value, basename(path, '.json'))];
  if (value.length === 0) throw new InputError([`${path} contains no insights`]);
  const read = value.map(async (each, index) => parseInsight(`${path}[${index}]`, each, null));
  return allOrProblems(await Promise.allSettled(read));
}

const MAX_NAME_CHARACTERS = 200;

/** What a name is, for a message. */
export const INSIGHT_NAME = `one line of text, at most ${MAX_NAME_CHARACTERS} characters`;

/** Reads an insight, or (if there is a name for it) a bare query. */
function parseInsight(place: string, value: unknown, queryName: string | null): NewInsight {
  if (!isJsonObject(value))
    throw new InputError([
      `${place} is not an object: neither a query nor an insight {"id"?, "name", "query"}`,
    ]);
  const isBareQuery =
    queryName !== null && typeof value['queryType'] === 'string' && value['query'] === undefined;
  const { id, name, query } = isBareQuery ? { id: undefined, name: queryName, query: value } : value;
  const problems = queryProblems(query, isBareQuery ? '' : 'query');
  if (!isInsightName(name)) problems.unshift(`name is ${quoted(name)}; expected ${INSIGHT_NAME}`);
  if (id !== undefined && (typeof id !== 'string' || !isInsightId(id)))
    problems.unshift(`id is ${quoted(id)}; expected a UUID, or no id, to get a new one`);
  // The last two have a problem, too; this tells the compiler.
  if (problems.length > 0 || !isInsightName(name) || !isJsonObject(query))
    throw new InputError(problems.map((problem) => `${place}: ${problem}`));
  return { ...(typeof id === 'string' ? { id } : {}), name, query };
}

export function isInsightName(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.trim() !== '' &&
    name.length <= MAX_NAME_CHARACTERS &&
    !/\p{Cc}/u.test(name)
  );
}

function quoted(value: unknown): string {
  return truncate(JSON.stringify(value ?? null), 60);
}

function queryProblems(query: unknown, prefix: string): string[] {
  if (!isJsonObject(query)) return ['query is missing or not an object'];
  const parsed = parseRunQuery(query);
  if (parsed.ok) return [];
  return parsed.problems.map(({ path, message }) => {
    const place = [prefix, path ?? ''].filter((part) => part !== '').join('.');
    return `${place || 'the query'} ${message}`;
  });
}
