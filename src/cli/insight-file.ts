import { type NewInsight } from '../service/store/insights.ts';
import { isJsonObject } from '../tql/json.ts';
import { parseRunQuery } from '../tql/run-query.ts';

/** The insights of a JSON file, or everything that is wrong with them. */
export interface InsightFile {
  readonly insights: readonly NewInsight[];
  readonly problems: readonly string[];
}

/** Reads a file of one insight or of a list of them. `file` is what the problems call it. */
export function parseInsights(file: string, text: string): InsightFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { insights: [], problems: [`${file} is not JSON: ${error instanceof Error ? error.message : ''}`] };
  }
  if (Array.isArray(value) && value.length === 0) return { insights: [], problems: [`${file} holds no insight`] };
  const read = Array.isArray(value)
    ? value.map((each, index) => parseInsight(`${file}[${index}]`, each))
    : [parseInsight(file, value)];
  return { insights: read.flatMap((each) => each.insights), problems: read.flatMap((each) => each.problems) };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIMIT_NAME = 200;

function parseInsight(place: string, value: unknown): InsightFile {
  if (!isJsonObject(value)) return { insights: [], problems: [`${place} is no object {"id"?, "name", "query"}`] };
  const { id, name, query } = value;
  const problems: string[] = [];
  if (id !== undefined && (typeof id !== 'string' || !UUID.test(id))) {
    problems.push(`${place}: id is ${JSON.stringify(id).slice(0, 60)}; it is a UUID, or left out to get one`);
  }
  if (typeof name !== 'string' || name.trim() === '' || name.length > LIMIT_NAME || /\p{Cc}/u.test(name)) {
    problems.push(
      `${place}: name is ${JSON.stringify(name ?? null).slice(0, 60)}; it is a text of one line, up to ${LIMIT_NAME} characters`,
    );
  }
  problems.push(...queryProblems(query).map((problem) => `${place}: ${problem}`));
  if (problems.length > 0 || typeof name !== 'string' || !isJsonObject(query)) return { insights: [], problems };
  return { insights: [{ ...(typeof id === 'string' ? { id } : {}), name, query }], problems };
}

function queryProblems(query: unknown): string[] {
  if (!isJsonObject(query)) return ['query is missing, or no object'];
  const parsed = parseRunQuery(query);
  return parsed.ok
    ? []
    : parsed.problems.map(({ path, message }) => `query${path === null ? '' : `.${path}`} ${message}`);
}
