// What a run knows of its workflow: GitHub's environment variables and the event that started it.
import { arrayAt, hasObjectAt, idAt, textAt, valueAt } from './json.ts';

/**
 * The workflow run that posts. If its variable is missing or not valid, a field is null, a name is empty, the
 * address of the API is GitHub's own and the attempt is the first.
 */
export interface RunContext {
  readonly eventName: string;
  readonly event: WorkflowEvent;
  readonly repo: { readonly owner: string; readonly name: string } | null;
  readonly sha: string | null;
  readonly ref: string | null;
  readonly workflow: string;
  readonly job: string;
  readonly actor: string;
  readonly runId: string | null;
  readonly runAttempt: number;
  /** The number of this run of the workflow, from 1, as people see it. */
  readonly runNumber: string | null;
  readonly repositoryUrl: string | null;
  readonly runUrl: string | null;
  readonly apiUrl: string;
  /** The step's summary file. */
  readonly summaryPath: string | null;
  readonly tempDir: string | null;
  /** Where a checkout is. */
  readonly workspace: string | null;
}

/** What posting needs to know of the event that started the run. */
type WorkflowEvent = ReturnType<typeof parseEvent>;
/** `workflow_run`: the run that this run follows. */
export type WorkflowRun = NonNullable<WorkflowEvent['workflowRun']>;

/** Reads the runner's variables, and what we need of the event's payload. */
export function readRunContext(
  env: Readonly<Record<string, string | undefined>>,
  payload: unknown,
): RunContext {
  const event = parseEvent(payload);
  const repo = repository(env.GITHUB_REPOSITORY) ?? repository(event.repository ?? undefined);
  const serverUrl = url(env.GITHUB_SERVER_URL) ?? 'https://github.com';
  const apiUrl = url(env.GITHUB_API_URL) ?? 'https://api.github.com';
  const repositoryUrl = repo && `${serverUrl}/${repo.owner}/${repo.name}`;
  const runId = matching(env.GITHUB_RUN_ID, /^\d{1,20}$/);
  return {
    eventName: env.GITHUB_EVENT_NAME ?? '',
    event,
    repo,
    sha: matching(env.GITHUB_SHA, /^[0-9a-f]{40,64}$/i),
    ref: matching(env.GITHUB_REF, /./),
    workflow: env.GITHUB_WORKFLOW ?? '',
    job: env.GITHUB_JOB ?? '',
    actor: env.GITHUB_ACTOR ?? '',
    runId,
    runAttempt: Number(matching(env.GITHUB_RUN_ATTEMPT, /^[1-9]\d{0,5}$/) ?? 1),
    runNumber: matching(env.GITHUB_RUN_NUMBER, /^\d{1,20}$/),
    repositoryUrl,
    runUrl: repositoryUrl && runId ? `${repositoryUrl}/actions/runs/${runId}` : null,
    apiUrl,
    summaryPath: matching(env.GITHUB_STEP_SUMMARY, /./),
    tempDir: matching(env.RUNNER_TEMP, /./),
    workspace: matching(env.GITHUB_WORKSPACE, /./),
  };
}

/**
 * Whether a pull request from a fork or from Dependabot started the run: GitHub gives such runs no secrets,
 * and a token that only reads.
 */
export function fromUntrustedPullRequest(context: RunContext): boolean {
  const { pullRequest } = context.event;
  if (pullRequest === null || !context.eventName.startsWith('pull_request')) return false;
  const dependabot = 'dependabot[bot]';
  if (context.actor === dependabot || pullRequest.author === dependabot) return true;
  const { headRepository, baseRepository } = pullRequest;
  return headRepository === null || headRepository.toLowerCase() !== baseRepository?.toLowerCase();
}

function repository(fullName: string | undefined): RunContext['repo'] {
  const [, owner, name] = /^([\w.-]+)\/([\w.-]+)$/.exec(fullName ?? '') ?? [];
  return owner && name ? { owner, name } : null;
}

