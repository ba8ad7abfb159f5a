// Sends the queries of an insight's plan, and those that depend on the first answers. Also the extra queries
// of gates. It reads no numbers: `insight.ts` does.
import type { QueryService } from '../client/client.ts';
import { ifAnswered, isRefusal, ResponseError } from '../../text/errors.ts';
import type { ExtraAnswers } from '../gate/evidence/evidence.ts';
import { withGroupSizes } from '../tables/group-sizes.ts';
import type { Table } from '../tables/table.ts';
import { tabulate } from '../tables/tabulate.ts';
import { hasVersionDimension } from '../tables/versions.ts';
import { queryKey } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { askCoverage } from './coverage.ts';
import { askUnknownColumns } from './columns/unknown.ts';
import type { VersionsAnswer } from './versions/versions.ts';
import { type FollowUps, type InsightPlan, planComparisonFollowUps, planFollowUps } from './plan.ts';

/** A query and its result, or why there is none. */
export type Answer = { readonly query: Query; readonly result: QueryResult } | Error;

/** A table, and the answers to the queries that depend on it. */
export interface TableAnswer {
  readonly table: Table;
  readonly followUps: FollowUps<Answer>;
}

/** All answers of the service that an insight is made of. */
export type InsightAnswers = Awaited<ReturnType<typeof askInsight>>;

/**
 * Requests everything that an insight is made of: its rows and those to compare with side by side, and the
 * follow-ups of each table as soon as it is there. Only the rows are indispensable; a failure elsewhere is
 * that answer. Rejects with the client's errors, and whenever the token or the plan is refused.
 */
export async function askInsight(plan: InsightPlan, untimedService: QueryService) {
  const { metric } = plan.entry;
  const { rows, comparison, minGroupSize } = plan;
  let durationMs = 0;
  const service: QueryService = {
    ...untimedService,
    async runQuery(query, signal) {
      const answer = await untimedService.runQuery(query, signal);
      durationMs += answer.durationMs;
      return answer;
    },
  };
  const [current, earlier, events] = await Promise.all([
    askTable(rows, { metric, minGroupSize }, service, (table) => planFollowUps(plan, table)).then(
      async (current) => {
        const [columnNotes, versions] = await Promise.all([
          askUnknownColumns(plan, current.table, untimedService),
          askVersionsIfAny(plan, current.table, service),
        ]);
        return { current, columnNotes, versions };
      },
    ),
    comparison &&
      answerOrError(
        askTable(comparison.query, { metric, minGroupSize }, service, (table) =>
          planComparisonFollowUps(comparison, table),
        ),
      ),
    askCoverage(plan, untimedService),
  ]);
  // The duration is that of the queries for numbers together.
  return { ...current, comparison: earlier, events, durationMs };
}

async function askVersionsIfAny(
  plan: InsightPlan,
  table: Table,
  service: QueryService,
): Promise<VersionsAnswer | null> {
  const { kind, keep } = plan.entry;
  if (keep === null || (kind !== 'versions' && !hasVersionDimension(plan.rows))) return null;
  const { askVersions } = await import('./versions/versions.ts');
  const ask = async (query: Query, signal: AbortSignal) => answerOrError(service.runQuery(query, signal));
  return askVersions(plan, table, ask);
}

/**
 * Sends the queries that `plan` names. Calls it again with their answers until it names no further query.
 */
export async function askInRounds(
  plan: (answers: ExtraAnswers) => readonly Query[],
  service: Pick<QueryService, 'runQuery'>,
): Promise<ExtraAnswers> {
  let answers: ExtraAnswers = new Map();
  for (;;) {
    const current = answers;
    const queries = plan(current).filter((query) => !current.has(queryKey(query)));
    if (queries.length === 0) return current;
    answers = new Map([...current, ...(await askAll(queries, service))]);
  }
}

/** Sends distinct queries all at once; gives their results, or the client's errors, by the queries' JSON. */
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

async function askTable(
  query: Query,
  { metric, minGroupSize }: { readonly metric: string | null; readonly minGroupSize: number },
  service: QueryService,
  planNext: (table: Table) => FollowUps,
): Promise<TableAnswer> {
  const { result } = await service.runQuery(minGroupSize > 1 ? withGroupSizes(query) : query);
  const table = tabulate(query, result, metric);
  const next = planNext(table);
  const [total, historyRows, historyTotals] = await Promise.all([
    askQuery(next.total, service),
    askQuery(next.historyRows, service),
    askQuery(next.historyTotals, service),
  ]);
  return { table, followUps: { total, historyRows, historyTotals } };
}

async function askQuery(query: Query | null, service: QueryService): Promise<Answer | null> {
  if (query === null) return null;
  return answerOrError(service.runQuery(query).then((answer) => ({ query, ...answer })));
}

/** The answer, or its error. A refused token or plan stops the run, whatever the query was for. */
function answerOrError<T>(answer: Promise<T>): Promise<T | Error> {
  return ifAnswered(answer, (error) => {
    if (isRefusal(error)) throw error;
    return error;
  });
}

/** Reads an answer, a `ResponseError` of `read` included; null if there was no query. */
export function readAnswer<T>(
  answer: Answer | null,
  read: (result: QueryResult, query: Query) => T,
): T | Error | null {
  if (answer === null || answer instanceof Error) return answer;
  try {
    return read(answer.result, answer.query);
  } catch (error) {
    if (error instanceof ResponseError) return error;
    throw error;
  }
}
