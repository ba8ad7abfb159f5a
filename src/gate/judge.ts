import { begunRows } from '../compare/rows.ts';
import { RequestError } from '../errors.ts';
import type { ThresholdRequest } from '../inputs/request.ts';
import type { FailedInsight, InsightResult, ReportedInsight, Verdict } from '../results.ts';
import type { Query } from '../tql/query.ts';
import { type Assertion, parseAssertion } from './expression/parse.ts';
import { type ExtraAnswer, type ExtraAnswers, queryKey } from './evidence/evidence.ts';
import { judgeThreshold, type JudgeSettings, type Threshold } from './verdict/decide.ts';
import { neededRows, queriesForRows } from './evidence/extra-queries.ts';
import { sampleOutput } from './verdict/sample.ts';

/**
 * The queries that thresholds need beyond those of their insights, none twice: rows that a cut-off table does not show, totals that
 * its rows do not add up to, and both in the earlier period.
 */
export function queriesOfThresholds(
  requests: readonly ThresholdRequest[],
  insights: readonly InsightResult[],
): readonly Query[] {
  const queries = requests.flatMap((request) => {
    const insight = findInsight(request, insights);
    return insight.status === 'ok' ? queriesOfThreshold(parseThreshold(request), insight) : [];
  });
  return [...new Map(queries.map((query) => [queryKey(query), query])).values()];
}

/**
 * Judges thresholds by the insights of a run, before small groups are hidden in them, and by the answers to `queriesOfThresholds`.
 * A threshold is inconclusive if it needs an answer that is missing or an error.
 */
export function judgeAll(
  requests: readonly ThresholdRequest[],
  insights: readonly InsightResult[],
  answers: ExtraAnswers,
  settings: JudgeSettings,
): readonly Verdict[] {
  const { nowMs } = settings;
  return requests.map((request) => {
    const threshold = parseThreshold(request);
    const insight = findInsight(request, insights);
    if (insight.status === 'error') return judgeThreshold(threshold, insight, settings);
    const verdict = judgeThreshold(threshold, { insight: withBegunBuckets(insight, nowMs), nowMs, answers }, settings);
    const refusal = queriesOfThreshold(threshold, insight)
      .map((query) => findRefusal(answers.get(queryKey(query))))
      .find((each) => each !== null);
    return refusal == null ? verdict : { ...verdict, refusal };
  });
}

function withBegunBuckets(insight: ReportedInsight, nowMs: number): ReportedInsight {
  return insight.queryType === 'timeseries' ? { ...insight, rows: begunRows(insight.rows, nowMs) } : insight;
}

/** A refused token or plan stops the run, whatever was asked for. */
function findRefusal(answer: ExtraAnswer | undefined): string | null {
  const isRefused = answer instanceof RequestError && (answer.kind === 'unauthorized' || answer.kind === 'plan');
  return isRefused ? answer.message : null;
}

/** The queries that a threshold needs beyond its insight's own. */
function queriesOfThreshold({ assertion, warning, request }: Threshold, insight: ReportedInsight): readonly Query[] {
  const calls = [...assertion.calls, ...(warning?.calls ?? [])];
  const sample = request.minSample === null ? null : sampleOutput(insight);
  return queriesForRows(insight, neededRows(insight, calls, sample));
}

/** Understands a threshold that was checked when it was read. */
export function parseThreshold(request: ThresholdRequest): Threshold {
  const { assert, warn } = request;
  return {
    request,
    assertion: parseCheckedAssertion(assert),
    warning: warn === null ? null : parseCheckedAssertion(warn),
  };
}

function parseCheckedAssertion(written: string): Assertion {
  const assertion = parseAssertion(written, { isCompared: true });
  if ('why' in assertion) throw new Error(`${written}: ${assertion.why}`);
  return assertion;
}

function findInsight({ insight }: ThresholdRequest, insights: readonly InsightResult[]): InsightResult {
  const found = insights.find(({ name }) => name === insight);
  return found ?? notReported(insight);
}

function notReported(name: string): FailedInsight {
  const error = { kind: 'unreadable', status: null, message: 'it is not part of this report' } as const;
  return { name, id: null, title: name, status: 'error', error };
}
