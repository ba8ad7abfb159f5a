import { PublishError } from '../../errors.ts';
import type { PostingRequest } from '../../inputs/request.ts';
import {
  composeBody,
  type ComposedBody,
  hasSamePeriod,
  hasSameResults,
  isSameText,
  withFailureNote,
} from '../body/compose.ts';
import { toTitle } from '../../text/title.ts';
import { hasMarker, NO_RESULTS, readState } from '../body/marker.ts';
import { noteLine, withNote, withoutNote } from '../body/note.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../run/context.ts';
import { cleanUp, rewriteComment, type Written } from './comments.ts';

/** A thread that was written to, the comment where the report is one, and what a person should hear about besides. */
export interface WrittenThread {
  readonly outcome: Written['outcome'];
  readonly thread: GitHubItem;
  readonly comment: GitHubItem | null;
  readonly warnings: readonly string[];
}

/** What writing one report into a thread takes. */
interface ThreadJob {
  readonly threads: Threads;
  readonly mode: PostingRequest['issueMode'];
  readonly post: Post;
  readonly context: RunContext;
  readonly now: () => number;
}

/** Posts a report as a thread of its own, or as a comment on the rolling one. */
export async function postThread(job: ThreadJob): Promise<WrittenThread> {
  const own = await job.threads.own();
  switch (job.mode) {
    case 'update':
      return onRollingThread(job, own);
    case 'create':
      return onPeriodThread(job, own);
    case 'comment':
      return onCommentedThread(job, own);
  }
}

