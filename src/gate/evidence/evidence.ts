import { withIntervals } from '../../compare/earlier-periods.ts';
import type { ReportedInsight } from '../../results.ts';
import { groupQuery, pointQuery, shownRows } from '../../tables/companion-queries.ts';
import {
  buildRowFilter,
  buildRowHaving,
  isComputedDimension,
  type RowFilterProblem,
} from '../../tables/row-filter.ts';
import { withRest } from '../../tables/rounding/sizes.ts';
import { dimensionsOf, havingOf } from '../../tables/rows.ts';
import { intervalTexts } from '../../tql/absolute-intervals.ts';
import { isRanking } from '../../tables/table.ts';
import { isComplete } from '../../tables/total.ts';
import { queryKey } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import type { AnswerProblem, MissingRowsReason, NotCompared } from '../reasons.ts';

/** The answer to an extra query, or why there is none. */
export type ExtraAnswer = QueryResult | Error;

/** The answers to extra queries, by `queryKey`. */
export type ExtraAnswers = ReadonlyMap<string, ExtraAnswer>;

/** Answers that note what is asked of them. */
export class AskedAnswers extends Map<string, ExtraAnswer> {
  readonly queries = new Map<string, Query>();
}

/** What a threshold is judged by: the insight's table, and the answers to extra queries. */
export interface Evidence {
  readonly insight: ReportedInsight;
  readonly nowMs: number;
  readonly answers: ExtraAnswers;
}

/** The same evidence for what is read only if it is there: a query for it is not noted. */
export function unasked(evidence: Evidence): Evidence {
  const { answers } = evidence;
  return answers instanceof AskedAnswers ? { ...evidence, answers: new Map(answers) } : evidence;
}

/** The period of a number: the insight's own, or the one that it is compared with. */
export type WhichPeriod = 'now' | 'before';

/**
 * The query for one row (null: for the whole) in either period, or why there is none. Its answer holds every
 * output.
 */
export function extraQueryFor(
  insight: ReportedInsight,
  key: string | null,
  when: WhichPeriod,
): { readonly query: Query } | { readonly problem: AnswerProblem } {
  const { query, metric } = insight;
  const over = queryOver(insight, when);
  if ('problem' in over) return over;
  const inPeriod = over.query;
  if (key === null) return { query: besideRows(insight, pointQuery(inPeriod, metric, null)) };
  const dimensions = dimensionsOf(query);
  const isComputed = dimensions.some(isComputedDimension);
  const problemOf = (problem: RowFilterProblem) =>
    ({
      problem: { kind: 'row-filter', problem, queryType: query.queryType, parts: dimensions.length },
    }) as const;
  if (isComputed) {
    const having = buildRowHaving(query, key);
    return typeof having === 'string' ? problemOf(having) : { query: groupQuery(inPeriod, metric, having) };
  }
  const filter = buildRowFilter(query, key);
  return typeof filter === 'string' ? problemOf(filter) : { query: pointQuery(inPeriod, metric, filter) };
}

/** A query about an insight as it is asked beside the rows of rounded numbers that are shown. */
export function besideRows({ roundedTo, query, rows, gone }: ReportedInsight, asked: Query): Query {
  return roundedTo === undefined ? asked : withRest(asked, shownRows(query, [...rows, ...gone]));
}

/** Why an insight has no earlier period. */
export function notCompared({ eventsSince, noEventsOn, compareError }: ReportedInsight): NotCompared {
  return {
    kind: 'not-compared',
    eventsSince: eventsSince ?? null,
    noEventsOn: noEventsOn ?? null,
    error: compareError ?? null,
  };
}

/** An insight's query over either period, or why there is none. */
export function queryOver(
  insight: ReportedInsight,
  when: WhichPeriod,
): { readonly query: Query } | { readonly problem: AnswerProblem } {
  const { query, compare } = insight;
  if (when === 'now') return { query };
  if (compare === null) return { problem: notCompared(insight) };
  if (hasSeveralIntervals(query)) return { problem: { kind: 'several-intervals' } };
  return { query: withIntervals(query, { intervals: [`${compare.start}/${compare.end}`] }) };
}

function hasSeveralIntervals(query: Query): boolean {
  const list = query.relativeIntervals ?? intervalTexts(query);
  return Array.isArray(list) && list.length > 1;
}

/** The answer about one row (null: about the whole) in either period, or why there is none. */
export function findAnswer(
  { insight, answers }: Evidence,
  key: string | null,
  when: WhichPeriod,
): { readonly result: QueryResult } | { readonly problem: AnswerProblem } {
  const extra = extraQueryFor(insight, key, when);
  return 'problem' in extra ? extra : answerTo(extra.query, answers);
}

/** The answer to an extra query, or why there is none. */
export function answerTo(
  query: Query,
  answers: ExtraAnswers,
): { readonly result: QueryResult } | { readonly problem: AnswerProblem } {
  const key = queryKey(query);
  if (answers instanceof AskedAnswers) answers.queries.set(key, query);
  const answer = answers.get(key);
  if (answer === undefined) return { problem: { kind: 'not-asked' } };
  if (!(answer instanceof Error)) return { result: answer };
  return {
    problem: {
      kind: 'failed',
      errorKind: 'kind' in answer ? String(answer.kind) : null,
      message: answer.message,
    },
  };
}

/** Why rows may exist that an insight's table does not hold; null if it holds them all. */
export function findMissingRowsReason(insight: ReportedInsight): MissingRowsReason | null {
  const { cutOff, rows, query, roundedTo } = insight;
  if (isComplete(query, insight))
    return roundedTo !== undefined && isRanking(insight) ? { kind: 'rounded', size: roundedTo } : null;
  if (cutOff) return { kind: 'cut-off', rows: rows.length };
  return { kind: havingOf(query) !== null ? 'having' : 'offset' };
}
