import type { PostingRequest } from '../../inputs/request.ts';
import { withFailureLine } from '../body/compose.ts';
import { warnOfOthers } from '../body/ownership.ts';
import type { GitHub } from '../github/client.ts';
import type { Post } from '../post.ts';
import type { ListedPullRequest, RunContext } from '../workflow/context.ts';
import { idAt, textAt, valueAt } from '../workflow/json.ts';
import { findOwnComments, writeComment, type WrittenComment } from './comments.ts';
import { commentsOn } from './issue-comments.ts';

/** Posts a report as a comment on a pull request; null if all is green and no comment is to be begun. */
export async function postComment(
  github: GitHub,
  number: number,
  { commentMode: mode, commentWhen }: Pick<PostingRequest, 'commentMode' | 'commentWhen'>,
  post: Post,
  context: RunContext,
): Promise<WrittenComment | null> {
  const place = commentsOn(github, number);
  const { ownPosts: ownComments, others } =
    mode === 'append' ? { ownPosts: [], others: [] } : await findOwnComments(place, post, context);
  const [newest] = ownComments;
  const isQuiet = commentWhen === 'not-green' && post.gates.every(({ outcome }) => outcome === 'passed');
  if (isQuiet && newest === undefined) return null;
  // A failure is a line above the newest comment, with `recreate`, too: the earlier numbers stay.
  const isEdit =
    newest !== undefined && (mode === 'update' || isQuiet || withFailureLine(post, newest.body) !== null);
  const job = { place, post, context, now: github.now };
  const writtenComment = await writeComment(job, isEdit ? newest : undefined, newest, ownComments);
  return { ...writtenComment, warnings: [...writtenComment.warnings, ...warnOfOthers(others, post)] };
}

/** The pull request to post to, or why there is none. */
type FoundPullRequest = { readonly number: number } | { readonly number: null; readonly reason: string };

/**
 * Finds the pull request for `pr-number: auto`: the one that the event names, else one that GitHub lists for
 * the commit or the branch.
 */
export async function findPullRequest(
  context: RunContext,
  connect: () => Promise<GitHub>,
): Promise<FoundPullRequest> {
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

async function findByCommit(sha: string, context: RunContext, github: GitHub): Promise<FoundPullRequest> {
  const list = await github.list('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', { commit_sha: sha });
  const newest = newestPull(list.flatMap(parsePull), context);
  return newest ?? { number: null, reason: `commit ${sha} belongs to no open or merged pull request` };
}

async function findByHead(
  { owner, branch, sha }: PullRequestSource & { kind: 'head' },
  context: RunContext,
  github: GitHub,
): Promise<FoundPullRequest> {
  const head = `${owner}:${branch}`;
  const list = await github.list('GET /repos/{owner}/{repo}/pulls', { head, state: 'all' });
  // The report is about one commit; the branch may have moved on since, or belong to an older pull request.
  const pulls = list.flatMap(parsePull).filter(({ headSha }) => headSha === sha);
  const newest = newestPull(pulls, context, true);
  return (
    newest ?? {
      number: null,
      reason: `no pull request from ${head} is at commit ${sha} (a newer commit has its own run)`,
    }
  );
}

type Pull = ReturnType<typeof parsePull>[number];

function parsePull(value: unknown) {
  const number = idAt(value, 'number');
  if (number === null) return [];
  return [
    {
      number,
      isOpen: valueAt(value, 'state') === 'open',
      mergedAt: textAt(value, 'merged_at'),
      headSha: textAt(value, 'head', 'sha'),
      head: textAt(value, 'head', 'repo', 'full_name'),
      base: textAt(value, 'base', 'repo', 'full_name'),
    },
  ];
}

/** The newest open pull request, else the newest merged one, else (with `orClosed`) the newest of all. */
function newestPull(
  pulls: readonly Pull[],
  { repo }: RunContext,
  orClosed = false,
): { number: number } | null {
  // In a fork, GitHub also lists the pull requests from the fork to the repository that it was forked from.
  const repoName = repo === null ? '' : `${repo.owner}/${repo.name}`.toLowerCase();
  const isElsewhere = ({ head, base }: Pull): boolean =>
    base !== null && base !== head && base.toLowerCase() !== repoName;
  const here = pulls.filter((pull) => !isElsewhere(pull)).toSorted((one, other) => other.number - one.number);
  const merged = here
    .filter(({ mergedAt }) => mergedAt !== null)
    .toSorted((one, other) => time(other) - time(one));
  const newest = here.find(({ isOpen }) => isOpen) ?? merged[0] ?? (orClosed ? here[0] : undefined);
  return newest ? { number: newest.number } : null;
}

function time({ mergedAt }: Pull): number {
  return Date.parse(mergedAt ?? '') || 0;
}

/** How to find the pull request of a run. */
type PullRequestSource =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'head'; readonly owner: string; readonly branch: string; readonly sha: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Reads from the event which pull request a run belongs to, or what to ask GitHub for. */
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
  // A workflow that runs after another one cannot know a number that its event does not say.
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
