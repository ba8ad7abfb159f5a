import { PublishError } from '../errors.ts';
import type { PostingRequest } from '../inputs/request.ts';
import type { RunContext } from './context.ts';
import { discussionThreads } from './discussions.ts';
import { explain } from './explain.ts';
import { connect, type GitHub } from './github.ts';
import { postIssue } from './issue.ts';
import type { Post, PublishEffects, Receipt } from './post.ts';
import { postComment } from './pull-request.ts';
import { postRelease } from './release.ts';
import { findRelease } from './release-source.ts';
import { resolvePullRequest } from './resolve.ts';
import { postSummary } from './summary.ts';
import { postThread } from './thread.ts';

/** Posts each page to its destination, one after the other; one that fails is a receipt and does not stop the others. */
export async function publish(
  posting: PostingRequest,
  posts: readonly Post[],
  context: RunContext,
  effects: PublishEffects,
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const post of posts) {
    // One connection a destination: the time that one of them wastes is not taken from the next.
    const open = openOnce(() => connect(context, posting.githubToken, effects));
    try {
      receipts.push(await postTo(post, posting, context, effects, open));
    } catch (error) {
      receipts.push(refused(error, post, context));
    }
  }
  return receipts;
}

async function postTo(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  effects: PublishEffects,
  open: () => Promise<GitHub>,
): Promise<Receipt> {
  switch (post.destination) {
    case 'summary':
      return postSummary(post, context, effects);
    case 'pull-request':
      return toPullRequest(post, posting, context, open);
    case 'issue':
      return toIssue(post, posting, context, await open());
    case 'release':
      return toRelease(post, context, await open());
    case 'discussion':
      return toDiscussion(post, posting, context, await open());
  }
}

async function toPullRequest(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  open: () => Promise<GitHub>,
): Promise<Receipt> {
  const { prNumber, commentMode } = posting;
  const target = prNumber === 'auto' ? await resolvePullRequest(context, open) : { number: prNumber };
  if (target.number === null) {
    return {
      ...NOWHERE,
      destination: 'pull-request',
      message: `No pull request was posted to: ${target.reason}. Name one with pr-number.`,
    };
  }
  const { outcome, comment, warnings } = await postComment(await open(), target.number, commentMode, post, context);
  const told = tell(`comment on pull request #${target.number}`, outcome, comment.url, warnings);
  return {
    destination: 'pull-request',
    outcome,
    ...told,
    id: comment.id,
    url: comment.url,
    number: target.number,
    issueUrl: null,
  };
}

async function toIssue(post: Post, posting: PostingRequest, context: RunContext, github: GitHub): Promise<Receipt> {
  const { outcome, thread: issue, comment, warnings } = await postIssue(github, posting, post, context);
  const what = comment ? `comment on issue #${issue.number ?? '?'}` : `issue #${issue.number ?? '?'}`;
  const url = comment ? comment.url : issue.url;
  const told = tell(what, outcome, url, warnings);
  return {
    destination: 'issue',
    outcome,
    ...told,
    id: comment?.id ?? null,
    url,
    number: issue.number,
    issueUrl: issue.url,
  };
}

async function toRelease(post: Post, context: RunContext, github: GitHub): Promise<Receipt> {
  const release = await findRelease(github, context);
  if (typeof release === 'string') {
    return { ...NOWHERE, destination: 'release', message: `No release was posted to: ${release}.` };
  }
  const outcome = await postRelease(github, release, post, context);
  const told = tell(`section in the notes of release ${release.tag}`, outcome, release.url, []);
  return { ...NOWHERE, destination: 'release', outcome, ...told, url: release.url };
}

async function toDiscussion(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  github: GitHub,
): Promise<Receipt> {
  const threads = discussionThreads(github, posting.discussionCategory, post.reportId);
  const job = { threads, mode: posting.issueMode, post, context, now: github.now };
  const { outcome, thread, comment, warnings } = await postThread(job);
  const what = `${comment ? 'comment on ' : ''}discussion #${thread.number ?? '?'}`;
  const url = comment ? comment.url : thread.url;
  const told = tell(what, outcome, url, warnings);
  return {
    ...NOWHERE,
    destination: 'discussion',
    outcome,
    ...told,
    id: comment?.id ?? null,
    url,
    number: thread.number,
  };
}

const NOWHERE = { outcome: 'skipped', level: 'notice', id: null, url: null, number: null, issueUrl: null } as const;

function tell(
  what: string,
  outcome: 'posted' | 'updated' | 'unchanged',
  url: string | null,
  warnings: readonly string[],
): Pick<Receipt, 'level' | 'message'> {
  const done = outcome === 'unchanged' ? 'has these results already' : `was ${outcome}`;
  const message = [`The ${what} ${done}: ${url ?? 'GitHub gave no address'}`, ...warnings].join('\n');
  return { level: warnings.length > 0 ? 'warning' : 'info', message };
}

function refused(error: unknown, { destination }: Post, context: RunContext): Receipt {
  // A fault of the file system concerns this destination alone, as GitHub's refusals do.
  const cause = error instanceof Error ? error : new PublishError(String(error));
  const { isFault, message } = explain(cause, destination, context);
  return {
    ...NOWHERE,
    destination,
    outcome: isFault ? 'failed' : 'skipped',
    level: isFault ? 'error' : 'warning',
    message,
  };
}

function openOnce(open: () => Promise<GitHub>): () => Promise<GitHub> {
  let opened: Promise<GitHub> | null = null;
  return () => (opened ??= open());
}
