// Whether a workflow's step fails, and with which messages, once all its reports have run.
import { effectiveOutcome } from '../gate/conclude.ts';
import type { ReportRequest } from '../inputs/request.ts';
import type { FailedInsight, Results, Verdict } from '../results/results.ts';
import type { FinishedReport } from './reports.ts';

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
  const messages = (level: keyof StepResult): readonly string[] =>
    reports.length === 1
      ? results.flatMap((result) => result[level])
      : nameReports(results.map((result) => ({ id: result.id, messages: result[level] })));
  return { failures: messages('failures'), warnings: messages('warnings') };
}

function nameReports(
  results: readonly { readonly id: string; readonly messages: readonly string[] }[],
): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { id, messages } of results) {
    for (const message of messages) ids.set(message, [...(ids.get(message) ?? []), id]);
  }
  return [...ids].map(([message, by]) => (by.length === 1 ? `${by[0] ?? ''}: ${message}` : message));
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
  const isOnlyWarned = request.onError === 'warn';
  const errors = [...(isOnlyWarned ? [] : unreported), ...problems].join('\n');
  const gates = applyPolicies(results.thresholds, request.onInconclusive);
  return {
    failures: [...gates.failures, ...(errors === '' ? [] : [errors])],
    warnings: [...gates.warnings, ...(isOnlyWarned ? unreported : [])],
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
  const messagesOf = (outcome: Verdict['outcome']): readonly string[] =>
    verdicts.filter((verdict) => effectiveOutcome(verdict) === outcome).map(({ message }) => message);
  const inconclusive = messagesOf('inconclusive');
  return {
    failures: [...messagesOf('failed'), ...(onInconclusive === 'fail' ? inconclusive : [])],
    warnings: [...(onInconclusive === 'warn' ? inconclusive : []), ...messagesOf('warned')],
  };
}

function unreportedMessage(failed: readonly FailedInsight[], of: number): string {
  const reasons = failed.map(({ name, error }) => `${name}: ${error.message}`);
  return `${unreportedCount(failed.length, of)} be reported.\n${reasons.join('\n')}`;
}

function unreportedCount(failed: number, of: number): string {
  if (of === 1) return 'The insight could not';
  return failed === of ? `None of the ${of} insights could` : `${failed} of ${of} insights could not`;
}
