// Posts a report as a comment on a pull request, and finds the pull request that a run belongs to
// (`pr-number: auto`).
import type { PostingRequest } from '../../inputs/request.ts';
import { withFailureLine } from '../body/compose.ts';
import { warnOfOthers } from '../body/ownership.ts';
import type { GitHub } from '../github/client.ts';
import type { Post } from '../post.ts';
import type { ListedPullRequest, RunContext } from '../workflow/context.ts';
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

/**
 * Finds the pull request for `pr-number: auto`: the one that the event names, else one that GitHub lists for
 * the commit or the branch. Connects only if GitHub has to be asked.
 */
export async function findPullRequest(
  context: RunContext,
  connect: () => Promise<GitHub>,
): Promise<PullRequestTarget> {
  const source = pullRequestSource(context);
  switch (source.kind) {
    case 'number':
      return { number: source.number };
    case 'none':
      return { number: null, reason: source.reason };
    case 'commit':
      return findByCommit(source.sha, context, await connect());
    case 'head':
      return findByHead(source, context, await connect());
  }
}

async function findByCommit(sha: string, context: RunContext, github: GitHub): Promise<PullRequestTarget> {
  const list = await github.list('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', { commit_sha: sha });
  const newest = newestOpenOrMerged(pullsToHere(list, context));
  return newest ?? { number: null, reason: `commit ${sha} belongs to no open or merged pull request` };
}

async function findByHead(
  { owner, branch, sha }: PullRequestSource & { kind: 'head' },
  context: RunContext,
  github: GitHub,
): Promise<PullRequestTarget> {
  const head = `${owner}:${branch}`;
  const list = await github.list('GET /repos/{owner}/{repo}/pulls', { head, state: 'all' });
  // The report is about one commit; the branch may have moved on since, or belong to an older pull request.
  const pulls = pullsToHere(list, context).filter(({ headSha }) => headSha === sha);
  const newest = newestOpenOrMerged(pulls) ?? pulls[0];
  const reason = `no pull request from ${head} is at commit ${sha} (a newer commit has its own run)`;
  return newest ?? { number: null, reason };
}

/** A pull request as GitHub lists it, as far as it decides which one a run belongs to. */
interface Pull {
  readonly number: number;
  readonly isOpen: boolean;
  /** When it was merged, in epoch milliseconds; null if it was not. */
  readonly mergedMs: number | null;
  readonly headSha: string | null;
}

/**
 * The pull requests to the run's repository, newest first. In a fork, GitHub also lists those from the fork
 * to the repository that it was forked from.
 */
function pullsToHere(list: readonly unknown[], { repo }: RunContext): readonly Pull[] {
  const repoName = repo === null ? '' : `${repo.owner}/${repo.name}`.toLowerCase();
  const pulls: Pull[] = [];
  for (const pull of list) {
    const number = idAt(pull, 'number');
    if (number === null) continue;
    const head = textAt(pull, 'head', 'repo', 'full_name');
    const base = textAt(pull, 'base', 'repo', 'full_name');
    const isElsewhere = base !== null && base !== head && base.toLowerCase() !== repoName;
    if (isElsewhere) continue;
    pulls.push({
      number,
      isOpen: valueAt(pull, 'state') === 'open',
      mergedMs: momentAt(pull, 'merged_at'),
      headSha: textAt(pull, 'head', 'sha'),
    });
  }
  return pulls.sort((one, other) => other.number - one.number);
}

/** The newest open pull request, else the one that was merged last; undefined without either. */
function newestOpenOrMerged(pulls: readonly Pull[]): Pull | undefined {
  const merged = pulls.filter(({ mergedMs }) => mergedMs !== null);
  const lastMerged = merged.toSorted((one, other) => (other.mergedMs ?? 0) - (one.mergedMs ?? 0))[0];
  return pulls.find(({ isOpen }) => isOpen) ?? lastMerged;
}

/** How to find the pull request of a run. */
type PullRequestSource =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'head'; readonly owner: string; readonly branch: string; readonly sha: string }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * Reads from the event which pull request a run belongs to, or by which commit or branch GitHub can find it.
 */
function pullRequestSource(context: RunContext): PullRequestSource {
  const { event, eventName } = context;
  if (event.pullRequest) return { kind: 'number', number: event.pullRequest.number };
  if (eventName === 'issue_comment' && event.issue?.isPullRequest)
    return { kind: 'number', number: event.issue.number };
  const [listed] = listedHere(context);
  if (listed !== undefined) return { kind: 'number', number: listed };
  if (event.workflowRun) return fromWorkflowRun(event.workflowRun);
  if (eventName === 'merge_group') return fromMergeGroup(event.mergeGroupRef ?? context.ref ?? '');
  if (eventName === 'push' || eventName === 'release')
    return fromCommit(event.deleted ? null : context.sha, eventName);
  const reason =
    eventName === '' ? 'the run has no event' : `a run of ${eventName} belongs to no pull request`;
  // A workflow that runs after another one knows no number to set, so it gets no such advice.
  return none(eventName === 'workflow_run' ? reason : `${reason}; name one with pr-number`);
}

function fromWorkflowRun(run: NonNullable<RunContext['event']['workflowRun']>): PullRequestSource {
  if (run.headSha === null) return none('the workflow run has no head commit');
  if (run.event === 'push' || run.event === 'release') return fromCommit(run.headSha, run.event);
  // GitHub lists no pull requests for the run of a fork, but the fork's owner and branch lead to it.
  if (run.headOwner !== null && run.headBranch !== null) {
    return { kind: 'head', owner: run.headOwner, branch: run.headBranch, sha: run.headSha };
  }
  return none('the workflow run does not say which branch it ran on');
}

/**
 * Reads a merge queue's branch: `gh-readonly-queue/<base>/pr-<number>-<commit>`. The base may hold slashes
 * and look the same.
 */
function fromMergeGroup(ref: string): PullRequestSource {
  const number = Number(/\/pr-(\d{1,15})-[0-9a-f]{7,64}$/i.exec(ref)?.[1]);
  return number > 0 ? { kind: 'number', number } : none('the merge group names no pull request');
}

function fromCommit(sha: string | null, eventName: string): PullRequestSource {
  // GitHub writes a commit that does not exist, as of a deleted branch, as zeros.
  return sha === null || /^0+$/.test(sha) ? none(`the ${eventName} has no commit`) : { kind: 'commit', sha };
}

/** The event's pull requests, without those from a fork to the repository that it was forked from. */
function listedHere({ event, repo }: RunContext): number[] {
  const repoPath = repo === null ? '' : `/repos/${repo.owner}/${repo.name}`.toLowerCase();
  const isElsewhere = ({ headUrl, baseUrl }: ListedPullRequest): boolean =>
    baseUrl !== null && baseUrl !== headUrl && !baseUrl.toLowerCase().endsWith(repoPath);
  return event.listedPullRequests.filter((listed) => !isElsewhere(listed)).map(({ number }) => number);
}

function none(reason: string): PullRequestSource {
  return { kind: 'none', reason };
}
