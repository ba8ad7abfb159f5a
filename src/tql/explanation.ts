// How a query would be run, as a service explains it: the type, and its parser.
import { isJsonObject, type Json } from './json.ts';
import { ResultShapeError } from './result-shape.ts';

/** What `explain` gives. */
export interface Explanation {
  /** The query as the engine runs it. */
  readonly compiled: Json;
  /** What the statement is written in: `SQL`, `Native query`. */
  readonly language: string;
  readonly statement: string;
  readonly parameters: readonly string[];
  /** Empty if the engine gives none. */
  readonly plan: string;
}

/** Reads an explanation. Throws `ResultShapeError` for anything else. */
export function parseExplanation(answer: unknown): Explanation {
  const { compiled, language, statement, parameters, plan } = isJsonObject(answer) ? answer : {};
  if (compiled === undefined || typeof statement !== 'string' || typeof plan !== 'string')
    throw new ResultShapeError('the service did not explain the query');
  return {
    compiled,
    statement,
    plan,
    language: typeof language === 'string' ? language : 'Statement',
    parameters: Array.isArray(parameters) ? parameters.map(String) : [],
  };
}
