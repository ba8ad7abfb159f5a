import type { PostingRequest } from '../../inputs/request.ts';
import { composeBody, type ComposedBody, withFailureNote } from '../body/compose.ts';
import type { GitHub } from '../github/client.ts';
import type { GitHubItem } from '../github/item.ts';
import type { Post } from '../post.ts';
import type { RunContext } from '../run/context.ts';
import { type ListedPullRequest, parseIssueNumber, valueAt } from '../run/event.ts';
import {
  cleanUp,
  createComment,
  deleteComments,
  editComment,
  ownComments,
  rewriteComment,
  type Written,
} from './comments.ts';

/** A comment that was written, and what a person should hear about besides. */
interface WrittenComment extends Written {
  readonly warnings: readonly string[];
}

/** Posts a report as a comment on a pull request. */
export async function postComment(
  github: GitHub,
  number: number,
  mode: PostingRequest['commentMode'],
  post: Post,
  context: RunContext,
): Promise<WrittenComment> {
  const own = mode === 'append' ? [] : await ownComments(github, number, post.reportId);
  const [newest] = own;
  // `recreate` edits too where only a failure is to be told: the earlier numbers stay.
  const edit = newest && (mode === 'update' || withFailureNote(post, newest.body) !== null);
  const rewrite = (sealed: ComposedBody): Promise<GitHubItem | null> =>
    newest ? editComment(github, newest.id, sealed) : Promise.resolve(null);
  const rewritten = edit ? await rewriteComment(rewrite, newest, post, context, github.now()) : null;
  const written: Written = rewritten ?? {
    outcome: 'posted',
    comment: await createComment(github, number, composeBody(post, context, github.now(), null)),
  };
  // Only now: a run that dies before leaves one comment too many, never none.
  return { ...written, warnings: await removeOthers(github, own, written.comment) };
}

function removeOthers(github: GitHub, own: readonly GitHubItem[], current: GitHubItem): Promise<readonly string[]> {
  const others = own.filter(({ id }) => id !== current.id);
  return cleanUp('Earlier comments of this report', () => deleteComments(github, others));
}

/** The pull request to post to, or why there is none. */
type FoundPullRequest = { readonly number: number } | { readonly number: null; readonly reason: string };

/** Finds the pull request of `pr-number: auto`: the event's own, else one that GitHub is asked for. */
export async function findPullRequest(context: RunContext, connect: () => Promise<GitHub>): Promise<FoundPullRequest> {
  const source = pullRequestSource(context);
  switch (source.kind) {
    case 'number':
      return { number: source.number };
    case 'none':
      return { number: null, reason: source.reason };
    case 'commit': {
      const list = await (
        await connect()
      ).list('GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls', { commit_sha: source.sha });
      return (
        newestPull(list.flatMap(parsePull), context) ?? {
          number: null,
          reason: `commit ${source.sha} belongs to no open or merged pull request`,
        }
      );
    }
    case 'head': {
      const head = `${source.owner}:${source.branch}`;
      const list = await (await connect()).list('GET /repos/{owner}/{repo}/pulls', { head, state: 'all' });
      // A branch may have moved on since, or carry an older pull request: the report is about one commit.
      const pulls = list.flatMap(parsePull).filter(({ headSha }) => headSha === source.sha);
      return (
        newestPull(pulls, context, true) ?? {
          number: null,
          reason: `no pull request from ${head} is at commit ${source.sha}`,
        }
      );
    }
  }
}

interface Pull {
  readonly number: number;
  readonly isOpen: boolean;
  readonly mergedAt: string | null;
  readonly headSha: string | null;
  readonly head: string | null;
  readonly base: string | null;
}

function parsePull(value: unknown): Pull[] {
  const number = parseIssueNumber(valueAt(value, 'number'));
  if (number === null) return [];
  const mergedAt = text(valueAt(value, 'merged_at'));
  const isOpen = valueAt(value, 'state') === 'open';
  return [
    {
      number,
      isOpen,
      mergedAt,
      headSha: text(valueAt(value, 'head', 'sha')),
      head: text(valueAt(value, 'head', 'repo', 'full_name')),
      base: text(valueAt(value, 'base', 'repo', 'full_name')),
    },
  ];
}

