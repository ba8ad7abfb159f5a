import type { ReportRequest } from '../inputs/request.ts';
import type { Receipt } from '../publish/post.ts';
import type { FailedInsight, Results } from '../results.ts';

/** What a run comes to once everything is posted: the message the step fails with, or warnings, or neither. */
export interface Outcome {
  readonly failure: string | null;
  readonly warnings: readonly string[];
}

/** Decides the step's result from what could not be reported, rendered or posted, and the policies that were asked for. */
export function decideOutcome(
  results: Results,
  receipts: readonly Receipt[],
  problems: readonly string[],
  request: Pick<ReportRequest, 'onError'>,
): Outcome {
  const failed = results.insights.filter((insight) => insight.status === 'error');
  const refusal = failed.find(({ error }) => error.kind === 'unauthorized' || error.kind === 'plan');
  if (refusal !== undefined) return { failure: refusal.error.message, warnings: [] };
  const unposted = [
    ...problems,
    ...receipts.filter(({ outcome }) => outcome === 'failed').map(({ message }) => message),
  ];
  const unreported = failed.length === 0 ? [] : [unreportedMessage(failed, results.insights.length)];
  if (request.onError === 'warn') return { failure: unposted.join('\n') || null, warnings: unreported };
  return { failure: [...unreported, ...unposted].join('\n') || null, warnings: [] };
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