/** Posts a report into a thread that somebody chose; null when it is gone. */
export function postInto(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread | null> {
  return job.mode === 'comment' ? commentOn(job, thread) : rewriteThread(job, thread);
}

/** `update`: the newest open one; one that a person closed stays closed, and its successor links to it. */
async function onRollingThread(job: ThreadJob, own: readonly GitHubItem[]): Promise<WrittenThread> {
  const open = own.filter(({ closed }) => !closed);
  const [current] = open;
  const written = current && (await rewriteThread(job, current));
  return written ? closeOlder(job, written, open) : openNext(job, own);
}

/** `create`: the one of the period; a new one closes those before it. */
async function onPeriodThread(job: ThreadJob, own: readonly GitHubItem[]): Promise<WrittenThread> {
  // Nothing was reported: the newest numbers get the failure line, whatever their period.
  const current = job.post.failureLine === null ? own.find(({ body }) => hasSamePeriod(job.post, body)) : own[0];
  const written = (current && (await rewriteThread(job, current))) ?? (await openNext(job, own));
  return closeOlder(job, written, own);
}

/** `comment`: the rolling thread only says what it is; its comments are the reports. */
async function onCommentedThread(job: ThreadJob, own: readonly GitHubItem[]): Promise<WrittenThread> {
  const open = own.filter(({ closed }) => !closed);
  const intro: Post = {
    ...job.post,
    body: 'Each period has its report in a comment below.',
    fingerprint: NO_RESULTS,
    failureLine: null,
    period: NO_RESULTS,
  };
  const rolling = open[0] ?? null;
  if (rolling) return closeOlder(job, await withoutDoubles(job, await commentOn(job, rolling), open), open);
  const opened = await openNext({ ...job, post: intro }, own);
  const commented = await commentOn(job, opened.thread);
  return { ...commented, warnings: [...opened.warnings, ...commented.warnings] };
}

/** Two runs at once may each have opened a thread and commented there: the period keeps the comment on the newest. */
async function withoutDoubles(
  job: ThreadJob,
  written: WrittenThread,
  open: readonly GitHubItem[],
): Promise<WrittenThread> {
  const { threads, post } = job;
  const others = open.filter(({ number }) => number !== null && number !== written.thread.number);
  const warnings = await cleanUp(`Comments of this report on its other ${threads.what}s`, async () => {
    for (const other of others) {
      const own = await threads.ownComments(other);
      await threads.deleteComments(own.filter(({ body }) => hasSamePeriod(post, body)));
    }
  });
  return { ...written, warnings: [...written.warnings, ...warnings] };
}

async function commentOn(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const own = await threads.ownComments(thread);
  const same = post.failureLine === null ? own.filter(({ body }) => hasSamePeriod(post, body)) : own.slice(0, 1);
  const [current, ...further] = same;
  const rewritten =
    current &&
    (await rewriteComment((sealed) => threads.editComment(current, sealed), current, post, context, job.now()));
  const written: Written = rewritten ?? {
    outcome: 'posted',
    comment: await threads.comment(thread, composeBody(post, context, job.now(), null)),
  };
  const warnings = await cleanUp(`Further comments of this report on #${thread.number ?? '?'}`, () =>
    threads.deleteComments(further),
  );
  return { ...written, thread, warnings };
}

async function rewriteThread(job: ThreadJob, thread: GitHubItem): Promise<WrittenThread | null> {
  const { threads, post, context } = job;
  const link = noteLine(thread.body, 'continued');
  const earlier = withoutNote(thread.body, 'continued');
  const failure = withFailureNote(post, earlier);
  const unchanged: WrittenThread = { outcome: 'unchanged', thread, comment: null, warnings: [] };
  if (failure === null && hasSameResults(post, context, earlier)) return unchanged;
  const sealed = withContinuedLink(
    failure ?? composeBody(post, context, job.now(), readState(earlier)?.previous ?? null),
    link,
  );
  if (isSameText(sealed.body, thread.body)) return unchanged;
  // A person's own issue (issue-number) keeps the title that the person gave it.
  const retitled = failure === null && hasMarker(earlier, post.reportId) && thread.title !== toTitle(post.title);
  const edited = await threads.edit(thread, sealed, retitled ? toTitle(post.title) : null);
  return edited && { outcome: 'updated', thread: edited, comment: null, warnings: [] };
}

function withContinuedLink(sealed: ComposedBody, link: string | null): ComposedBody {
  return link === null ? sealed : { ...sealed, body: withNote(sealed.body, 'continued', link) };
}

async function openNext(job: ThreadJob, own: readonly GitHubItem[]): Promise<WrittenThread> {
  const { threads, post, context } = job;
  const sealed = composeBody(post, context, job.now(), own[0]?.number ?? null);
  const { thread, warnings } = await threads.open(toTitle(post.title), sealed);
  return { outcome: 'posted', thread, comment: null, warnings };
}

/** Closes the report's open threads before the one written to: the period before, or a double that two runs at once made. */
async function closeOlder(job: ThreadJob, written: WrittenThread, own: readonly GitHubItem[]): Promise<WrittenThread> {
  const { threads } = job;
  const number = numberOf(written.thread, threads.what);
  const older = own.filter((thread) => !thread.closed && numberOf(thread, threads.what) < number);
  const warnings = await cleanUp(`Earlier ${threads.what}s of this report`, () => threads.close(older, number));
  return { ...written, warnings: [...written.warnings, ...warnings] };
}

/** A thread that was opened, and what GitHub did not take. */
interface OpenedThread {
  readonly thread: GitHubItem;
  readonly warnings: readonly string[];
}

/** The threads that one report has in a repository: issues or discussions, with their comments. */
export interface Threads {
  readonly what: 'issue' | 'discussion';
  /** The report's own, open and closed, newest first. */
  own(): Promise<readonly GitHubItem[]>;
  /** Opens one, once. */
  open(title: string, sealed: ComposedBody): Promise<OpenedThread>;
  /** Edits one; a title of null stays as it is. Null when it is gone. */
  edit(thread: GitHubItem, sealed: ComposedBody, title: string | null): Promise<GitHubItem | null>;
  /** Closes them with a link to the one that goes on. */
  close(threads: readonly GitHubItem[], next: number): Promise<void>;
  /** The report's own comments, newest first; minimised ones are not among them. */
  ownComments(thread: GitHubItem): Promise<readonly GitHubItem[]>;
  /** Writes a comment, once. */
  comment(thread: GitHubItem, sealed: ComposedBody): Promise<GitHubItem>;
  /** Edits a comment; null when it is gone. */
  editComment(comment: GitHubItem, sealed: ComposedBody): Promise<GitHubItem | null>;
  /** Deletes comments; one that is gone already is no error. */
  deleteComments(comments: readonly GitHubItem[]): Promise<void>;
}

/** The number of a thread; an answer without one cannot be posted to. */
export function numberOf({ number }: GitHubItem, what: Threads['what']): number {
  if (number === null) throw new PublishError(`GitHub answered with a ${what} that has no number.`);
  return number;
}
