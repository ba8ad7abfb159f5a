import { withIntervals } from '../../compare/earlier-periods.ts';
import { groupSize, otherCounts } from '../../compare/group-size.ts';
import { hideSmallGroups } from '../../compare/small-groups.ts';
import type { ReportedInsight } from '../../results.ts';
import { groupQuery, pointQuery, pointRow, pointValue } from '../../tables/companion-queries.ts';
import { buildRowFilter, buildRowHaving, isComputedDimension, type RowFilterProblem } from '../../tables/row-filter.ts';
import { dimensionsOf, PART_SEPARATOR } from '../../tables/rows.ts';
import { toNumber } from '../../tables/table.ts';
import { isComplete } from '../../tables/total.ts';
import { isJsonObject } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';

/** An answer to an extra query, or why there is none. */
export type ExtraAnswer = QueryResult | Error;

/** The answers to extra queries, by `queryKey`. */
export type ExtraAnswers = ReadonlyMap<string, ExtraAnswer>;

/** What a threshold is judged by: the insight's table, before anything was folded, and answers to extra queries. */
export interface Evidence {
  readonly insight: ReportedInsight;
  readonly nowMs: number;
  readonly answers: ExtraAnswers;
}

/** The period that a number is of: the insight's own, or that of its comparison. */
export type WhichPeriod = 'now' | 'before';

/**
 * The query for one row (null: for the whole) in either period, whose answer holds all outputs; a text says why there
 * is none.
 */
export function extraQueryFor(insight: ReportedInsight, key: string | null, when: WhichPeriod): Query | string {
  const { query, metric, compare } = insight;
  if (when === 'before' && compare === null) return NOT_COMPARED;
  if (when === 'before' && hasSeveralIntervals(query)) return 'its period is made of several intervals';
  const isNow = when === 'now' || compare === null;
  const asked = isNow ? query : withIntervals(query, { intervals: [`${compare.start}/${compare.end}`] });
  if (key === null) return pointQuery(asked, metric, null);
  if (dimensionsOf(query).some(isComputedDimension)) {
    const having = buildRowHaving(query, key);
    return typeof having === 'string' ? filterProblem(having, query) : groupQuery(asked, metric, having);
  }
  const filter = buildRowFilter(query, key);
  return typeof filter === 'string' ? filterProblem(filter, query) : pointQuery(asked, metric, filter);
}

function filterProblem(problem: RowFilterProblem, query: Query): string {
  switch (problem) {
    case 'no-rows':
      return `a ${query.queryType} has no rows to ask for`;
    case 'too-few-parts':
      return `its key has ${dimensionsOf(query).length} parts, with "${PART_SEPARATOR}" between them`;
    case 'ambiguous-key':
      return `"${PART_SEPARATOR}" in its key leaves open where a part of it ends`;
    case 'computed-dimension':
      return 'its dimension is made from another value, and which values become it cannot be said in a filter';
    case 'unknown-dimension':
      return 'its dimension is of an unknown form';
    case 'number-dimension':
      return 'its dimension is turned into a number, which several values may become';
    case 'unknown-lookup':
      return 'its dimension is looked up in a table that the query does not hold';
    case 'no-lookup-value':
      return 'its dimension is looked up in a table that has no such value';
  }
}

function hasSeveralIntervals({ relativeIntervals, intervals }: Query): boolean {
  const list = relativeIntervals ?? (isJsonObject(intervals) ? intervals['intervals'] : intervals);
  return Array.isArray(list) && list.length > 1;
}

/** Why there is nothing from before. */
export const NOT_COMPARED = 'there is no earlier period to compare with';

/** The answer to a query; a text says why there is none. */
export function findAnswer({ answers }: Pick<Evidence, 'answers'>, query: Query): QueryResult | string {
  const answer = answers.get(queryKey(query));
  if (answer === undefined) return 'it was not asked for';
  return answer instanceof Error ? `${'kind' in answer ? `${String(answer.kind)}: ` : ''}${answer.message}` : answer;
}

/** What an answer is found by. */
export function queryKey(query: Query): string {
  return JSON.stringify(query);
}

/** Whether rows may exist that the table does not hold. */
export function mayMissRows(insight: ReportedInsight): boolean {
  return !isComplete(insight.query, insight);
}

/** Why rows may be missing from a table, in words. */
export function whyRowsMayBeMissing({ cutOff, rows, query }: ReportedInsight): string {
  if (cutOff) return `the table is cut off at ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  return isJsonObject(query['having']) ? 'its `having` leaves rows out' : 'the table does not begin with the first row';
}

/** What a verdict rests on, and what a reader of the report may know of it. */
export interface EvidencePair {
  readonly evidence: Evidence;
  /** The evidence itself where nothing is kept back. */
  readonly told: Evidence;
}

/**
 * The part of the evidence that a report tells: the table once groups smaller than `size` are folded, and no small number that was
 * asked for by itself. A number that comes out otherwise from it would tell what the report keeps to itself.
 */
export function withoutSmallGroups(evidence: Evidence, size: number): Evidence {
  if (size <= 0) return evidence;
  const { insight } = evidence;
  const answers = new Map([...evidence.answers].filter(([, answer]) => countsLargeGroups(answer, insight, size)));
  return { ...evidence, insight: hideSmallGroups(insight, size), answers };
}

/** Whether what an answer counts is large enough; a rate or a mean beside it is no group. */
function countsLargeGroups(answer: ExtraAnswer, insight: ReportedInsight, size: number): boolean {
  if (answer instanceof Error) return true;
  const values = pointRow(answer) ?? {};
  const value = insight.metric === null ? null : pointValue(answer, insight.metric);
  const counts = [groupSize(insight, { value, values }), ...otherCounts(insight).map((name) => toNumber(values[name]))];
  return counts.every((each) => each === null || each === 0 || each >= size);
}
