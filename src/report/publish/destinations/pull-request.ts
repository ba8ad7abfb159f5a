// Posts a report as a comment on a pull request, and finds the pull request that a run belongs to
// (`pr-number: auto`).
import type { PostingRequest } from '../../inputs/request.ts';
import { withFailureLine } from '../body/compose.ts';
import { warnOfOthers } from '../body/ownership.ts';
import type { GitHub } from '../github/client.ts';
import type { Post } from '../post.ts';
import type { ListedPullRequest, RunContext, WorkflowRun } from '../workflow/context.ts';
import { idAt, momentAt, textAt, valueAt } from '../workflow/json.ts';
import { findOwnComments, writeComment } from './comments.ts';
import { commentsOn } from './issue-comments.ts';
import { withWarnings, type WrittenPost } from './written.ts';

/** Posts a report as a comment on a pull request; null if all is green and no comment is to be begun. */
export async function postComment(
  github: GitHub,
  number: number,
  { commentMode: mode, commentWhen }: Pick<PostingRequest, 'commentMode' | 'commentWhen'>,
  post: Post,
  context: RunContext,
): Promise<WrittenPost | null> {
  const place = commentsOn(github, number);
  const { ownPosts: ownComments, others } =
    mode === 'append' ? { ownPosts: [], others: [] } : await findOwnComments(place, post, context);
  const [newest] = ownComments;
  const isGreen = post.gates.every(({ outcome }) => outcome === 'passed');
  const isQuiet = commentWhen === 'not-green' && isGreen;
  if (isQuiet && newest === undefined) return null;
  // A failure is a line above the newest comment, with `recreate`, too: the earlier numbers stay.
  const isFailureLine = newest !== undefined && withFailureLine(post, newest.body) !== null;
  const isEdited = mode === 'update' || isQuiet || isFailureLine;
  const job = { post, context, now: github.now };
  const earlier = { current: isEdited ? newest : undefined, newest, replaced: ownComments };
  return withWarnings(await writeComment(job, place, earlier), warnOfOthers(others, post));
}

/** The pull request to post to, or why there is none. */
type PullRequestTarget = { readonly number: number } | { readonly number: null; readonly reason: string };

type Connect = () => Promise<GitHub>;

/**
 * Finds the pull request for `pr-number: auto`: the one that the event names, else one that GitHub lists for
 * the commit or the branch. Connects only if GitHub has to be asked.
 */
export async function findPullRequest(context: RunContext, connect: Connect): Promise<PullRequestTarget> {
  const { event, eventName } = context;
  if (event.pullRequest) return { number: event.pullRequest.number };
  if (eventName === 'issue_comment' && event.issue?.isPullRequest) return { number: event.issue.number };
  const listed = event.listedPullRequests.find((each) => isToHere(each, context));
  if (listed !== undefined) return { number: listed.number };
  if (event.workflowRun) return findOfWorkflowRun(event.workflowRun, context, connect);
  if (eventName === 'merge_group') return findOfMergeGroup(event.mergeGroupRef ?? context.ref ?? '');
  if (eventName === 'push' || eventName === 'release')
    return findByCommit(event.deleted ? null : context.sha, eventName, context, connect);
  const reason =
    eventName === '' ? 'the run has no event' : `a run of ${eventName} belongs to no pull request`;
  // A workflow that runs after another one knows no number to set, so it gets no such advice.
  return none(eventName === 'workflow_run' ? reason : `${reason}; name one with pr-number`);
}

async function findOfWorkflowRun(
  { headSha: sha, headOwner: owner, headBranch: branch, event }: WorkflowRun,
  context: RunContext,
  connect: Connect,
): Promise<PullRequestTarget> {
  if (sha === null) return none('the workflow run has no head commit');
  if (event === 'push' || event === 'release') return findByCommit(sha, event, context, connect);
  // GitHub lists no pull requests for the run of a fork, but the fork's owner and branch lead to it.
  if (owner === null || branch === null) return none('the workflow run does not say which branch it ran on');
  const head = `${owner}:${branch}`;
  const github = await connect();
  const list = await github.list('GET /repos/{owner}/{repo}/pulls', { head, state: 'all' });
  // The report is about one commit; the branch may have moved on since, or belong to an older pull request.
  const pulls = pullsToHere(list, context).filter(({ headSha }) => headSha === sha);
  const reason = `no pull request from ${head} is at commit ${sha} (a newer commit has its own run)`;
  return newestOpenOrMerged(pulls) ?? pulls[0] ?? none(reason);
}

/**
 * Reads a merge queue's branch: `gh-readonly-queue/<base>/pr-<number>-<commit>`. The base may hold slashes
 * and look the same.
 */
function findOfMergeGroup(ref: string): PullRequestTarget {
  const number = Number(/\/pr-(\d{1,15})-[0-9a-f]{7,64}$/i.exec(ref)?.[1]);
  return number > 0 ? { number } : none('the merge group names no pull request');
}

async function findByCommit(
  sha: string | null,
  eventName: string,
  context: RunContext,
  connect: Connect,
): Promise<PullRequestTarget> {
  // GitHub writes a commit that does not exist, as of a deleted branch, as zeros.
  if (sha === null || /^0+$/.test(sha)) return none(`the ${eventName} has no commit`);
  const github = await connect();
  const list = await github.list('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', { commit_sha: sha });
  const newest = newestOpenOrMerged(pullsToHere(list, context));
  return newest ?? none(`commit ${sha} belongs to no open or merged pull request`);
}

function none(reason: string): PullRequestTarget {
  return { number: null, reason };
}

/** A pull request as GitHub lists it, as far as it decides which one a run belongs to. */
interface Pull {
  readonly number: number;
  readonly isOpen: boolean;
  /** When it was merged, in epoch milliseconds; null if it was not. */
  readonly mergedMs: number | null;
  readonly headSha: string | null;
}

/** The pull requests to the run's repository, newest first. */
function pullsToHere(list: readonly unknown[], context: RunContext): readonly Pull[] {
  const pulls = list.flatMap((pull): readonly Pull[] => {
    const number = idAt(pull, 'number');
    const headRepository = textAt(pull, 'head', 'repo', 'full_name');
    const baseRepository = textAt(pull, 'base', 'repo', 'full_name');
    if (number === null || !isToHere({ headRepository, baseRepository }, context)) return [];
    const isOpen = valueAt(pull, 'state') === 'open';
    return [{ number, isOpen, mergedMs: momentAt(pull, 'merged_at'), headSha: textAt(pull, 'head', 'sha') }];
  });
  return pulls.sort((one, other) => other.number - one.number);
}

/**
 * Whether a pull request is to the run's repository. In a fork, GitHub also names those from the fork to the
 * repository that it was forked from.
 */
function isToHere(
  { headRepository, baseRepository }: Pick<ListedPullRequest, 'headRepository' | 'baseRepository'>,
  { repo }: RunContext,
): boolean {
  if (baseRepository === null || baseRepository === headRepository || repo === null) return true;
  return baseRepository.toLowerCase() === `${repo.owner}/${repo.name}`.toLowerCase();
}

/** The newest open pull request, else the one that was merged last; undefined without either. */
function newestOpenOrMerged(pulls: readonly Pull[]): Pull | undefined {
  const merged = pulls.filter(({ mergedMs }) => mergedMs !== null);
  const lastMerged = merged.toSorted((one, other) => (other.mergedMs ?? 0) - (one.mergedMs ?? 0))[0];
  return pulls.find(({ isOpen }) => isOpen) ?? lastMerged;
}
