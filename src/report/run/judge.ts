// Steps 2 and 3 of a report (`reports.ts`): queries what the gates need beyond the insights, and judges them.
import type { QueryService } from '../client/client.ts';
import type { recheckAssertion } from '../gate/check.ts';
import type { ExtraAnswers } from '../gate/evidence/evidence.ts';
import type { Judgement } from '../gate/verdict/judgement.ts';
import { Problems } from '../inputs/problems.ts';
import {
  type InsightThreshold,
  type ReportRequest,
  type ThresholdRequest,
  thresholdsOfInsights,
  thresholdsOfRelease,
} from '../inputs/request.ts';
import { expressionProblem } from '../inputs/thresholds/thresholds.ts';
import type { InsightResult, ReleaseResult } from '../results/results.ts';
import { askInRounds } from './rounds.ts';
import { hideSmallSides } from './small-groups/release.ts';

/** The judgements of gates, each under its threshold. */
type Judgements = ReadonlyMap<ThresholdRequest, Judgement>;

/** Requests the releases and judges their gates; the statistics are loaded only if there are any. */
export async function judgeReleases(
  request: ReportRequest,
  service: QueryService,
  nowMs: number,
): Promise<{ readonly releases: readonly ReleaseResult[]; readonly judgements: Judgements }> {
  const { releases = [], locale, minGroupSize } = request;
  if (releases.length === 0) return { releases: [], judgements: new Map() };
  const [{ askRelease }, { judgeRelease }, { writeRelease }] = await Promise.all([
    import('./releases/release.ts'),
    import('../release/judge.ts'),
    import('../render/verdict/release.ts'),
  ]);
  const answers = await Promise.all(releases.map((each) => askRelease(each, request, service, nowMs)));
  const judged = answers.map((answer) => {
    const evidence = 'evidence' in answer ? answer.evidence : answer;
    const releaseThresholds = thresholdsOfRelease(request, evidence.name);
    const judgements = releaseThresholds.map((each) => judgeRelease(each, evidence));
    const release =
      'evidence' in answer
        ? writeRelease(hideSmallSides(answer, minGroupSize), judgements, minGroupSize, locale)
        : answer;
    return { release, judgements };
  });
  return {
    releases: judged.map(({ release }) => release),
    judgements: new Map(judged.flatMap(({ judgements }) => judgements.map((each) => [each.request, each]))),
  };
}

/**
 * Judges the thresholds of insights; what judges them is loaded only if there are any. Rejects with an
 * `InputError` if the insights' queries show that a threshold is wrong.
 */
export async function judgeThresholds(
  request: ReportRequest,
  insights: readonly InsightResult[],
  service: QueryService,
  nowMs: number,
  secrets: readonly string[],
): Promise<{ readonly judgements: Judgements; readonly answers: ExtraAnswers }> {
  const thresholds = thresholdsOfInsights(request);
  if (thresholds.length === 0) return { judgements: new Map(), answers: new Map() };
  const { judgeAll, queriesOfThresholds, recheckAssertion } = await import('../gate/judge.ts');
  requireValid(request, insights, secrets, recheckAssertion);
  const answers = await askInRounds(
    (answersSoFar) => queriesOfThresholds(thresholds, insights, answersSoFar),
    service,
  );
  const judged = judgeAll(thresholds, insights, answers, nowMs);
  return { judgements: new Map(judged.map((each) => [each.request, each])), answers };
}

/**
 * Checks the thresholds again, now that the queries of saved insights are known: an assertion may read an
 * output that they do not have. Throws one `InputError` for all that are wrong.
 */
function requireValid(
  { thresholds, reportId }: Pick<ReportRequest, 'thresholds' | 'reportId'>,
  insights: readonly InsightResult[],
  secrets: readonly string[],
  recheck: typeof recheckAssertion,
): void {
  const problems = new Problems();
  for (const [index, threshold] of thresholds.entries())
    if (threshold.kind === 'insights') {
      const report = reportId === 'default' ? problems : problems.at(`report ${reportId}`);
      const at = report.at('thresholds');
      const place = thresholds.length === 1 ? at : at.at(`entry ${index + 1}`);
      checkThreshold(threshold, insights, place, recheck);
    }
  problems.throwIfAny(secrets);
}

function checkThreshold(
  { insight: defaultInsight, assert, warn, confidence }: InsightThreshold,
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
  const insightsToRead = { defaultInsight, all };
  const assertFault = recheck(assert, insightsToRead, confidence !== null);
  if (assertFault !== null) problems.add(expressionProblem(assert.source, assertFault));
  const warnFault = warn && recheck(warn, insightsToRead, false);
  if (warn !== null && warnFault !== null) problems.at('warn').add(expressionProblem(warn.source, warnFault));
}
