import { arrayAt, hasObjectAt, idAt, textAt, valueAt } from './json.ts';

/** What posting needs to know of the event that started the run. */
export interface RunEvent {
  /**
   * The pull request that the event is about; a repository is null if the payload does not name it (a deleted
   * fork).
   */
  readonly pullRequest: {
    readonly number: number;
    readonly headSha: string | null;
    readonly baseSha: string | null;
    readonly headRepository: string | null;
    readonly baseRepository: string | null;
    readonly author: string | null;
  } | null;
  /** `issue_comment`: the issue or pull request that was commented on. */
  readonly issue: { readonly number: number; readonly isPullRequest: boolean } | null;
  /** `workflow_run`: the run that this run follows. */
  readonly workflowRun: {
    readonly event: string | null;
    readonly headSha: string | null;
    readonly headBranch: string | null;
    readonly headOwner: string | null;
  } | null;
  /** `release`: the release, and whether it was edited or deleted. */
  readonly release: { readonly id: number; readonly edited: boolean; readonly deleted: boolean } | null;
  /** The pull requests that `workflow_run`, `check_run` and `check_suite` list. */
  readonly listedPullRequests: readonly ListedPullRequest[];
  readonly mergeGroupRef: string | null;
  /** `push`: the branch or tag was deleted. */
  readonly deleted: boolean;
  /** `schedule`: the cron line that started the run. */
  readonly schedule: string | null;
  readonly repository: string | null;
  /** Whether the payload says that everybody can read the repository. */
  readonly isPublic: boolean;
}

/** A pull request with the API addresses of its head repository and its base repository. */
export interface ListedPullRequest {
  readonly number: number;
  readonly headSha: string | null;
  readonly headUrl: string | null;
  readonly baseUrl: string | null;
}

/** Reads the text of an event file; text that is not a JSON object is an event without any fields. */
export function parseEvent(json: string | null): RunEvent {
  const payload = parseJson(json);
  return {
    pullRequest: parsePullRequest(payload),
    issue: parseIssue(payload),
    workflowRun: parseWorkflowRun(payload),
    release: parseRelease(payload),
    listedPullRequests: ['workflow_run', 'check_run', 'check_suite'].flatMap((key) =>
      arrayAt(payload, key, 'pull_requests').flatMap(parseListed),
    ),
    mergeGroupRef: textAt(payload, 'merge_group', 'head_ref'),
    deleted: valueAt(payload, 'deleted') === true,
    schedule: textAt(payload, 'schedule'),
    repository: textAt(payload, 'repository', 'full_name'),
    isPublic: isPublic(valueAt(payload, 'repository')),
  };
}

function parseJson(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** An internal repository is not private, but not everybody can read it. */
function isPublic(repository: unknown): boolean {
  const visibility = valueAt(repository, 'visibility');
  return visibility === undefined ? valueAt(repository, 'private') === false : visibility === 'public';
}

function parsePullRequest(payload: unknown): RunEvent['pullRequest'] {
  const pull = valueAt(payload, 'pull_request');
  const number = idAt(pull, 'number');
  if (number === null) return null;
  return {
    number,
    headSha: textAt(pull, 'head', 'sha'),
    baseSha: textAt(pull, 'base', 'sha'),
    headRepository: textAt(pull, 'head', 'repo', 'full_name'),
    baseRepository: textAt(pull, 'base', 'repo', 'full_name'),
    author: textAt(pull, 'user', 'login'),
  };
}

function parseIssue(payload: unknown): RunEvent['issue'] {
  const number = idAt(payload, 'issue', 'number');
  return number === null ? null : { number, isPullRequest: hasObjectAt(payload, 'issue', 'pull_request') };
}

function parseWorkflowRun(payload: unknown): RunEvent['workflowRun'] {
  if (!hasObjectAt(payload, 'workflow_run')) return null;
  const run = valueAt(payload, 'workflow_run');
  return {
    event: textAt(run, 'event'),
    headSha: textAt(run, 'head_sha'),
    headBranch: textAt(run, 'head_branch'),
    headOwner: textAt(run, 'head_repository', 'owner', 'login'),
  };
}

function parseRelease(payload: unknown): RunEvent['release'] {
  const id = idAt(payload, 'release', 'id');
  const action = valueAt(payload, 'action');
  return id === null ? null : { id, edited: action === 'edited', deleted: action === 'deleted' };
}

function parseListed(pull: unknown): ListedPullRequest[] {
  const number = idAt(pull, 'number');
  if (number === null) return [];
  const [headUrl, baseUrl] = [textAt(pull, 'head', 'repo', 'url'), textAt(pull, 'base', 'repo', 'url')];
  return [{ number, headSha: textAt(pull, 'head', 'sha'), headUrl, baseUrl }];
}
