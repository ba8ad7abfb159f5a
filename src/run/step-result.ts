import type { FinishedReport } from '../action/previous-post.ts';
import { effectiveOutcome, failedThresholds } from '../gate/conclude.ts';
import type { ReportRequest } from '../inputs/request.ts';
import type { Receipt } from '../publish/post.ts';
import type { FailedInsight, Results, Verdict } from '../results.ts';

/** What became of one report once it was posted. */
export type PostedReport = FinishedReport & {
  readonly receipts: readonly Receipt[];
  readonly problems: readonly string[];
};

/** Decides the step's result from all reports; of several, each message names its report, and what all of them say is said once. */
export function decideStepResult(posted: readonly PostedReport[]): StepResult {
  const outcomes = posted.map(({ request, results, receipts, problems }) => ({
    id: request.reportId,
    ...decideReportResult(results, receipts, problems, request),
  }));
  const said = (level: keyof StepResult): readonly string[] =>
    posted.length === 1
      ? (outcomes[0]?.[level] ?? [])
      : nameReports(outcomes.map((outcome) => ({ id: outcome.id, messages: outcome[level] })));
  return { failures: said('failures'), warnings: said('warnings') };
}

function nameReports(
  told: readonly { readonly id: string; readonly messages: readonly string[] }[],
): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { id, messages } of told) {
    for (const message of messages) ids.set(message, [...(ids.get(message) ?? []), id]);
  }
  return [...ids].map(([message, by]) => (by.length === 1 ? `${by[0] ?? ''}: ${message}` : message));
}

/** What a run comes to once everything is posted: the messages the step fails with, warnings, or neither. */
interface StepResult {
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Decides the step's result from the thresholds, what could not be reported, rendered or posted, and the policies that were
 * asked for. Each threshold that fails the step has a message of its own.
 */
export function decideReportResult(
  results: Results,
  receipts: readonly Receipt[],
  problems: readonly string[],
  request: Pick<ReportRequest, 'onError' | 'onInconclusive'>,
): StepResult {
  const failed = results.insights.filter((insight) => insight.status === 'error');
  const refusal = findRefusal(results);
  if (refusal !== undefined) return { failures: [refusal], warnings: [] };
  const unposted = [
    ...problems,
    ...receipts.filter(({ outcome }) => outcome === 'failed').map(({ message }) => message),
  ];
  const unreported = failed.length === 0 ? [] : [unreportedMessage(failed, results.insights.length)];
  const isOnlyWarned = request.onError === 'warn';
  const rest = [...(isOnlyWarned ? [] : unreported), ...unposted].join('\n');
  const gates = applyPolicies(results.thresholds, request.onInconclusive);
  return {
    failures: [...gates.failures, ...(rest === '' ? [] : [rest])],
    warnings: [...gates.warnings, ...(isOnlyWarned ? unreported : [])],
  };
}

/** What a refused token or plan is told with, whether an insight or a threshold's own query met it; it stops the run. */
function findRefusal({ insights, thresholds }: Results): string | undefined {
  const refused = insights.flatMap((insight) => {
    const isRefused =
      insight.status === 'error' && (insight.error.kind === 'unauthorized' || insight.error.kind === 'plan');
    return isRefused ? [insight.error.message] : [];
  });
  return refused[0] ?? thresholds.find(({ refusal }) => refusal !== undefined)?.refusal;
}

/** What the thresholds' policies make of their verdicts. */
function applyPolicies(verdicts: readonly Verdict[], onInconclusive: ReportRequest['onInconclusive']): StepResult {
  const failed = failedThresholds(verdicts).map(({ message }) => message);
  const open = verdicts.filter((verdict) => effectiveOutcome(verdict) === 'inconclusive').map(({ message }) => message);
  const warned = verdicts.filter((verdict) => effectiveOutcome(verdict) === 'warned').map(({ message }) => message);
  return {
    failures: [...failed, ...(onInconclusive === 'fail' ? open : [])],
    warnings: [...(onInconclusive === 'warn' ? open : []), ...warned],
  };
}

function unreportedMessage(failed: readonly FailedInsight[], of: number): string {
  const reasons = failed.map(({ name, error }) => `${name}: ${error.message}`);
  const what =
    of === 1
      ? 'The insight'
      : failed.length === of
        ? `None of the ${of} insights`
        : `${failed.length} of ${of} insights`;
  return `${what} could ${of !== 1 && failed.length === of ? '' : 'not '}be reported.\n${reasons.join('\n')}`;
}
