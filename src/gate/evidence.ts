import type { ReportedInsight } from '../results.ts';
import { type AggregationKind, aggregationKind } from '../tables/aggregation-kind.ts';
import { aggregationBehind } from '../tables/outputs.ts';
import { isJsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { groupQuery, pointQuery } from './point-query.ts';
import { dimensionsOf, isMade, rowFilter, rowHaving } from './row-filter.ts';

/** An answer to an extra query, or why there is none. */
export type Answer = QueryResult | Error;

/** What a threshold is judged by: the insight's table, before anything was folded, and answers to extra queries. */
export interface Evidence {
  readonly insight: ReportedInsight;
  readonly nowMs: number;
  /** By the query's JSON. */
  readonly answers: ReadonlyMap<string, Answer>;
}

/** The period that a number is of: the insight's own, or that of its comparison. */
export type When = 'now' | 'before';

/**
 * The query for one row (null: for the whole) in either period, whose answer holds all outputs; a text says why there
 * is none.
 */
export function queryFor(insight: ReportedInsight, key: string | null, when: When): Query | string {
  const { query, metric, compare } = insight;
  if (when === 'before' && compare === null) return NOT_COMPARED;
  if (when === 'before' && hasSeveralIntervals(query)) return 'its period is made of several intervals';
  const range = when === 'before' ? compare : null;
  if (key === null) return pointQuery(query, metric, null, range);
  if (dimensionsOf(query).some(isMade)) {
    const having = rowHaving(query, key);
    return typeof having === 'string' ? having : groupQuery(query, metric, having, range);
  }
  const filter = rowFilter(query, key);
  return typeof filter === 'string' ? filter : pointQuery(query, metric, filter, range);
}

function hasSeveralIntervals({ relativeIntervals, intervals }: Query): boolean {
  const list = relativeIntervals ?? (isJsonObject(intervals) ? intervals['intervals'] : intervals);
  return Array.isArray(list) && list.length > 1;
}

/** Why there is nothing from before. */
export const NOT_COMPARED = 'there is no earlier period to compare with';

/** The answer to a query; a text says why there is none. */
export function answerTo({ answers }: Pick<Evidence, 'answers'>, query: Query): QueryResult | string {
  const answer = answers.get(keyOf(query));
  if (answer === undefined) return 'it was not asked for';
  return answer instanceof Error ? `${'kind' in answer ? `${String(answer.kind)}: ` : ''}${answer.message}` : answer;
}

/** What an answer is found by. */
export function keyOf(query: Query): string {
  return JSON.stringify(query);
}

/** How an output's values over parts make its value over the whole. */
export function kindOf(insight: ReportedInsight, output: string): AggregationKind {
  return aggregationKind(aggregationBehind(insight.query, output));
}

/** Whether rows may exist that the table does not hold: it is cut off, or only rows that meet a condition were asked for. */
export function isOpen({ cutOff, query }: ReportedInsight): boolean {
  const { metric, offset, having } = query;
  const isFromSomewhere = isJsonObject(metric) && typeof metric['previousStop'] === 'string';
  return cutOff || isJsonObject(having) || isFromSomewhere || (typeof offset === 'number' && offset > 0);
}

/** Why rows may be missing from a table, in words. */
export function opening({ cutOff, rows, query }: ReportedInsight): string {
  if (cutOff) return `the table is cut off at ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  return isJsonObject(query['having']) ? 'its `having` leaves rows out' : 'the table does not begin with the first row';
}