/** The newest open one, else the newest merged one, else (where wanted) the newest one of all. */
function newestPull(pulls: readonly Pull[], { repo }: RunContext, orClosed = false): FoundPullRequest | null {
  const own = repo === null ? '' : `${repo.owner}/${repo.name}`.toLowerCase();
  // Asked in a fork, GitHub also names the pull requests that go from there to the repository it was forked from.
  const leavesHere = ({ head, base }: Pull): boolean => base !== null && base !== head && base.toLowerCase() !== own;
  const here = pulls.filter((pull) => !leavesHere(pull)).toSorted((one, other) => other.number - one.number);
  const merged = here.filter(({ mergedAt }) => mergedAt !== null).toSorted((one, other) => time(other) - time(one));
  const found = here.find(({ isOpen }) => isOpen) ?? merged[0] ?? (orClosed ? here[0] : undefined);
  return found ? { number: found.number } : null;
}

function time({ mergedAt }: Pull): number {
  return Date.parse(mergedAt ?? '') || 0;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Where the pull request of a run can be learnt. */
type PullRequestSource =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'head'; readonly owner: string; readonly branch: string; readonly sha: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Reads off the event which pull request a run belongs to, or what to ask GitHub for. */
function pullRequestSource(context: RunContext): PullRequestSource {
  const { event, eventName } = context;
  if (event.pullRequest) return { kind: 'number', number: event.pullRequest.number };
  if (eventName === 'issue_comment' && event.issue?.isPullRequest)
    return { kind: 'number', number: event.issue.number };
  if (event.workflowRun) return fromWorkflowRun(context, event.workflowRun);
  const [listed] = listedHere(context);
  if (listed !== undefined) return { kind: 'number', number: listed };
  if (eventName === 'merge_group') return fromMergeGroup(event.mergeGroupRef ?? context.ref ?? '');
  if (eventName === 'push' || eventName === 'release') return fromCommit(event.deleted ? null : context.sha, eventName);
  return none(eventName === '' ? 'the run has no event' : `a run of ${eventName} belongs to no pull request`);
}

function fromWorkflowRun(context: RunContext, run: NonNullable<RunContext['event']['workflowRun']>): PullRequestSource {
  const [listed] = listedHere(context);
  if (listed !== undefined) return { kind: 'number', number: listed };
  if (run.headSha === null) return none('the workflow run has no head commit');
  if (run.event === 'push' || run.event === 'release') return fromCommit(run.headSha, run.event);
  // GitHub lists no pull requests for a fork's run; the fork's owner and branch find it.
  if (run.headOwner !== null && run.headBranch !== null) {
    return { kind: 'head', owner: run.headOwner, branch: run.headBranch, sha: run.headSha };
  }
  return none('the workflow run does not say which branch it ran on');
}

/** The queue's branch: `gh-readonly-queue/<base>/pr-<number>-<commit>`; the base may hold slashes and be named alike. */
function fromMergeGroup(ref: string): PullRequestSource {
  const number = Number(/\/pr-(\d{1,15})-[0-9a-f]{7,64}$/i.exec(ref)?.[1]);
  return number > 0 ? { kind: 'number', number } : none('the merge group names no pull request');
}

function fromCommit(sha: string | null, eventName: string): PullRequestSource {
  return sha === null || /^0+$/.test(sha) ? none(`the ${eventName} has no commit`) : { kind: 'commit', sha };
}

/** A run in a fork also lists the pull requests that go from the fork to the repository it was forked from. */
function listedHere({ event, repo }: RunContext): number[] {
  const own = repo === null ? '' : `/repos/${repo.owner}/${repo.name}`.toLowerCase();
  const leavesHere = ({ headUrl, baseUrl }: ListedPullRequest): boolean =>
    baseUrl !== null && baseUrl !== headUrl && !baseUrl.toLowerCase().endsWith(own);
  return event.listedPullRequests.filter((listed) => !leavesHere(listed)).map(({ number }) => number);
}

function none(reason: string): PullRequestSource {
  return { kind: 'none', reason };
}
