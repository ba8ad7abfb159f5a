import { isJsonObject, type Json } from './json.ts';
import { ResultShapeError } from './result.ts';

/** How a query would be run, as a service explains it. */
export interface Explanation {
  /** The query as the engine runs it. */
  readonly compiled: Json;
  /** What the statement is written in: `SQL`, `Native query`. */
  readonly language: string;
  readonly statement: string;
  readonly parameters: readonly string[];
  /** Empty if the engine gives none. */
  readonly plan: string;
  /** How many rows of events were read; null if the query was not measured, or the engine does not say. */
  readonly rowsRead: number | null;
}

/** Reads an explanation. Throws `ResultShapeError` for anything else. */
export function parseExplanation(answer: unknown): Explanation {
  const { compiled, language, statement, parameters, plan, rowsRead } = isJsonObject(answer) ? answer : {};
  if (compiled === undefined || typeof statement !== 'string' || typeof plan !== 'string')
    throw new ResultShapeError('the service did not explain the query');
  return {
    compiled,
    statement,
    plan,
    language: typeof language === 'string' ? language : 'Statement',
    parameters: Array.isArray(parameters) ? parameters.map(String) : [],
    rowsRead: typeof rowsRead === 'number' ? rowsRead : null,
  };
}
