// Judges the gates of a run: says which extra queries they need, and what they decide by the answers. Called
// by `run/judge.ts`.
import { begunRows } from '../compare/complete-buckets.ts';
import { isRefusal } from '../../text/errors.ts';
import { insightsOf, type InsightThreshold } from '../inputs/request.ts';
import type { InsightResult, ReportedInsight } from '../results/results.ts';
import { queryKey } from '../../tql/json.ts';
import type { Query } from '../../tql/query.ts';
import type { ExtraAnswers } from './evidence/evidence.ts';
import { findExtraQueries } from './evidence/extra-queries.ts';
import type { FunctionCall } from '../expression/calls.ts';
import type { Relations } from '../expression/parse.ts';
import { comparedCalls } from '../expression/values.ts';
import { judgeThreshold } from './verdict/decide.ts';
import type { Judgement } from './verdict/judgement.ts';

// `run/judge.ts` loads it together with this file.
export { recheckAssertion } from './check.ts';

/**
 * The queries that thresholds need beyond those of their insights, each once: for rows that a cut-off table
 * does not hold, for totals that its rows do not add up to, for sets of rows, and for all of these in the
 * earlier period. A set needs its dimension's values first: once `answers` holds them, there are further
 * queries.
 */
export function queriesOfThresholds(
  thresholds: readonly InsightThreshold[],
  insights: readonly InsightResult[],
  answers: ExtraAnswers = new Map(),
): readonly Query[] {
  const queries = thresholds.flatMap((threshold) => {
    const { reported, failed } = findInsights(threshold, insights);
    if (failed !== undefined) return [];
    return reported.flatMap((each) => queriesOfThreshold(threshold, each, answers));
  });
  return withoutRepeats(queries);
}

/**
 * Judges thresholds by the insights of a run and by the answers to `queriesOfThresholds`.
 * A threshold is inconclusive if it needs an answer that is missing or an error.
 */
export function judgeAll(
  thresholds: readonly InsightThreshold[],
  insights: readonly InsightResult[],
  answers: ExtraAnswers,
  nowMs: number,
): readonly Judgement[] {
  return thresholds.map((threshold) => {
    const { reported, failed } = findInsights(threshold, insights);
    if (failed !== undefined) return judgeThreshold(threshold, failed, nowMs);
    const evidence = reported.map((insight) => ({
      insight: insight.queryType === 'timeseries' ? { ...insight, rows: begunRows(insight, nowMs) } : insight,
      nowMs,
      answers,
      relations: relationsOf(threshold),
    }));
    const byName = new Map(evidence.map((each) => [each.insight.name, each]));
    const judgement = judgeThreshold(
      threshold,
      { defaultInsight: threshold.insight, insights: byName },
      nowMs,
    );
    const queries = withoutRepeats(reported.flatMap((each) => queriesOfThreshold(threshold, each, answers)));
    // A refused token or plan stops the run, whatever was requested.
    const refused = queries.map((query) => answers.get(queryKey(query))).find(isRefusal);
    return {
      ...judgement,
      refusal: refused?.message,
      queries,
    };
  });
}

function withoutRepeats(queries: readonly Query[]): readonly Query[] {
  return [...new Map(queries.map((query) => [queryKey(query), query])).values()];
}

function relationsOf({ assert, warn }: InsightThreshold): Relations {
  return assert.relations.union(warn?.relations ?? new Set());
}

/** The queries that a threshold needs beyond an insight's own. */
function queriesOfThreshold(
  threshold: InsightThreshold,
  insight: ReportedInsight,
  answers: ExtraAnswers,
): readonly Query[] {
  const { minSample, missingRow, assert, warn } = threshold;
  // A quotient, `value("a") / total()`, is made of other calls, which are queried.
  const reads = [...assert.reads, ...(warn?.reads ?? [])].filter(({ as }) => as !== 'quotient');
  const reading = {
    calls: callsOn(threshold, insight, reads),
    compared: callsOn(threshold, insight, comparedCalls(assert.comparisons)),
    missingRow,
    relations: relationsOf(threshold),
    hasSample: (minSample ?? 0) > 0,
  };
  return findExtraQueries(insight, reading, answers);
}

/** Those of some calls that read an insight. */
function callsOn(
  { insight: defaultInsight }: InsightThreshold,
  { name }: ReportedInsight,
  calls: readonly FunctionCall[],
): readonly FunctionCall[] {
  return calls.filter(({ insight }) => (insight ?? defaultInsight) === name);
}

/** The insights that a threshold is judged by, and the first of them that could not be reported. */
function findInsights(threshold: InsightThreshold, insights: readonly InsightResult[]) {
  const results = insightsOf(threshold).flatMap((name) => insights.find((each) => each.name === name) ?? []);
  return {
    reported: results.filter((insight) => insight.status === 'ok'),
    failed: results.find((insight) => insight.status === 'error'),
  };
}
