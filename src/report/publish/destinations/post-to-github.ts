// Posts a report to each of the destinations at GitHub, and makes the receipt. `publish.ts` calls
// `postToGitHub`; each destination has its own file next to this one.
import type { Destination, PostingRequest } from '../../inputs/request.ts';
import type { RunContext } from '../workflow/context.ts';
import { discussionThreads } from './discussion.ts';
import { connect, type GitHub } from '../github/client.ts';
import { postIssue } from './issue.ts';
import { NOT_POSTED, type Post, type PublishEffects, type Receipt } from '../post.ts';
import { findPullRequest, postComment } from './pull-request.ts';
import { findRelease, postRelease } from './release.ts';
import { postThread } from './thread.ts';
import type { WrittenThread } from './thread-text.ts';

/**
 * Posts a page to a place at GitHub. Throws if it cannot; if there is nowhere to post, the receipt says so.
 */
type PostToPlace = (
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  connectOnce: () => Promise<GitHub>,
) => Promise<Receipt>;

type Place = Exclude<Destination, 'summary' | 'webhook'>;

const PLACES: Readonly<Record<Place, PostToPlace>> = {
  async 'pull-request'(post, posting, context, connectOnce) {
    const { prNumber } = posting;
    const target = prNumber === 'auto' ? await findPullRequest(context, connectOnce) : { number: prNumber };
    if (target.number === null) {
      const message = `No pull request was posted to: ${target.reason}.`;
      return { ...NOT_POSTED, destination: 'pull-request', level: 'warning', message };
    }
    const writtenComment = await postComment(await connectOnce(), target.number, posting, post, context);
    if (writtenComment === null) {
      const message = 'No comment was posted: all gates passed (comment-when: not-green).';
      return { ...NOT_POSTED, destination: 'pull-request', level: 'info', message };
    }
    const { id, url } = writtenComment.item;
    const what = `comment on pull request #${target.number}`;
    return receiptOf('pull-request', what, writtenComment, { id, url, number: target.number });
  },
  async issue(post, posting, context, connectOnce) {
    const writtenThread = await postIssue(await connectOnce(), posting, post, context);
    return { ...threadReceipt('issue', writtenThread), issueUrl: writtenThread.thread.url };
  },
  async release(post, _posting, context, connectOnce) {
    const github = await connectOnce();
    const { release, reason } = await findRelease(github, context);
    if (release === null) {
      return { ...NOT_POSTED, destination: 'release', message: `No release was posted to: ${reason}.` };
    }
    const section = await postRelease(github, release, post, context);
    return receiptOf('release', `section in the notes of release ${release.tag}`, section, {
      url: release.url,
    });
  },
  async discussion(post, { discussionCategory, issueMode }, context, connectOnce) {
    const github = await connectOnce();
    const threads = discussionThreads(github, discussionCategory, post.reportId);
    const job = { threads, mode: issueMode, post, context, now: github.now };
    return threadReceipt('discussion', await postThread(job));
  },
  async check(post, posting, context, connectOnce) {
    const { postChecks } = await import('./check.ts');
    return postChecks(await connectOnce(), post, posting, context);
  },
};

/** Posts a page to a place at GitHub, as `PostToPlace` says. */
export function postToGitHub(
  place: Place,
  post: Post,
  posting: PostingRequest,
  context: RunContext,
  effects: PublishEffects,
): Promise<Receipt> {
  // Each destination has its own connection, so that a slow one does not use up the time of the next.
  let connection: Promise<GitHub> | null = null;
  const connectOnce = () => (connection ??= connect(context, posting.githubToken, effects));
  return PLACES[place](post, posting, context, connectOnce);
}

function threadReceipt(what: 'issue' | 'discussion', writtenThread: WrittenThread): Receipt {
  const { item, thread } = writtenThread;
  const isComment = item !== thread;
  const place = `${isComment ? 'comment on ' : ''}${what} #${thread.number ?? '?'}`;
  return receiptOf(what, place, writtenThread, {
    id: isComment ? item.id : null,
    url: item.url,
    number: thread.number,
  });
}

function receiptOf(
  destination: Receipt['destination'],
  what: string,
  { outcome, warnings }: Pick<WrittenThread, 'outcome' | 'warnings'>,
  place: Partial<Receipt> & Pick<Receipt, 'url'>,
): Receipt {
  const message = [
    `The ${what} ${DONE[outcome]}: ${place.url ?? 'GitHub gave no address'}`,
    ...warnings,
  ].join('\n');
  const levelWithoutWarnings = outcome === 'outdated' ? 'notice' : 'info';
  const level = warnings.length > 0 ? 'warning' : levelWithoutWarnings;
  return { ...NOT_POSTED, destination, outcome, level, message, ...place };
}

const DONE: Readonly<Record<WrittenThread['outcome'], string>> = {
  posted: 'was posted',
  updated: 'was updated',
  unchanged: 'has these results already',
  outdated: 'was left as it is, because a run that began later wrote it',
};
