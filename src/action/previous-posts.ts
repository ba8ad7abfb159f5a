import type { ReportRequest } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import type { PublishEffects } from '../publish/post.ts';
import type { RunContext } from '../publish/workflow/context.ts';
import type { Results } from '../results.ts';

/** Finds when each report was last posted. One after the other: GitHub limits concurrent requests. */
export async function findPreviousPosts(
  requests: readonly ReportRequest[],
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<readonly Results['previousPost'][]> {
  const posts: Results['previousPost'][] = [];
  for (const request of requests) posts.push(await previousPost(request, context, effects, log));
  return posts;
}

/** When a report was last posted, and the longest wait of its schedule. Null if that is unknown, which fails nothing. */
async function previousPost(
  request: Pick<ReportRequest, 'posting' | 'reportId' | 'dryRun'>,
  context: RunContext,
  effects: PublishEffects,
  log: Log,
): Promise<Results['previousPost']> {
  const isThread = request.posting.destinations.some((each) => each === 'issue' || each === 'discussion');
  if (request.dryRun || !isThread) return null;
  try {
    const { findPreviousPost } = await import('../publish/previous-post.ts');
    const post = await findPreviousPost(request.posting, request.reportId, context, effects);
    if (post === null) return null;
    const expectedGapMs = context.eventName === 'schedule' ? longestGapMs(context.event.schedule) : null;
    return { url: post.url, at: new Date(post.atMs).toISOString(), expectedGapMs };
  } catch (error) {
    log.debug(`Could not find when the report was last posted: ${String(error)}`);
    return null;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Roughly the longest time between two runs of a cron schedule; null if `cron` does not have five fields. */
export function longestGapMs(cron: string | null): number | null {
  const [minute, hour, dayOfMonth, month, dayOfWeek, ...more] = (cron ?? '').trim().split(/\s+/);
  if (minute === undefined || hour === undefined || dayOfWeek === undefined || more.length > 0) return null;
  if (month !== '*') return 366 * DAY_MS;
  if (dayOfMonth !== '*' && dayOfWeek === '*') return everyDaysMs(dayOfMonth ?? '') ?? 31 * DAY_MS;
  if (dayOfWeek !== '*') return 7 * DAY_MS;
  return hour === '*' ? HOUR_MS : DAY_MS;
}

// The step of a day field such as `*/2`. The count restarts every month, so no gap is longer.
function everyDaysMs(field: string): number | null {
  const [, step] = /^\*\/(\d+)$/.exec(field) ?? [];
  return step === undefined ? null : Math.min(31, Math.max(1, Number(step))) * DAY_MS;
}
