// Sends the queries of gates in rounds: the answers of one may show which queries the next needs.
import type { QueryService } from '../client/client.ts';
import { ifAnswered } from '../../text/errors.ts';
import type { ExtraAnswers } from '../gate/evidence/evidence.ts';
import { queryKey } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';

/**
 * Sends the queries that `plan` names, and calls it again with their answers, until it names no further
 * query. A gate on a set of rows first has to know which values there are.
 */
export async function askInRounds(
  plan: (answers: ExtraAnswers) => readonly Query[],
  service: Pick<QueryService, 'runQuery'>,
): Promise<ExtraAnswers> {
  let answers: ExtraAnswers = new Map();
  for (;;) {
    const answered = answers;
    const queries = plan(answered).filter((query) => !answered.has(queryKey(query)));
    if (queries.length === 0) return answered;
    answers = new Map([...answered, ...(await askAll(queries, service))]);
  }
}

/** Sends several queries at once; gives their results, or the client's errors, by the queries' JSON. */
async function askAll(
  queries: readonly Query[],
  service: Pick<QueryService, 'runQuery'>,
): Promise<ExtraAnswers> {
  const answers = queries.map(async (query) => {
    const answer = await ifAnswered(service.runQuery(query), (error) => error);
    return [queryKey(query), answer instanceof Error ? answer : answer.result] as const;
  });
  return new Map(await Promise.all(answers));
}
