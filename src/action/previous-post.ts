import type { ReportRequest } from '../inputs/request.ts';
import type { Log } from '../log.ts';
import type { RunContext } from '../publish/context.ts';
import type { PublishEffects } from '../publish/post.ts';
import type { Results } from '../results.ts';
import { longestGapMs } from './schedule-gap.ts';

/** When the report was last posted, and how long its schedule lets it wait; null where that is not known: no reason to fail. */
export async function findPreviousPost(
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
