import type { PostingRequest } from '../inputs/request.ts';
import { ownComments } from './comments.ts';
import type { RunContext } from './context.ts';
import type { Entry } from './entry.ts';
import { connect, type GitHub } from './github.ts';
import { ownIssues } from './issues.ts';
import type { PublishEffects } from './post.ts';
import { NO_RESULTS, readState } from './state.ts';

/** The report that another run posted last: when (epoch ms), and where; null where this run is about to write over it. */
export interface EarlierPost {
  readonly url: string | null;
  readonly atMs: number;
}

/** Finds when a report was last posted as an issue or on one; null where it never was. Throws as publishing does. */
export async function findEarlierPost(
  posting: PostingRequest,
  reportId: string,
  context: RunContext,
  effects: PublishEffects,
): Promise<EarlierPost | null> {
  // A pull request's comment belongs to its pull request: the one before it is about other code.
  if (!posting.destinations.includes('issue') || posting.issueNumber !== null) return null;
  const github = await connect(context, posting.githubToken, effects);
  for (const { body, url } of await reports(github, posting, reportId)) {
    const state = readState(body);
    const atMs = writtenAt(state?.write ?? '');
    if (state === null || atMs === null || state.run === context.runId || state.results === NO_RESULTS) continue;
    return { url: posting.issueMode === 'update' ? null : url, atMs };
  }
  return null;
}

/** The report's posts, newest first. */
async function reports(github: GitHub, { issueMode }: PostingRequest, reportId: string): Promise<readonly Entry[]> {
  const own = await ownIssues(github, reportId);
  const rolling = own[0]?.number ?? null;
  return issueMode === 'comment' && rolling !== null ? ownComments(github, rolling, reportId) : own;
}

/** The time in a state's `write`: attempt, a dot, the time in base 36. */
function writtenAt(write: string): number | null {
  const [, time] = /^\d+\.([0-9a-z]{8,9})$/.exec(write) ?? [];
  return time === undefined ? null : Number.parseInt(time, 36);
}
