// Decides whether a workflow's step fails, and with which messages, once all its reports have run. The Action
// calls it, and `insight-report report` for its exit code. Pure.
import { effectiveOutcome } from '../gate/conclude.ts';
import type { ReportRequest } from '../inputs/request.ts';
import type { FailedInsight, Results, Verdict } from '../results/results.ts';
import type { FinishedReport } from './reports.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** What a step fails with and what it warns of; it passes if both are empty. */
interface StepResult {
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

/** A report, and a sentence for each part that could not be rendered or posted. */
export type ReportWithProblems = FinishedReport & { readonly problems?: readonly string[] };

/**
 * Decides the step's result. With several reports each message names its report; a message of several reports
 * is given once.
 */
export function decideStepResult(reports: readonly ReportWithProblems[]): StepResult {
  const results = reports.map((report) => ({ id: report.request.reportId, ...decideReportResult(report) }));
  const [only, ...others] = results;
  if (only !== undefined && others.length === 0) return only;
  const named = (level: keyof StepResult) =>
    nameReports(results.map((result) => ({ id: result.id, messages: result[level] })));
  return { failures: named('failures'), warnings: named('warnings') };
}

/** Each message once: with the id of its report, or without if several reports have it. */
function nameReports(
  results: readonly { readonly id: string; readonly messages: readonly string[] }[],
): readonly string[] {
  const idsByMessage = new Map<string, string[]>();
  for (const { id, messages } of results)
    for (const message of messages) getOrAdd(idsByMessage, message, () => []).push(id);
  return [...idsByMessage].map(([message, ids]) =>
    ids.length === 1 ? `${ids.join('')}: ${message}` : message,
  );
}

/**
 * Decides one report's result from its thresholds, from what could not be reported, rendered or posted, and
 * from the request's policies. Each threshold that fails the step has its own message.
 */
export function decideReportResult({
  results,
  problems = [],
  request,
}: {
  readonly results: Results;
  readonly problems?: readonly string[];
  readonly request: Pick<ReportRequest, 'onError' | 'onInconclusive'>;
}): StepResult {
  const refusal = findRefusal(results);
  if (refusal !== undefined) return { failures: [refusal], warnings: [] };
  const failed = results.insights.filter((insight) => insight.status === 'error');
  const unreported = failed.length === 0 ? [] : [unreportedMessage(failed, results.insights.length)];
  const gates = applyPolicies(results.thresholds, request.onInconclusive);
  const isOnlyWarned = request.onError === 'warn';
  const errors = isOnlyWarned ? problems : [...unreported, ...problems];
  return {
    failures: errors.length === 0 ? gates.failures : [...gates.failures, errors.join('\n')],
    warnings: isOnlyWarned ? [...gates.warnings, ...unreported] : gates.warnings,
  };
}

/**
 * The message of a refused token or plan, which stops the run, whether an insight or a threshold's own query
 * was refused.
 */
function findRefusal({ insights, thresholds }: Results): string | undefined {
  const refused = insights
    .filter((insight) => insight.status === 'error')
    .find(({ error }) => error.kind === 'unauthorized' || error.kind === 'plan');
  return refused?.error.message ?? thresholds.find(({ refusal }) => refusal !== undefined)?.refusal;
}

/** Sorts the verdicts' messages by what `on-inconclusive` makes of them. */
function applyPolicies(
  verdicts: readonly Verdict[],
  onInconclusive: ReportRequest['onInconclusive'],
): StepResult {
  const messagesOf = (outcome: Verdict['outcome']) =>
    verdicts.filter((verdict) => effectiveOutcome(verdict) === outcome).map(({ message }) => message);
  const inconclusive = messagesOf('inconclusive');
  return {
    failures: [...messagesOf('failed'), ...(onInconclusive === 'fail' ? inconclusive : [])],
    warnings: [...(onInconclusive === 'warn' ? inconclusive : []), ...messagesOf('warned')],
  };
}

function unreportedMessage(failed: readonly FailedInsight[], insightCount: number): string {
  const reasons = failed.map(({ name, error }) => `${name}: ${error.message}`);
  const insights = insightCount === 1 ? 'The insight' : `${failed.length} of ${insightCount} insights`;
  return `${insights} could not be reported.\n${reasons.join('\n')}`;
}
