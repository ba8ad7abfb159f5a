// What a gate is judged by: an insight's table and the answers to extra queries. Makes these queries, and
// finds their answers.
import { withIntervals } from '../../compare/earlier-periods.ts';
import type { ReportedInsight } from '../../results/results.ts';
import { groupQuery, pointQuery } from '../../tables/companion-queries.ts';
import { buildRowFilter, buildRowHaving, isComputedDimension } from '../../tables/row-filter.ts';
import { dimensionParts, joinKey } from '../../tables/keys.ts';
import { dimensionNames, dimensionsOf } from '../../tables/query/query-rows.ts';
import { isComplete } from '../../tables/total.ts';
import { quoteKey } from '../../../text/list.ts';
import { plural } from '../../../text/plural.ts';
import { intervalTexts } from '../../../tql/time/query-intervals.ts';
import { queryKey } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryResult } from '../../../tql/result.ts';
import type { RowSet } from '../../expression/calls.ts';
import type { Relations } from '../../expression/parse.ts';
import { because, type Explained, type Unknown } from '../../expression/reasons.ts';

/** The answer to an extra query, or why there is none. */
export type ExtraAnswer = QueryResult | Error;

/** The answers to extra queries, by `queryKey`. */
export type ExtraAnswers = ReadonlyMap<string, ExtraAnswer>;

/** Answers that note which of them are read. */
export class RecordingAnswers extends Map<string, ExtraAnswer> {
  readonly queries = new Map<string, Query>();
}

/** What a threshold is judged by: the insight's table, and the answers to extra queries. */
export interface Evidence {
  readonly insight: ReportedInsight;
  readonly nowMs: number;
  readonly answers: ExtraAnswers;
  readonly relations: Relations;
}

/** The same evidence for numbers that are not essential: a query for them is not noted, and so not sent. */
export function withoutRecording(evidence: Evidence): Evidence {
  const { answers } = evidence;
  return answers instanceof RecordingAnswers ? { ...evidence, answers: new Map(answers) } : evidence;
}

/** Another period of an insight, of which no table holds anything: all of it is queried. */
export interface QueriedPeriod extends Pick<
  ReportedInsight,
  'query' | 'metric' | 'eventsSince' | 'noEventsOn' | 'compareError'
> {
  readonly compare: null;
}

/** What queries are made for. */
export type Queried = ReportedInsight | QueriedPeriod;

/** The period of a number: the insight's own, or the one that it is compared with. */
export type WhichPeriod = 'now' | 'before';

/** What is counted: the whole (null), a row by its key, or a set of rows, by an output. */
export interface CountedOutput {
  readonly insight: ReportedInsight;
  readonly output: string;
  readonly row: string | RowSet | null;
}

/** A number, or why it is not known. */
export type NumberOrUnknown = number | Unknown;

/** Why there is no query, or no answer to one. */
export interface Unanswered {
  /** In words. */
  readonly problem: string;
  /** The query that has no answer. */
  readonly ask?: Query;
}

export type QueryOrProblem = { readonly query: Query } | Unanswered;
type Answered = { readonly result: QueryResult } | Unanswered;

/**
 * The query for one row (null: for the whole) in either period, or why there is none. Its answer holds every
 * output.
 */
export function extraQueryFor(insight: Queried, key: string | null, when: WhichPeriod): QueryOrProblem {
  const { query, metric } = insight;
  const over = queryOver(insight, when);
  if ('problem' in over) return over;
  const inPeriod = over.query;
  if (key === null) return { query: pointQuery(inPeriod, metric, null) };
  if (dimensionsOf(query).some(isComputedDimension)) {
    const having = buildRowHaving(query, key);
    return typeof having === 'string' ? { problem: having } : { query: groupQuery(inPeriod, metric, having) };
  }
  const filter = buildRowFilter(query, key);
  return typeof filter === 'string' ? { problem: filter } : { query: pointQuery(inPeriod, metric, filter) };
}

/** Why an insight has no earlier period. */
export function notCompared({ eventsSince, noEventsOn, compareError }: Queried): Explained {
  if (compareError != null) return because(`the request for the earlier period failed: ${compareError}`);
  if (noEventsOn != null) return because(`nothing is compared: there are no events on ${noEventsOn}`);
  const since = eventsSince == null ? '' : `there are events only since ${eventsSince}, so `;
  return because(`${since}there is no earlier period to compare with`);
}

/** An insight's query over either period, or why there is none. */
export function queryOver(insight: Queried, when: WhichPeriod): QueryOrProblem {
  const { query, compare } = insight;
  if (when === 'now') return { query };
  if (compare === null) return { problem: notCompared(insight).why };
  const list = query.relativeIntervals ?? intervalTexts(query);
  if (Array.isArray(list) && list.length > 1) return { problem: 'its period is made of several intervals' };
  return { query: withIntervals(query, { intervals: [`${compare.start}/${compare.end}`] }) };
}

/** The answer about one row (null: about the whole) in either period, or why there is none. */
export function findAnswer({ insight, answers }: Evidence, key: string | null, when: WhichPeriod): Answered {
  const extra = extraQueryFor(insight, key, when);
  const answer = 'problem' in extra ? extra : answerTo(extra.query, answers);
  if ('problem' in answer || answer.result.kind !== 'groupBy' || key === null) return answer;
  // The `having` of an empty text lets a missing value through as well.
  const names = dimensionNames(insight.query);
  const rows = answer.result.rows.filter(
    ({ event }) => joinKey(dimensionParts(event, names)).normalize() === key.normalize(),
  );
  return { result: { ...answer.result, rows } };
}

/** The answer to an extra query, or why there is none. */
export function answerTo(query: Query, answers: ExtraAnswers): Answered {
  const key = queryKey(query);
  if (answers instanceof RecordingAnswers) answers.queries.set(key, query);
  const answer = answers.get(key);
  if (answer === undefined) return { problem: 'it was not requested', ask: query };
  if (!(answer instanceof Error)) return { result: answer };
  return { problem: `${'kind' in answer ? `${String(answer.kind)}: ` : ''}${answer.message}`, ask: query };
}

/** Why a row that a table does not hold is not known. */
export function unavailable(key: string, { problem }: Unanswered): Unknown {
  return because(`${quoteKey(key)} could not be queried by itself: ${problem}`);
}

/** Why rows may exist that an insight's table does not hold; null if it holds them all. */
export function findMissingRows(insight: ReportedInsight): Explained | null {
  const { cutOff, rows, query } = insight;
  if (isComplete(query, insight)) return null;
  if (cutOff) return because(`the table is cut off at ${rows.length} ${plural('row', rows.length)}`);
  return because('the table does not hold every row');
}
