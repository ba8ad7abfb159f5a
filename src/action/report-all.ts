import type { ReportRequest } from '../inputs/request.ts';
import type { RunContext } from '../publish/context.ts';
import type { PublishEffects } from '../publish/post.ts';
import { emptyResults, type ReportEffects } from '../report.ts';
import { runReports } from '../reports.ts';
import type { Results } from '../results.ts';
import { findPreviousPost } from './previous-post.ts';

/** A report that was asked for, and what came of it. */
export interface Reported {
  readonly request: ReportRequest;
  readonly results: Results;
}

/** Runs every report and finds, at the same time, when each was last posted. Without a token all of them are skipped. */
export async function reportAll(
  requests: readonly ReportRequest[],
  effects: ReportEffects,
  context: RunContext,
  publishEffects: PublishEffects,
): Promise<readonly Reported[]> {
  if (requests.every(isSkipped)) {
    return requests.map((request) => ({ request, results: emptyResults(request, effects) }));
  }
  const before = findAll(requests, context, publishEffects, effects);
  const [found, posts] = await Promise.all([runReports(requests, effects), before]);
  return requests.flatMap((request, index) => {
    const [results, previousPost] = [found[index], posts[index]];
    if (results === undefined) return [];
    return [{ request, results: previousPost ? { ...results, previousPost } : results }];
  });
}

/** Whether a report asks for nothing, as its run has no token. */
export function isSkipped({ service }: Pick<ReportRequest, 'service'>): boolean {
  return service.token === '';
}

/** One after the other: GitHub counts what is asked at once. */
async function findAll(
  requests: readonly ReportRequest[],
  context: RunContext,
  publishEffects: PublishEffects,
  { log }: ReportEffects,
): Promise<readonly Results['previousPost'][]> {
  const found: Results['previousPost'][] = [];
  for (const request of requests) found.push(await findPreviousPost(request, context, publishEffects, log));
  return found;
}
