// Writes a report into the text of an issue or a discussion (a "thread"): rewrites an earlier one, or opens
// the next. `thread.ts` decides which.
import type { PostingRequest } from '../../inputs/request.ts';
import { toTitle } from '../../../text/title.ts';
import { bodyLimitUnits, composeBody, gatesAfter, withFailureLine } from '../body/compose.ts';
import { type ComposedBody, isPostOf, readState } from '../body/parts.ts';
import { composeHistory, type PostState } from '../body/state.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Threads } from './places.ts';
import { rewritePost, type WriteJob } from './rewrite.ts';
import type { WrittenPost } from './written.ts';

/** A thread after a report was posted to it; `item` is the thread itself, or the comment on it. */
export interface WrittenThread extends WrittenPost {
  readonly thread: GitHubItem;
}

/** What it takes to post one report into a thread. */
export interface ThreadJob extends WriteJob {
  readonly threads: Threads;
  readonly mode: PostingRequest['issueMode'];
}

/** Rewrites the text of a thread; null if it was deleted. */
export async function rewriteThread(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread | null> {
  const { threads, post } = job;
  const title = toTitle(post.title);
  const { previous, next, history } = readState(thread.body);
  const rewritten = await rewritePost(job, thread, {
    comments: threads.commentsOn(thread),
    compose: (gates) => composeThread(job, { previous, next, gates, history }),
    edit: (composed) => {
      const isFailure = withFailureLine(post, thread.body) !== null;
      // An issue that a person opened (issue-number) keeps its title.
      const isRetitled = !isFailure && isPostOf(thread.body, post.reportId) && thread.title !== title;
      return threads.edit(thread, composed, isRetitled ? title : null);
    },
  });
  return rewritten && { ...rewritten, thread: rewritten.item };
}

/**
 * Composes a thread's body, given what the thread keeps. A rolling one keeps its past periods, for which the
 * report is rendered again if it leaves no room.
 */
async function composeThread(
  { mode, post, context, now }: ThreadJob,
  { history: earlier, ...state }: Pick<PostState, 'previous' | 'next' | 'gates' | 'history'>,
): Promise<ComposedBody> {
  if (mode !== 'update' || post.history === undefined) return composeBody(post, context, now(), state);
  const currentLine = post.failureLine === null ? post.history.line : null;
  const history = composeHistory(earlier, post.period, currentLine, post.history.render);
  const limit = bodyLimitUnits(post.reportId, post.gates.length) - history.units;
  const body = post.body.length > limit && post.refit !== undefined ? await post.refit(limit) : post.body;
  return composeBody({ ...post, body }, context, now(), { ...state, history });
}

/** Opens a thread, which continues the newest of the report's own. */
export async function openNext(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const [newest] = ownThreads;
  const earlier = newest?.body ?? '';
  const composed = await composeThread(job, {
    previous: newest?.number ?? null,
    next: null,
    gates: gatesAfter(earlier, post, context),
    history: readState(earlier).history,
  });
  const { thread, warnings } = await threads.open(toTitle(post.title), composed);
  return { outcome: 'posted', item: thread, thread, warnings };
}
