import type { Receipt } from '../publish/post.ts';
import { decideOutcome, type Outcome } from './outcome.ts';
import type { Reported } from './report-all.ts';

/** What became of one report once it was posted. */
export type Posted = Reported & { readonly receipts: readonly Receipt[]; readonly problems: readonly string[] };

/** Decides the step's result from all reports; of several, each message names its report, and what all of them say is said once. */
export function decideOutcomes(posted: readonly Posted[]): Outcome {
  const outcomes = posted.map(({ request, results, receipts, problems }) => ({
    id: request.reportId,
    ...decideOutcome(results, receipts, problems, request),
  }));
  const said = (level: keyof Outcome): readonly string[] =>
    posted.length === 1
      ? (outcomes[0]?.[level] ?? [])
      : named(outcomes.map((outcome) => ({ id: outcome.id, messages: outcome[level] })));
  return { failures: said('failures'), warnings: said('warnings') };
}

function named(told: readonly { readonly id: string; readonly messages: readonly string[] }[]): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { id, messages } of told) {
    for (const message of messages) ids.set(message, [...(ids.get(message) ?? []), id]);
  }
  return [...ids].map(([message, by]) => (by.length === 1 ? `${by[0] ?? ''}: ${message}` : message));
}
