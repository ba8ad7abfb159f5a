// Posts a report as its own issue or discussion (a "thread"), or as a comment on one, by `issue-mode`.
// `thread-text.ts` writes a thread's own text, `comments.ts` the comments on it.
import { hasSamePeriod } from '../body/compose.ts';
import { pickOwn, warnOfOthers } from '../body/ownership.ts';
import { isPostOf } from '../body/parts.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import { findOwnComments, removeReplaced, writeComment } from './comments.ts';
import { numberOf } from './places.ts';
import { openNext, rewriteThread, type ThreadJob, type WrittenThread } from './thread-text.ts';
import { cleanUp, withWarnings } from './written.ts';

/** Posts a report as its own thread, or as a comment on the rolling one. */
export async function postThread(job: ThreadJob): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const { ownPosts: ownThreads, others } = pickOwn(await threads.findOwn(), post, context);
  const written = await MODES[job.mode](job, ownThreads);
  return withWarnings(written, warnOfOthers(others, post));
}

const MODES: Readonly<Record<ThreadJob['mode'], typeof onRollingThread>> = {
  update: onRollingThread,
  create: onPeriodThread,
  comment: onCommentedThread,
};

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
  const { thread } = written;
  const others = openThreads.filter(({ number }) => number !== null && number !== thread.number);
  const warnings = await cleanUp(`Comments of this report on its other ${threads.what}s`, async () => {
    for (const other of others) {
      const { ownPosts: ownComments } = await findOwnComments(threads.commentsOn(other), post, context);
      const duplicates = ownComments.filter(({ body }) => hasSamePeriod(post, body));
      await removeReplaced(written, duplicates, post, threads.commentsOn(thread));
    }
  });
  return withWarnings(written, warnings);
}

async function commentOn(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread> {
  const place = job.threads.commentsOn(thread);
  const { ownPosts: ownComments } = await findOwnComments(place, job.post, job.context);
  const replaced = postsToRewrite(ownComments, job.post);
  const earlier = { current: replaced[0], newest: ownComments[0], replaced };
  return { ...(await writeComment(job, place, earlier)), thread };
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