function url(value: string | undefined): string | null {
  if (!value || !URL.canParse(value) || !/^https?:/i.test(value)) return null;
  return value.replace(/\/+$/, '');
}

function matching(value: string | undefined, shape: RegExp): string | null {
  return value !== undefined && shape.test(value) ? value : null;
}

/** A pull request that an event lists. */
export interface ListedPullRequest {
  readonly number: number;
  readonly headSha: string | null;
  /** As `owner/name`; null if the event does not say it. */
  readonly headRepository: string | null;
  readonly baseRepository: string | null;
}

/**
 * What posting needs to know of the event that started the run; what is not an object is an event without any
 * fields.
 */
export function parseEvent(payload: unknown) {
  return {
    pullRequest: parsePullRequest(payload),
    // `issue_comment`: the issue or pull request that was commented on.
    issue: parseIssue(payload),
    // `workflow_run`: the run that this run follows.
    workflowRun: parseWorkflowRun(payload),
    release: parseRelease(payload),
    listedPullRequests: ['workflow_run', 'check_run', 'check_suite'].flatMap((key) =>
      arrayAt(payload, key, 'pull_requests').flatMap(parseListed),
    ),
    mergeGroupRef: textAt(payload, 'merge_group', 'head_ref'),
    // `push`: the branch or tag was deleted.
    deleted: valueAt(payload, 'deleted') === true,
    repository: textAt(payload, 'repository', 'full_name'),
    isPublic: isPublic(valueAt(payload, 'repository')),
  };
}

/** An internal repository is not private, but not everybody can read it. */
function isPublic(repository: unknown): boolean {
  const visibility = valueAt(repository, 'visibility');
  return visibility === undefined ? valueAt(repository, 'private') === false : visibility === 'public';
}

/** A repository is null if the payload does not name it: a deleted fork. */
function parsePullRequest(payload: unknown) {
  const pull = valueAt(payload, 'pull_request');
  const number = idAt(pull, 'number');
  if (number === null) return null;
  return {
    number,
    title: textAt(pull, 'title'),
    headSha: textAt(pull, 'head', 'sha'),
    baseSha: textAt(pull, 'base', 'sha'),
    headRepository: textAt(pull, 'head', 'repo', 'full_name'),
    baseRepository: textAt(pull, 'base', 'repo', 'full_name'),
    author: textAt(pull, 'user', 'login'),
  };
}

function parseIssue(payload: unknown) {
  const number = idAt(payload, 'issue', 'number');
  if (number === null) return null;
  const isPullRequest = hasObjectAt(payload, 'issue', 'pull_request');
  return { number, title: textAt(payload, 'issue', 'title'), isPullRequest };
}

function parseWorkflowRun(payload: unknown) {
  if (!hasObjectAt(payload, 'workflow_run')) return null;
  const run = valueAt(payload, 'workflow_run');
  return {
    event: textAt(run, 'event'),
    headSha: textAt(run, 'head_sha'),
    headBranch: textAt(run, 'head_branch'),
    headOwner: textAt(run, 'head_repository', 'owner', 'login'),
  };
}

function parseRelease(payload: unknown) {
  const id = idAt(payload, 'release', 'id');
  const action = valueAt(payload, 'action');
  const editor = action === 'edited' ? (textAt(payload, 'sender', 'login') ?? '') : null;
  return id === null ? null : { id, editor, deleted: action === 'deleted' };
}

function parseListed(pull: unknown): readonly ListedPullRequest[] {
  const number = idAt(pull, 'number');
  if (number === null) return [];
  const repositoryOf = (side: 'head' | 'base'): string | null => {
    // Here GitHub names a repository by the address of its API alone.
    const address = textAt(pull, side, 'repo', 'url') ?? '';
    return /\/repos\/([^/]+\/[^/]+)$/.exec(address)?.[1] ?? null;
  };
  const [headRepository, baseRepository] = [repositoryOf('head'), repositoryOf('base')];
  return [{ number, headSha: textAt(pull, 'head', 'sha'), headRepository, baseRepository }];
}
