import type { RunContext } from './context.ts';
import type { ListedPullRequest } from './event.ts';

/** Where the pull request of a run can be learnt. */
export type Source =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'commit'; readonly sha: string }
  | { readonly kind: 'head'; readonly owner: string; readonly branch: string; readonly sha: string }
  | { readonly kind: 'none'; readonly reason: string };

/** Reads off the event which pull request a run belongs to, or what to ask GitHub for. */
export function sourceOf(context: RunContext): Source {
  const { event, eventName } = context;
  if (event.pullRequest) return { kind: 'number', number: event.pullRequest.number };
  if (eventName === 'issue_comment' && event.issue?.isPullRequest)
    return { kind: 'number', number: event.issue.number };
  if (event.workflowRun) return ofWorkflowRun(context, event.workflowRun);
  const [listed] = listedHere(context);
  if (listed !== undefined) return { kind: 'number', number: listed };
  if (eventName === 'merge_group') return ofMergeGroup(event.mergeGroupRef ?? context.ref ?? '');
  if (eventName === 'push' || eventName === 'release') return ofCommit(event.deleted ? null : context.sha, eventName);
  return none(eventName === '' ? 'the run has no event' : `a run of ${eventName} belongs to no pull request`);
}

function ofWorkflowRun(context: RunContext, run: NonNullable<RunContext['event']['workflowRun']>): Source {
  const [listed] = listedHere(context);
  if (listed !== undefined) return { kind: 'number', number: listed };
  if (run.headSha === null) return none('the workflow run has no head commit');
  if (run.event === 'push' || run.event === 'release') return ofCommit(run.headSha, run.event);
  // GitHub lists no pull requests for a fork's run; the fork's owner and branch find it.
  if (run.headOwner !== null && run.headBranch !== null) {
    return { kind: 'head', owner: run.headOwner, branch: run.headBranch, sha: run.headSha };
  }
  return none('the workflow run does not say which branch it ran on');
}

/** The queue's branch: `gh-readonly-queue/<base>/pr-<number>-<commit>`; the base may hold slashes and be named alike. */
function ofMergeGroup(ref: string): Source {
  const number = Number(/\/pr-(\d{1,15})-[0-9a-f]{7,64}$/i.exec(ref)?.[1]);
  return number > 0 ? { kind: 'number', number } : none('the merge group names no pull request');
}

function ofCommit(sha: string | null, eventName: string): Source {
  return sha === null || /^0+$/.test(sha) ? none(`the ${eventName} has no commit`) : { kind: 'commit', sha };
}

/** A run in a fork also lists the pull requests that go from the fork to the repository it was forked from. */
function listedHere({ event, repo }: RunContext): number[] {
  const own = repo === null ? '' : `/repos/${repo.owner}/${repo.name}`.toLowerCase();
  const leavesHere = ({ headUrl, baseUrl }: ListedPullRequest): boolean =>
    baseUrl !== null && baseUrl !== headUrl && !baseUrl.toLowerCase().endsWith(own);
  return event.listedPullRequests.filter((listed) => !leavesHere(listed)).map(({ number }) => number);
}

function none(reason: string): Source {
  return { kind: 'none', reason };
}
