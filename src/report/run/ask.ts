// Sends the queries of an insight's plan (`plan.ts`), and those that depend on the first answers;
// `insight.ts` reads the numbers. Also sends the extra queries of gates (`askInRounds`), for `judge.ts`.
import type { QueryService } from '../client/client.ts';
import { ifAnswered, isRefusal, ResponseError } from '../../text/errors.ts';
import { withGroupSizes } from '../tables/group-sizes.ts';
import { setDimension } from '../tables/dimension-values.ts';
import type { Table } from '../tables/table.ts';
import { tabulate } from '../tables/tabulate.ts';
import { hasVersionDimension } from '../tables/versions/versions.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { askCoverage } from './coverage/ask.ts';
import { askUnknownColumns } from './columns/unknown.ts';
import type { VersionsAnswer } from './versions/versions.ts';
import type { InsightPlan } from './planning/plan.ts';
import { type FollowUps, planComparisonFollowUps, planFollowUps } from './planning/follow-ups.ts';

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
 * follow-ups of each table as soon as it is there. Only the rows are indispensable: any other failure is
 * handed on as that answer. Rejects with the client's errors, and whenever the token or the plan is refused.
 */
export async function askInsight(plan: InsightPlan, service: QueryService) {
  let durationMs = 0;
  const timedService: QueryService = {
    ...service,
    async runQuery(query, signal) {
      const answer = await service.runQuery(query, signal);
      durationMs += answer.durationMs;
      return answer;
    },
  };
  const answers = Promise.all([askCurrent(plan, timedService, service), askComparison(plan, timedService)]);
  const dimension = setDimension(plan.rows);
  // The names of small groups are not shown.
  const isOfEvents = 'column' in dimension && dimension.column === 'type' && plan.minGroupSize <= 1;
  const eventNames = isOfEvents ? eventNamesIn((await answers)[0].current.table) : [];
  const [[current, comparison], events] = await Promise.all([
    answers,
    askCoverage({ ...plan, eventNames }, service),
  ]);
  // The duration is that of the queries for numbers together, without those about the data source.
  return { ...current, comparison, events, durationMs };
}

/** A report shows fewer rows, and each takes a count. */
const MOST_EVENT_NAMES = 30;

function eventNamesIn({ rows }: Table): readonly string[] {
  return rows.flatMap(({ parts: [name] }) => name ?? []).slice(0, MOST_EVENT_NAMES);
}

async function askCurrent(plan: InsightPlan, timedService: QueryService, service: QueryService) {
  const current = await askTable(plan, plan.rows, timedService, (table) => planFollowUps(plan, table));
  const [columnNotes, versions] = await Promise.all([
    askUnknownColumns(plan, current.table, service),
    askVersionsIfAny(plan, current.table, timedService),
  ]);
  return { current, columnNotes, versions };
}

async function askComparison(plan: InsightPlan, service: QueryService): Promise<TableAnswer | Error | null> {
  const { comparison } = plan;
  if (comparison === null) return null;
  const planNext = (table: Table): FollowUps => planComparisonFollowUps(comparison, table);
  return answerOrError(askTable(plan, comparison.query, service, planNext));
}

/** Counts what requiring each version would lose; null for an insight whose rows are not versions. */
async function askVersionsIfAny(
  plan: InsightPlan,
  table: Table,
  service: QueryService,
): Promise<VersionsAnswer | null> {
  const { kind, keep } = plan.entry;
  const isOfVersions = kind === 'versions' || hasVersionDimension(plan.rows);
  if (keep === null || !isOfVersions) return null;
  const { askVersions } = await import('./versions/versions.ts');
  return askVersions(plan, table, (query, signal) => answerOrError(service.runQuery(query, signal)));
}

/** Requests the rows of a table; then, by what they show, its total and its history. */
async function askTable(
  { entry, minGroupSize }: InsightPlan,
  query: Query,
  service: QueryService,
  planNext: (table: Table) => FollowUps,
): Promise<TableAnswer> {
  const { result } = await service.runQuery(minGroupSize > 1 ? withGroupSizes(query) : query);
  const table = tabulate(query, result, entry.metric);
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
export function answerOrError<T>(answer: Promise<T>): Promise<T | Error> {
  return ifAnswered(answer, (error) => {
    if (isRefusal(error)) throw error;
    return error;
  });
}

/** What `read` makes of an answer; the error if it failed or cannot be read; null if there was no query. */
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
