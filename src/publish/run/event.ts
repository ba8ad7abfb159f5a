/** What posting needs of the event that started the run; everything else in a payload is left behind. */
export interface RunEvent {
  /** The pull request that the event is about; a repository is null where the payload does not say (a deleted fork). */
  readonly pullRequest: {
    readonly number: number;
    readonly headRepository: string | null;
    readonly baseRepository: string | null;
    readonly author: string | null;
  } | null;
  /** `issue_comment`: the issue, which may be a pull request. */
  readonly issue: { readonly number: number; readonly isPullRequest: boolean } | null;
  /** `workflow_run`: the run that this run follows. */
  readonly workflowRun: {
    readonly event: string | null;
    readonly headSha: string | null;
    readonly headBranch: string | null;
    readonly headOwner: string | null;
  } | null;
  /** `release`: the release, and what became of it. */
  readonly release: { readonly id: number; readonly edited: boolean; readonly deleted: boolean } | null;
  /** Pull requests that `workflow_run`, `check_run` and `check_suite` list. */
  readonly listedPullRequests: readonly ListedPullRequest[];
  readonly mergeGroupRef: string | null;
  /** `push`: the branch or tag was deleted. */
  readonly deleted: boolean;
  /** `schedule`: the cron line that started the run. */
  readonly schedule: string | null;
  readonly repository: string | null;
  /** Whether the payload says that anybody can read the repository. */
  readonly isPublic: boolean;
}

/** A pull request with the API addresses of the repositories that it comes from and would be merged into. */
export interface ListedPullRequest {
  readonly number: number;
  readonly headUrl: string | null;
  readonly baseUrl: string | null;
}

/** Picks the fields of a `RunEvent` out of an event file's text; text that is no JSON object is an event without any. */
export function parseEvent(json: string | null): RunEvent {
  const payload = parseJson(json);
  return {
    pullRequest: pullRequest(payload),
    issue: issue(payload),
    workflowRun: workflowRun(payload),
    release: release(payload),
    listedPullRequests: ['workflow_run', 'check_run', 'check_suite'].flatMap((key) => listed(payload, key)),
    mergeGroupRef: text(valueAt(payload, 'merge_group', 'head_ref')),
    deleted: valueAt(payload, 'deleted') === true,
    schedule: text(valueAt(payload, 'schedule')),
    repository: text(valueAt(payload, 'repository', 'full_name')),
    isPublic: isPublic(valueAt(payload, 'repository')),
  };
}

/** The value at a path of own properties; undefined where there is none. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** A number that can be an issue's: a positive safe integer; null otherwise. */
export function parseIssueNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function parseJson(json: string | null): unknown {
  try {
    return json === null ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Internal repositories are not private, and yet not everybody's. */
function isPublic(repository: unknown): boolean {
  const visibility = valueAt(repository, 'visibility');
  return visibility === undefined ? valueAt(repository, 'private') === false : visibility === 'public';
}

function pullRequest(payload: unknown): RunEvent['pullRequest'] {
  const number = parseIssueNumber(valueAt(payload, 'pull_request', 'number'));
  if (number === null) return null;
  return {
    number,
    headRepository: text(valueAt(payload, 'pull_request', 'head', 'repo', 'full_name')),
    baseRepository: text(valueAt(payload, 'pull_request', 'base', 'repo', 'full_name')),
    author: text(valueAt(payload, 'pull_request', 'user', 'login')),
  };
}

function issue(payload: unknown): RunEvent['issue'] {
  const number = parseIssueNumber(valueAt(payload, 'issue', 'number'));
  if (number === null) return null;
  const mark = valueAt(payload, 'issue', 'pull_request');
  return { number, isPullRequest: typeof mark === 'object' && mark !== null };
}

function workflowRun(payload: unknown): RunEvent['workflowRun'] {
  const run = valueAt(payload, 'workflow_run');
  if (typeof run !== 'object' || run === null) return null;
  return {
    event: text(valueAt(run, 'event')),
    headSha: text(valueAt(run, 'head_sha')),
    headBranch: text(valueAt(run, 'head_branch')),
    headOwner: text(valueAt(run, 'head_repository', 'owner', 'login')),
  };
}

function release(payload: unknown): RunEvent['release'] {
  const id = parseIssueNumber(valueAt(payload, 'release', 'id'));
  const action = valueAt(payload, 'action');
  return id === null ? null : { id, edited: action === 'edited', deleted: action === 'deleted' };
}

function listed(payload: unknown, key: string): ListedPullRequest[] {
  const list: unknown = valueAt(payload, key, 'pull_requests');
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const number = parseIssueNumber(valueAt(entry, 'number'));
    const [headUrl, baseUrl] = [
      text(valueAt(entry, 'head', 'repo', 'url')),
      text(valueAt(entry, 'base', 'repo', 'url')),
    ];
    return number === null ? [] : [{ number, headUrl, baseUrl }];
  });
}
