// Posts a report as its own issue or discussion (a "thread"), or as a comment on one, by `issue-mode`. The
// places themselves are in `issue.ts` and `discussion.ts`, which give their requests as `Threads`.
import { PublishError } from '../../../text/errors.ts';
import type { PostingRequest } from '../../inputs/request.ts';
import { bodyLimitUnits, composeBody, gatesAfter, hasSamePeriod, withFailureLine } from '../body/compose.ts';
import { toTitle } from '../../../text/title.ts';
import { type ComposedBody, isPostOf, readState } from '../body/parts.ts';
import { composeHistory, type PostState } from '../body/state.ts';
import { pickOwn, warnOfOthers } from '../body/ownership.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import {
  cleanUp,
  type CommentJob,
  type CommentPlace,
  findOwnComments,
  removeFor,
  rewrite,
  withWarnings,
  writeComment,
  type WrittenComment,
} from './comments.ts';

/**
 * A thread, which is an issue or a discussion, after a report was posted to it; `comment` if the report is a
 * comment on it.
 */
export interface WrittenThread extends Omit<WrittenComment, 'comment'> {
  readonly thread: GitHubItem;
  readonly comment: GitHubItem | null;
}

/** What it takes to post one report into a thread. */
interface ThreadJob extends Omit<CommentJob, 'place'> {
  readonly threads: Threads;
  readonly mode: PostingRequest['issueMode'];
}

/** Posts a report as its own thread, or as a comment on the rolling one. */
export async function postThread(job: ThreadJob): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const { ownPosts: ownThreads, others } = pickOwn(await threads.findOwn(), post, context);
  const written = await postByMode(job, ownThreads);
  return withWarnings(written, warnOfOthers(others, post));
}

function postByMode(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  switch (job.mode) {
    case 'update':
      return onRollingThread(job, ownThreads);
    case 'create':
      return onPeriodThread(job, ownThreads);
    case 'comment':
      return onCommentedThread(job, ownThreads);
  }
}

/**
 * Posts a report into a given thread; null if the thread was deleted. A thread that is another's post keeps
 * its text, and the report becomes a comment.
 */
export async function postInto(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread | null> {
  const { post, context } = job;
  const posts = isPostOf(thread.body, post.reportId) ? [thread] : [];
  const { others } = pickOwn(posts, post, context);
  if (job.mode !== 'comment' && others.length === 0) return rewriteThread(job, thread);
  return withWarnings(await commentOn(job, thread), warnOfOthers(others, post));
}

/**
 * `update`: rewrites the newest open thread. A thread that a person closed stays closed, and the next one
 * links to it.
 */
async function onRollingThread(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const openThreads = ownThreads.filter(({ isClosed }) => !isClosed);
  const [current] = openThreads;
  const rewritten = current === undefined ? null : await rewriteThread(job, current);
  return rewritten === null ? openNext(job, ownThreads) : closeOlder(job, rewritten, openThreads);
}

/** `create`: one thread for each period; a new thread closes those before it. */
async function onPeriodThread(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const [current] = postsToRewrite(ownThreads, job.post);
  const rewritten = current === undefined ? null : await rewriteThread(job, current);
  return closeOlder(job, rewritten ?? (await openNext(job, ownThreads)), ownThreads);
}

/** `comment`: the thread only has an introduction; its comments are the reports. */
async function onCommentedThread(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const openThreads = ownThreads.filter(({ isClosed }) => !isClosed);
  const [rolling] = openThreads;
  if (rolling !== undefined) {
    const commented = await commentOn(job, rolling);
    return closeOlder(job, await deleteDuplicates(job, commented, openThreads), openThreads);
  }
  const introduction: Post = {
    ...job.post,
    body: 'Each period has its report in a comment below.',
    fingerprint: null,
    failureLine: null,
    period: '',
    gates: [],
  };
  const opened = await openNext({ ...job, post: introduction }, ownThreads);
  const commented = await commentOn(job, opened.thread);
  return { ...commented, warnings: [...opened.warnings, ...commented.warnings] };
}

/**
 * The posts that a report replaces, newest first: those of its period. If nothing could be reported, only the
 * newest post, which gets the failure line whatever its period.
 */
function postsToRewrite(posts: readonly GitHubItem[], post: Post): readonly GitHubItem[] {
  if (post.failureLine !== null) return posts.slice(0, 1);
  return posts.filter(({ body }) => hasSamePeriod(post, body));
}

/**
 * Deletes the period's comments on other open threads: two runs at the same time may each have opened a
 * thread.
 */
async function deleteDuplicates(
  job: ThreadJob,
  written: WrittenThread,
  openThreads: readonly GitHubItem[],
): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const { outcome, comment, thread } = written;
  const others = openThreads.filter(({ number }) => number !== null && number !== thread.number);
  const warnings = await cleanUp(`Comments of this report on its other ${threads.what}s`, async () => {
    if (comment === null) return;
    for (const other of others) {
      const { ownPosts: ownComments } = await findOwnComments(threads.commentsOn(other), post, context);
      const duplicates = ownComments.filter(({ body }) => hasSamePeriod(post, body));
      await removeFor({ outcome, comment }, duplicates, post, threads.commentsOn(thread));
    }
  });
  return withWarnings(written, warnings);
}

