// Finds a report's earlier posts at GitHub, before the report is rendered: the report links to the one
// before, and says which gates changed since the newest.
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
import { findOwnComments } from './destinations/comments.ts';
import type { CommentPlace } from './destinations/places.ts';
import { pickOwn, type ReportIdentity } from './body/ownership.ts';

/**
 * The newest post of another run: `state` may be of this run's own post, but a report cannot link to itself.
 */
export interface PreviousPost {
  /** Null if this run is about to overwrite that post. */
  readonly url: string | null;
  /** When it was written, in epoch milliseconds. */
  readonly atMs: number;
}

/** What is known of a report's earlier posts. */
interface EarlierPosts {
  /** The post to link to; null unless the place is a series of reports, such as a new issue each week. */
  readonly previous: PreviousPost | null;
  /** What the newest post remembers of its gates. If this run is repeated, that post may be its own. */
  readonly state: PostState | null;
}

/** Earlier posts are searched in one place: the first of these that the report is posted to. */
const PLACES = ['issue', 'discussion', 'pull-request'] as const satisfies readonly Destination[];
type Place = (typeof PLACES)[number];

/** Finds a report's earlier posts. Throws as publishing does. */
export async function findEarlierPosts(
  posting: PostingRequest,
  report: ReportIdentity,
  context: RunContext,
  effects: PublishEffects,
): Promise<EarlierPosts> {
  const place = PLACES.find((each) => posting.destinations.includes(each));
  if (place === undefined) return { previous: null, state: null };
  const github = await connect(context, posting.githubToken, effects);
  const posts = await listPosts(github, place, posting, report, context);
  // A post of a run in which nothing could be reported remembers no results.
  const reported = posts
    .map(({ body, url }) => ({ url, state: readState(body) }))
    .filter(({ state }) => state.results !== null);
  const state = reported[0]?.state ?? null;
  // Comments on one pull request or one chosen issue are about that alone: they are no series of reports.
  const isSeries = place === 'discussion' || (place === 'issue' && posting.issueNumber === null);
  const ofOtherRun = reported.find((each) => each.state.atMs !== null && each.state.run !== context.runId);
  const atMs = ofOtherRun?.state.atMs ?? null;
  if (!isSeries || ofOtherRun === undefined || atMs === null) return { previous: null, state };
  return { previous: { atMs, url: posting.issueMode === 'update' ? null : ofOtherRun.url }, state };
}

/**
 * The report's own posts in a place, newest first: comments on a pull request or a chosen issue, or that
 * issue itself; else the report's threads (issues or discussions) or, with `comment`, those on the newest
 * thread.
 */
async function listPosts(
  github: GitHub,
  place: Place,
  posting: PostingRequest,
  report: ReportIdentity,
  context: RunContext,
): Promise<readonly GitHubItem[]> {
  const { reportId } = report;
  const { prNumber, issueNumber, issueMode, discussionCategory } = posting;
  const ownOf = (items: readonly GitHubItem[]) => pickOwn(items, report, context).ownPosts;
  const ownCommentsIn = async (where: CommentPlace) =>
    (await findOwnComments(where, report, context)).ownPosts;
  if (place === 'pull-request') {
    const connected = () => Promise.resolve(github);
    const target = prNumber === 'auto' ? await findPullRequest(context, connected) : { number: prNumber };
    return target.number === null ? [] : ownCommentsIn(commentsOn(github, target.number));
  }
  if (place === 'issue' && issueNumber !== null) {
    if (issueMode === 'comment') return ownCommentsIn(commentsOn(github, issueNumber));
    const issue = await getIssue(github, issueNumber);
    return isPostOf(issue.body, reportId) ? ownOf([issue]) : [];
  }
  const threads =
    place === 'issue'
      ? issueThreads(github, posting, reportId)
      : discussionThreads(github, discussionCategory, reportId);
  const ownThreads = ownOf(await threads.findOwn());
  const [newest] = ownThreads;
  // With `comment`, the thread only has an introduction, and its comments are the reports.
  if (issueMode === 'comment' && newest !== undefined) return ownCommentsIn(threads.commentsOn(newest));
  return ownThreads;
}
