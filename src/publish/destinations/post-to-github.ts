import type { PostingRequest } from '../../inputs/request.ts';
import type { RunContext } from '../workflow/context.ts';
import { discussionThreads } from './discussion.ts';
import { connect, type GitHub } from '../github/client.ts';
import { postIssue } from './issue.ts';
import { NOT_POSTED, type Post, type PublishEffects, type Receipt } from '../post.ts';
import { findPullRequest, postComment } from './pull-request.ts';
import { findRelease, postRelease } from './release.ts';
import { postThread, type WrittenThread } from './thread.ts';

/**
 * Posts a page to a destination at GitHub. Throws if it cannot be posted; if there is nowhere to post it, the
 * receipt says so.
 */
export async function postToGitHub(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  // Each destination has a connection of its own, so that a slow one does not use up the time of the next.
  const open = connectOnce(() => connect(context, posting.githubToken, effects));
  switch (post.destination) {
    case 'pull-request':
      return toPullRequest(post, posting, context, open);
    case 'issue':
      return toIssue(post, posting, context, await open());
    case 'release':
      return toRelease(post, context, await open());
    case 'discussion':
      return toDiscussion(post, posting, context, await open());
    case 'check': {
      const { postChecks } = await import('./check.ts');
      return postChecks(await open(), post, posting, context);
    }
    case 'summary':
    case 'webhook':
      throw new Error(`GitHub has no place that is called ${post.destination}.`);
  }
}

async function toPullRequest(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  open: () => Promise<GitHub>,
): Promise<Receipt> {
  const { prNumber, commentMode } = posting;
  const target = prNumber === 'auto' ? await findPullRequest(context, open) : { number: prNumber };
  if (target.number === null) {
    return {
      ...NOT_POSTED,
      destination: 'pull-request',
      level: 'warning',
      message: `No pull request was posted to: ${target.reason}.`,
    };
  }
  const written = await postComment(await open(), target.number, commentMode, post, context);
  const { id, url } = written.comment;
  const what = `comment on pull request #${target.number}`;
  return receiptOf('pull-request', what, written, { id, url, number: target.number });
}

async function toIssue(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  github: GitHub,
): Promise<Receipt> {
  const written = await postIssue(github, posting, post, context);
  return { ...threadReceipt('issue', written), issueUrl: written.thread.url };
}

async function toRelease(post: Post, context: RunContext, github: GitHub): Promise<Receipt> {
  const release = await findRelease(github, context);
  if (typeof release === 'string') {
    return { ...NOT_POSTED, destination: 'release', message: `No release was posted to: ${release}.` };
  }
  const written = await postRelease(github, release, post, context);
  return receiptOf('release', `section in the notes of release ${release.tag}`, written, {
    url: release.url,
  });
}

async function toDiscussion(
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  github: GitHub,
): Promise<Receipt> {
  const threads = discussionThreads(github, posting.discussionCategory, post.reportId);
  const job = { threads, mode: posting.issueMode, post, context, now: github.now };
  return threadReceipt('discussion', await postThread(job));
}

function threadReceipt(what: 'issue' | 'discussion', written: WrittenThread): Receipt {
  const { comment, thread } = written;
  const place = `${comment ? 'comment on ' : ''}${what} #${thread.number ?? '?'}`;
  const { url } = comment ?? thread;
  return receiptOf(what, place, written, { id: comment?.id ?? null, url, number: thread.number });
}

function receiptOf(
  destination: Receipt['destination'],
  what: string,
  { outcome, warnings }: Pick<WrittenThread, 'outcome' | 'warnings'>,
  place: Partial<Receipt> & Pick<Receipt, 'url'>,
): Receipt {
  const done = outcome === 'unchanged' ? 'has these results already' : `was ${outcome}`;
  const message = [`The ${what} ${done}: ${place.url ?? 'GitHub gave no address'}`, ...warnings].join('\n');
  const level = warnings.length > 0 ? 'warning' : 'info';
  return { ...NOT_POSTED, destination, outcome, level, message, ...place };
}

function connectOnce(open: () => Promise<GitHub>): () => Promise<GitHub> {
  let opened: Promise<GitHub> | null = null;
  return () => (opened ??= open());
}