async function commentOn({ threads, ...job }: ThreadJob, thread: GitHubItem): Promise<WrittenThread> {
  const place = threads.commentsOn(thread);
  const { ownPosts: ownComments } = await findOwnComments(place, job.post, job.context);
  const replaced = postsToRewrite(ownComments, job.post);
  const earlier = { current: replaced[0], newest: ownComments[0], replaced };
  return { ...(await writeComment({ ...job, place }, earlier)), thread };
}

/** Rewrites the text of a thread; null if it was deleted. */
async function rewriteThread(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread | null> {
  const { threads, post } = job;
  const title = toTitle(post.title);
  const { previous, next, history } = readState(thread.body);
  const rewritten = await rewrite({ ...job, place: threads.commentsOn(thread) }, thread, {
    compose: (gates) => composeThread(job, { previous, next, gates, history }),
    edit: (composed) => {
      const isFailure = withFailureLine(post, thread.body) !== null;
      // An issue that a person opened (issue-number) keeps its title.
      const isRetitled = !isFailure && isPostOf(thread.body, post.reportId) && thread.title !== title;
      return threads.edit(thread, composed, isRetitled ? title : null);
    },
  });
  return rewritten && { ...rewritten, thread: rewritten.comment, comment: null };
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
async function openNext(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const [newest] = ownThreads;
  const earlier = newest?.body ?? '';
  const composed = await composeThread(job, {
    previous: newest?.number ?? null,
    next: null,
    gates: gatesAfter(earlier, post, context),
    history: readState(earlier).history,
  });
  const opened = await threads.open(toTitle(post.title), composed);
  return { ...opened, outcome: 'posted', comment: null };
}

/**
 * Closes the report's older open threads: those of earlier periods, and duplicates made by two runs at the
 * same time.
 */
async function closeOlder(
  job: ThreadJob,
  written: WrittenThread,
  ownThreads: readonly GitHubItem[],
): Promise<WrittenThread> {
  const { threads } = job;
  if (written.outcome === 'outdated') return written;
  const number = numberOf(written.thread, threads.what);
  const older = ownThreads.filter((thread) => !thread.isClosed && numberOf(thread, threads.what) < number);
  const warnings = await cleanUp(`Earlier ${threads.what}s of this report`, () =>
    threads.close(older, number),
  );
  return withWarnings(written, warnings);
}

/** A new thread, and what GitHub did not accept of it. */
export interface OpenedThread {
  readonly thread: GitHubItem;
  readonly warnings: readonly string[];
}

/** The threads of one report in a repository: issues or discussions, with their comments. */
export interface Threads {
  readonly what: 'issue' | 'discussion';
  /** The report's own threads, open and closed, newest first. */
  findOwn(): Promise<readonly GitHubItem[]>;
  /** Opens a thread, exactly once. */
  open(title: string, composed: ComposedBody): Promise<OpenedThread>;
  /** Edits a thread; its title stays if `title` is null. Null if the thread was deleted. */
  edit(thread: GitHubItem, composed: ComposedBody, title: string | null): Promise<GitHubItem | null>;
  /** Closes threads with a link to the thread that continues them. */
  close(threads: readonly GitHubItem[], next: number): Promise<void>;
  commentsOn(thread: GitHubItem): CommentPlace;
}

/** The number of a thread. Throws if GitHub's answer holds none. */
export function numberOf({ number }: GitHubItem, what: Threads['what']): number {
  if (number === null) throw new PublishError(`GitHub answered with a ${what} that has no number.`);
  return number;
}
