import type { ReportRequest } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import type { RunContext } from '../publish/run/context.ts';
import type { PublishEffects } from '../publish/post.ts';
import type { Results } from '../results.ts';
import { emptyResults, type ReportEffects, runReports } from '../run/reports.ts';

/** A report that was asked for, and what came of it. */
export interface FinishedReport {
  readonly request: ReportRequest;
  readonly results: Results;
}

/** Runs every report and finds, at the same time, when each was last posted. Without a token all of them are skipped. */
export async function runWithPreviousPosts(
  requests: readonly ReportRequest[],
  effects: ReportEffects,
  context: RunContext,
  publishEffects: PublishEffects,
): Promise<readonly FinishedReport[]> {
  if (requests.every(isSkipped)) {
    return requests.map((request) => ({ request, results: emptyResults(request, effects) }));
  }
  const before = findPreviousPosts(requests, context, publishEffects, effects);
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
async function findPreviousPosts(
  requests: readonly ReportRequest[],
  context: RunContext,
  publishEffects: PublishEffects,
  { log }: ReportEffects,
): Promise<readonly Results['previousPost'][]> {
  const found: Results['previousPost'][] = [];
  for (const request of requests) found.push(await findPreviousPost(request, context, publishEffects, log));
  return found;
}

/** When the report was last posted, and how long its schedule lets it wait; null where that is not known: no reason to fail. */
async function findPreviousPost(
  request: Pick<ReportRequest, 'posting' | 'reportId' | 'dryRun'>,
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<Results['previousPost']> {
  // A dry run asks nothing of GitHub.
  if (request.dryRun || !request.posting.destinations.some((each) => each === 'issue' || each === 'discussion'))
    return null;
  try {
    const { findEarlierPost } = await import('../publish/earlier-post.ts');
    const found = await findEarlierPost(request.posting, request.reportId, context, effects);
    if (found === null) return null;
    const expectedGapMs = context.eventName === 'schedule' ? longestGapMs(context.event.schedule) : null;
    return { url: found.url, at: new Date(found.atMs).toISOString(), expectedGapMs };
  } catch (error) {
    log.debug(`When the report was last posted is not known: ${String(error)}`);
    return null;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The longest time between two runs of a cron line of five fields, roughly; null for a line that is none. */
export function longestGapMs(cron: string | null): number | null {
  const [minute, hour, dayOfMonth, month, dayOfWeek, ...more] = (cron ?? '').trim().split(/\s+/);
  if (minute === undefined || hour === undefined || dayOfWeek === undefined || more.length > 0) return null;
  if (month !== '*') return 366 * DAY_MS;
  if (dayOfMonth !== '*' && dayOfWeek === '*') return everyDays(dayOfMonth ?? '') ?? 31 * DAY_MS;
  if (dayOfWeek !== '*') return 7 * DAY_MS;
  return hour === '*' ? HOUR_MS : DAY_MS;
}

/** Every other day, say: the count begins anew with each month, so that no gap is longer. */
function everyDays(field: string): number | null {
  const [, step] = /^\*\/(\d+)$/.exec(field) ?? [];
  return step === undefined ? null : Math.min(31, Math.max(1, Number(step))) * DAY_MS;
}
