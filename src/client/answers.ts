import { ResponseError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../tql/json.ts';
import { parseResult, ResultShapeError } from '../tql/parse-result.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { quote, type Redact } from './quote.ts';
import { type Asked, isHtml } from './refusal.ts';
import type { Answer } from './send.ts';

/** Reads the query out of the answer to a resolve. Throws a `ResponseError`. */
export function readQuery(answer: Answer, asked: Asked, redact: Redact): Query {
  const body = readJson(answer, asked, redact);
  if (!isJsonObject(body)) throw unreadable(asked, redact, 'expected a query object, something else came.');
  if (!isQuery(body)) throw unreadable(asked, redact, 'the object that came has no `queryType` and is no query.');
  if (isDeeperThan(body, DEEPEST))
    throw unreadable(asked, redact, `the query that came is nested more than ${DEEPEST} levels deep.`);
  return body;
}

/** Reads the result out of the answer to a run. Throws a `ResponseError`. */
export function readResult(answer: Answer, queryType: string, asked: Asked, redact: Redact): QueryResult {
  const body = readJson(answer, asked, redact);
  try {
    return parseResult(body, queryType);
  } catch (error) {
    if (error instanceof ResultShapeError)
      throw unreadable(asked, redact, `the result cannot be read: ${quote(error.message, redact)}`);
    throw error;
  }
}

/** A query is walked recursively by whoever prepares, sends or shows it. */
const DEEPEST = 200;

function readJson(answer: Answer, asked: Asked, redact: Redact): unknown {
  const { text } = answer;
  if (text.trim() === '') throw unreadable(asked, redact, `the answer (${answer.status}) is empty.`);
  try {
    return JSON.parse(text);
  } catch {
    if (isHtml(answer))
      throw unreadable(asked, redact, `an HTML page came (${answer.status}) instead of JSON: is \`api-url\` right?`);
    throw unreadable(
      asked,
      redact,
      `the answer (${answer.status}, ${text.length} characters) is no JSON, or was cut off.`,
    );
  }
}

function unreadable({ doing, host }: Asked, redact: Redact, what: string): ResponseError {
  return new ResponseError(redact(`${doing} at ${host}: ${what}`));
}

function isQuery(body: JsonObject): body is Query {
  return typeof body['queryType'] === 'string';
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((each): unknown[] => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
