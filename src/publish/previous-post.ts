import type { PostingRequest } from '../inputs/request.ts';
import type { RunContext } from './workflow/context.ts';
import type { GitHubItem } from './github/item.ts';
import { discussionThreads } from './destinations/discussion.ts';
import { connect } from './github/client.ts';
import { issueThreads } from './destinations/issue.ts';
import type { PublishEffects } from './post.ts';
import { NO_RESULTS, readState } from './body/marker.ts';
import type { Threads } from './destinations/thread.ts';

/** When another run posted the report last (epoch milliseconds), and where; `url` is null if this run is about to overwrite that post. */
export interface PreviousPost {
  readonly url: string | null;
  readonly atMs: number;
}

/** Finds when a report was last posted as an issue or a discussion, or as a comment on one; null if it never was. Throws as publishing does. */
export async function findPreviousPost(
  posting: PostingRequest,
  reportId: string,
  context: RunContext,
  effects: PublishEffects,
): Promise<PreviousPost | null> {
  // A comment on a pull request belongs to that pull request; the comment before it is about other code.
  const isIssue = posting.destinations.includes('issue');
  if (isIssue ? posting.issueNumber !== null : !posting.destinations.includes('discussion')) return null;
  const github = await connect(context, posting.githubToken, effects);
  const threads = isIssue
    ? issueThreads(github, posting, reportId)
    : discussionThreads(github, posting.discussionCategory, reportId);
  for (const { body, url } of await listPosts(threads, posting)) {
    const state = readState(body);
    const atMs = writtenAt(state?.write ?? '');
    if (state === null || atMs === null || state.run === context.runId || state.results === NO_RESULTS) continue;
    return { url: posting.issueMode === 'update' ? null : url, atMs };
  }
  return null;
}

/** The report's posts, newest first. */
async function listPosts(threads: Threads, { issueMode }: PostingRequest): Promise<readonly GitHubItem[]> {
  const own = await threads.findOwn();
  const [rolling] = own;
  return issueMode === 'comment' && rolling ? threads.findOwnComments(rolling) : own;
}

/** The time in a state's `write` (`<attempt>.<epoch milliseconds in base 36>`), in epoch milliseconds. */
function writtenAt(write: string): number | null {
  const [, time] = /^\d+\.([0-9a-z]{8,9})$/.exec(write) ?? [];
  return time === undefined ? null : Number.parseInt(time, 36);
}
