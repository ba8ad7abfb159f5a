import type { recheckAssertion } from '../gate/check.ts';
import type { InsightThreshold, ReportRequest } from '../inputs/request.ts';
import { Problems } from '../inputs/problems.ts';
import { expressionProblem } from '../inputs/thresholds.ts';
import type { InsightResult } from '../results.ts';

/**
 * Throws one `InputError` for all thresholds that are wrong by the queries of saved insights, which are known
 * only once they were asked for.
 */
export function requireValid(
  { thresholds }: Pick<ReportRequest, 'thresholds'>,
  insights: readonly InsightResult[],
  secrets: readonly string[],
  recheck: typeof recheckAssertion,
): void {
  const problems = new Problems();
  for (const [index, threshold] of thresholds.entries())
    if (threshold.kind === 'insights') {
      const at = thresholds.length === 1 ? 'thresholds' : `thresholds, entry ${index + 1}`;
      checkThreshold(at, threshold, insights, problems, recheck);
    }
  problems.throwIfAny(secrets);
}

function checkThreshold(
  at: string,
  { insight: own, assert, warn, confidence }: InsightThreshold,
  insights: readonly InsightResult[],
  problems: Problems,
  recheck: typeof recheckAssertion,
): void {
  const all = insights.map((each) => ({
    name: each.name,
    isCompared: true,
    query: each.status === 'ok' ? each.query : null,
    metric: each.status === 'ok' ? each.metric : null,
  }));
  const asserted = recheck(assert, { own, all }, confidence !== null);
  if (asserted !== null) problems.add(expressionProblem(at, assert.written, asserted));
  const warned = warn && recheck(warn, { own, all }, false);
  if (warn !== null && warned !== null) problems.add(expressionProblem(`${at}, warn`, warn.written, warned));
}
