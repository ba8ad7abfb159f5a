import { messageOf } from '../../text/errors.ts';
import { printJson } from '../../text/json.ts';
import { isJsonObject } from '../../tql/json.ts';
import { describeProblems } from '../../tql/validation.ts';
import { parseQuery as readQuery, type Query } from '../../tql/query.ts';

/** A query as it is typed, if it is one by its form. The service says what else is wrong with it. */
export function parseQuery(text: string): { readonly query: Query | null; readonly problem: string | null } {
  const refused = (problem: string) => ({ query: null, problem });
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return refused(`This is not JSON: ${messageOf(error)}`);
  }
  if (!isJsonObject(input)) return refused('A query is an object: {"queryType": "timeseries", …}');
  if (typeof input.queryType !== 'string')
    return refused('queryType is missing: write "queryType": "topN" or "timeseries", for example.');
  const parsed = readQuery(input);
  return parsed.ok
    ? { query: parsed.value, problem: null }
    : refused(`This query cannot be read: ${describeProblems(parsed)}`);
}

/** Prints a query as JSON text: small objects and lists in one line each. */
export function printQuery(query: unknown): string {
  return printJson(query, 72);
}
