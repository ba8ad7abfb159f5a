import { parseQuery, type Query } from '../../src/tql/query.ts';
import { describeProblems } from '../../src/tql/schema/validation.ts';

/** A query as the client's border takes it, whatever else it says. Throws what is wrong with it. */
export function asQuery(given: unknown): Query {
  const parsed = parseQuery(given);
  if (!parsed.ok) throw new Error(describeProblems(parsed));
  return parsed.value;
}
