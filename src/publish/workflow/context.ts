import { parseEvent, type RunEvent } from './event.ts';

/** The workflow run that posts. A field is null if its variable is missing or not valid. */
export interface RunContext {
  readonly eventName: string;
  readonly event: RunEvent;
  readonly repo: { readonly owner: string; readonly name: string } | null;
  readonly sha: string | null;
  readonly ref: string | null;
  readonly workflow: string;
  readonly actor: string;
  readonly runId: string | null;
  readonly runAttempt: number;
  /** The number of this run of the workflow, from 1, as people see it. */
  readonly runNumber: string | null;
  /** The run's page, for people. */
  readonly runUrl: string | null;
  readonly serverUrl: string;
  readonly apiUrl: string;
  readonly graphqlUrl: string;
  /** The step's summary file. */
  readonly summaryPath: string | null;
  readonly tempDir: string | null;
  /** Where a checkout is. */
  readonly workspace: string | null;
}

/**
 * Reads the runner's variables and event file; a missing or unreadable event file counts as an event without
 * fields.
 */
export function readRunContext(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): RunContext {
  const event = parseEvent(eventText(env.GITHUB_EVENT_PATH, readFile));
  const repo = repository(env.GITHUB_REPOSITORY) ?? repository(event.repository ?? undefined);
  const serverUrl = url(env.GITHUB_SERVER_URL) ?? 'https://github.com';
  const apiUrl = url(env.GITHUB_API_URL) ?? 'https://api.github.com';
  const runId = matching(env.GITHUB_RUN_ID, /^\d{1,20}$/);
  return {
    eventName: env.GITHUB_EVENT_NAME ?? '',
    event,
    repo,
    sha: matching(env.GITHUB_SHA, /^[0-9a-f]{40,64}$/i),
    ref: matching(env.GITHUB_REF, /./),
    workflow: env.GITHUB_WORKFLOW ?? '',
    actor: env.GITHUB_ACTOR ?? '',
    runId,
    runAttempt: Number(matching(env.GITHUB_RUN_ATTEMPT, /^[1-9]\d{0,5}$/) ?? 1),
    runNumber: matching(env.GITHUB_RUN_NUMBER, /^\d{1,20}$/),
    runUrl: repo && runId ? `${serverUrl}/${repo.owner}/${repo.name}/actions/runs/${runId}` : null,
    serverUrl,
    apiUrl,
    graphqlUrl: graphqlUrl(apiUrl, url(env.GITHUB_GRAPHQL_URL)),
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

function eventText(path: string | undefined, readFile: (path: string) => string): string | null {
  if (!path) return null;
  try {
    return readFile(path);
  } catch {
    return null;
  }
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

/** The token is sent to the API's own host only, so a GraphQL address on another host is ignored. */
function graphqlUrl(apiUrl: string, given: string | null): string {
  if (given !== null && new URL(given).origin === new URL(apiUrl).origin) return given;
  return `${apiUrl.replace(/\/api\/v3$/, '/api')}/graphql`;
}
