import type { Destination, PostingRequest } from '../inputs/request.ts';
import type { RunContext } from './workflow/context.ts';
import { commentsOn } from './destinations/issue-comments.ts';
import { discussionThreads } from './destinations/discussion.ts';
import { connect, type GitHub } from './github/client.ts';
import { getIssue, issueThreads } from './destinations/issue.ts';
import { findPullRequest } from './destinations/pull-request.ts';
import type { GitHubItem } from './github/item.ts';
import type { PublishEffects } from './post.ts';
import { isPostOf, readState } from './body/parts.ts';
import type { PostState } from './body/state.ts';
import type { Threads } from './destinations/thread.ts';
import { type CommentPlace, findOwnComments } from './destinations/comments.ts';
import { pickOwn, type ReportIdentity } from './body/ownership.ts';

/**
 * When another run posted the report last (epoch milliseconds), and where; `url` is null if this run is about
 * to overwrite that post.
 */
export interface PreviousPost {
  readonly url: string | null;
  readonly atMs: number;
}

/** The post of the report's last run, and what the newest post, which may be this run's own, remembers. */
interface EarlierPosts {
  readonly previous: PreviousPost | null;
  readonly state: PostState | null;
}

const PLACES = ['issue', 'discussion', 'pull-request'] as const satisfies readonly Destination[];

/**
 * Finds a report's earlier posts before the report is rendered: the report links to the last one, and says
 * which gates changed since. Looks for issues, or else discussions, or else comments on the pull request.
 * Throws as publishing does.
 */
export async function findEarlierPosts(
  posting: PostingRequest,
  report: ReportIdentity,
  context: RunContext,
  effects: PublishEffects,
): Promise<EarlierPosts> {
  const place = PLACES.find((each) => posting.destinations.includes(each));
  if (place === undefined) return { previous: null, state: null };
  const github = await connect(context, posting.githubToken, effects);
  const posts = (await listPosts(github, place, posting, report, context)).flatMap(({ body, url }) => {
    const state = readState(body);
    return state.results === null ? [] : [{ state, url }];
  });
  // A comment on a pull request belongs to that pull request: the report before it is not the one before
  // this.
  const isThread = place !== 'pull-request' && !(place === 'issue' && posting.issueNumber !== null);
  for (const { state, url } of isThread ? posts : []) {
    const { atMs } = state;
    if (atMs === null || state.run === context.runId) continue;
    const previous = { url: posting.issueMode === 'update' ? null : url, atMs };
    return { previous, state: posts[0]?.state ?? null };
  }
  return { previous: null, state: posts[0]?.state ?? null };
}

/** The report's posts in a place, newest first. */
async function listPosts(
  github: GitHub,
  place: (typeof PLACES)[number],
  posting: PostingRequest,
  report: ReportIdentity,
  context: RunContext,
): Promise<readonly GitHubItem[]> {
  const { prNumber, issueNumber, issueMode, discussionCategory } = posting;
  if (place === 'pull-request') {
    const { number } =
      prNumber === 'auto'
        ? await findPullRequest(context, () => Promise.resolve(github))
        : { number: prNumber };
    return number === null ? [] : ownComments(commentsOn(github, number), report, context);
  }
  const isIssue = place === 'issue';
  if (isIssue && issueNumber !== null) return listInIssue(github, issueNumber, issueMode, report, context);
  const threads = isIssue
    ? issueThreads(github, posting, report.reportId)
    : discussionThreads(github, discussionCategory, report.reportId);
  return listInThreads(threads, issueMode, report, context);
}

async function listInIssue(
  github: GitHub,
  number: number,
  mode: PostingRequest['issueMode'],
  report: ReportIdentity,
  context: RunContext,
): Promise<readonly GitHubItem[]> {
  if (mode === 'comment') return ownComments(commentsOn(github, number), report, context);
  const issue = await getIssue(github, number);
  return pickOwn(isPostOf(issue.body, report.reportId) ? [issue] : [], report, context).ownPosts;
}

async function listInThreads(
  threads: Threads,
  issueMode: PostingRequest['issueMode'],
  report: ReportIdentity,
  context: RunContext,
): Promise<readonly GitHubItem[]> {
  const { ownPosts: ownThreads } = pickOwn(await threads.findOwn(), report, context);
  const [rolling] = ownThreads;
  return issueMode === 'comment' && rolling
    ? ownComments(threads.commentsOn(rolling), report, context)
    : ownThreads;
}

async function ownComments(
  place: CommentPlace,
  report: ReportIdentity,
  context: RunContext,
): Promise<readonly GitHubItem[]> {
  return (await findOwnComments(place, report, context)).ownPosts;
}
