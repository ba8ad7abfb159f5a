import { PublishError } from '../../../text/errors.ts';
import type { PostingRequest } from '../../inputs/request.ts';
import { bodyLimitUnits, composeBody, gatesAfter, hasSamePeriod } from '../body/compose.ts';
import { toTitle } from '../../../text/title.ts';
import { type ComposedBody, isPostOf, readState } from '../body/parts.ts';
import { composeHistory, type PostState } from '../body/state.ts';
import { pickOwn, warnOfOthers } from '../body/ownership.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../workflow/context.ts';
import {
  cleanUp,
  type CommentPlace,
  findOwnComments,
  removeFor,
  rewrite,
  writeComment,
  type WrittenComment,
} from './comments.ts';

/**
 * A thread, which is an issue or a discussion, after a report was posted to it; `comment` if the report is a
 * comment on it.
 */
export interface WrittenThread {
  readonly outcome: WrittenComment['outcome'];
  readonly thread: GitHubItem;
  readonly comment: GitHubItem | null;
  readonly warnings: readonly string[];
}

const ON_THREAD: Readonly<
  Record<
    PostingRequest['issueMode'],
    (job: ThreadJob, ownThreads: readonly GitHubItem[]) => Promise<WrittenThread>
  >
> = { update: onRollingThread, create: onPeriodThread, comment: onCommentedThread };

/** What it takes to post one report into a thread. */
interface ThreadJob {
  readonly threads: Threads;
  readonly mode: PostingRequest['issueMode'];
  readonly post: Post;
  readonly context: RunContext;
  readonly now: () => number;
}

/** Posts a report as its own thread, or as a comment on the rolling one. */
export async function postThread(job: ThreadJob): Promise<WrittenThread> {
  const { ownPosts: ownThreads, others } = pickOwn(await job.threads.findOwn(), job.post, job.context);
  const writtenThread = await ON_THREAD[job.mode](job, ownThreads);
  return { ...writtenThread, warnings: [...writtenThread.warnings, ...warnOfOthers(others, job.post)] };
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
  const writtenThread = await commentOn(job, thread);
  return { ...writtenThread, warnings: [...writtenThread.warnings, ...warnOfOthers(others, post)] };
}

/**
 * `update`: rewrites the newest open thread. A thread that a person closed stays closed, and the next one
 * links to it.
 */
async function onRollingThread(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const openThreads = ownThreads.filter(({ isClosed }) => !isClosed);
  const [current] = openThreads;
  const writtenThread = current && (await rewriteThread(job, current));
  return writtenThread ? closeOlder(job, writtenThread, openThreads) : openNext(job, ownThreads);
}

/** `create`: one thread for each period; a new thread closes those before it. */
async function onPeriodThread(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  // If nothing could be reported, the newest results get the failure line, whatever their period.
  const current =
    job.post.failureLine === null
      ? ownThreads.find(({ body }) => hasSamePeriod(job.post, body))
      : ownThreads[0];
  const writtenThread = (current && (await rewriteThread(job, current))) ?? (await openNext(job, ownThreads));
  return closeOlder(job, writtenThread, ownThreads);
}

/** `comment`: the thread only has an introduction; its comments are the reports. */
async function onCommentedThread(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const openThreads = ownThreads.filter(({ isClosed }) => !isClosed);
  const intro: Post = {
    ...job.post,
    body: 'Each period has its report in a comment below.',
    fingerprint: null,
    failureLine: null,
    period: '',
    gates: [],
  };
  const rolling = openThreads[0] ?? null;
  if (rolling)
    return closeOlder(
      job,
      await deleteDuplicates(job, await commentOn(job, rolling), openThreads),
      openThreads,
    );
  const opened = await openNext({ ...job, post: intro }, ownThreads);
  const commented = await commentOn(job, opened.thread);
  return { ...commented, warnings: [...opened.warnings, ...commented.warnings] };
}

/**
 * Deletes the period's comments on other open threads: two runs at the same time may each have opened a
 * thread.
 */
async function deleteDuplicates(
  job: ThreadJob,
  writtenThread: WrittenThread,
  openThreads: readonly GitHubItem[],
): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const { comment, thread } = writtenThread;
  const others = openThreads.filter(({ number }) => number !== null && number !== thread.number);
  const warnings = await cleanUp(`Comments of this report on its other ${threads.what}s`, async () => {
    if (comment === null) return;
    for (const other of others) {
      const { ownPosts: ownComments } = await findOwnComments(threads.commentsOn(other), post, context);
      const duplicates = ownComments.filter(({ body }) => hasSamePeriod(post, body));
      await removeFor({ ...writtenThread, comment }, duplicates, post, threads.commentsOn(thread));
    }
  });
  return { ...writtenThread, warnings: [...writtenThread.warnings, ...warnings] };
}

async function commentOn({ threads, ...job }: ThreadJob, thread: GitHubItem): Promise<WrittenThread> {
  const place = threads.commentsOn(thread);
  const { post, context } = job;
  const { ownPosts: ownComments } = await findOwnComments(place, post, context);
  const ofPeriod =
    post.failureLine === null
      ? ownComments.filter(({ body }) => hasSamePeriod(post, body))
      : ownComments.slice(0, 1);
  return { ...(await writeComment({ ...job, place }, ofPeriod[0], ownComments[0], ofPeriod)), thread };
}

async function rewriteThread(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread | null> {
  const { threads, post } = job;
  const title = toTitle(post.title);
  const { previous, next, history } = readState(thread.body);
  const writtenThread = await rewrite(
    { ...job, place: threads.commentsOn(thread) },
    thread,
    (gates) => composeThread(job, { previous, next, gates, history }),
    ({ body }, composed, isFailure) => {
      // An issue that a person opened (issue-number) keeps its title.
      const isRetitled = !isFailure && isPostOf(body, post.reportId) && thread.title !== title;
      return threads.edit(thread, composed, isRetitled ? title : null);
    },
  );
  return writtenThread && { ...writtenThread, thread: writtenThread.comment, comment: null };
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

async function openNext(job: ThreadJob, ownThreads: readonly GitHubItem[]): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const earlier = ownThreads[0]?.body ?? '';
  const gates = gatesAfter(earlier, post, context);
  const { history } = readState(earlier);
  const composed = await composeThread(job, {
    previous: ownThreads[0]?.number ?? null,
    next: null,
    gates,
    history,
  });
  const { thread, warnings } = await threads.open(toTitle(post.title), composed);
  return { outcome: 'posted', thread, comment: null, warnings };
}

/**
 * Closes the report's older open threads: those of earlier periods, and duplicates made by two runs at the
 * same time.
 */
async function closeOlder(
  job: ThreadJob,
  writtenThread: WrittenThread,
  ownThreads: readonly GitHubItem[],
): Promise<WrittenThread> {
  const { threads } = job;
  if (writtenThread.outcome === 'outdated') return writtenThread;
  const number = numberOf(writtenThread.thread, threads.what);
  const older = ownThreads.filter((thread) => !thread.isClosed && numberOf(thread, threads.what) < number);
  const warnings = await cleanUp(`Earlier ${threads.what}s of this report`, () =>
    threads.close(older, number),
  );
  return { ...writtenThread, warnings: [...writtenThread.warnings, ...warnings] };
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
