import type { PostingRequest } from '../../src/report/inputs/request.ts';
import { digest } from '../../src/report/publish/body/state.ts';
import { readRunContext, type RunContext } from '../../src/report/publish/workflow/context.ts';
import type { Post, PublishEffects, Receipt } from '../../src/report/publish/post.ts';
import { publish } from '../../src/report/publish/publish.ts';
import type { StandIn } from './github/stand-in.ts';

/** The run that posts, unless a test says otherwise: run 42 of a push. */
export function runContext(
  apiUrl: string,
  env: Record<string, string> = {},
  payload: unknown = {},
): RunContext {
  const variables = {
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_EVENT_PATH: '/event.json',
    GITHUB_REPOSITORY: 'octo/app',
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_REF: 'refs/heads/main',
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_API_URL: apiUrl,
    ...env,
  };
  return readRunContext(variables, payload);
}

/** The request, unless a test says otherwise: pull request 7, everything else at its default. */
export function posting(changes: Partial<PostingRequest> = {}): PostingRequest {
  return {
    destinations: ['pull-request'],
    commentWhen: 'always',
    commentMode: 'update',
    prNumber: 7,
    issueMode: 'update',
    issueNumber: null,
    issueTitle: '{{title}}',
    labels: [],
    assignees: [],
    discussionCategory: 'General',
    githubToken: 'ghs_workflow',
    webhook: { url: '', format: 'json', secret: '' },
    ...changes,
  };
}

const CHECK = {
  name: 'Crashes',
  conclusion: 'success',
  title: '1%, needs < 2%',
  summary: '## Report',
} as const;

/** A rendered report. */
export function post(destination: Post['destination'], changes: Partial<Post> = {}): Post {
  return {
    destination,
    configuration: '',
    body: '## Report\n\n| a |\n|---|\n| 1 |\n',
    title: 'Insight report',
    reportId: 'default',
    fingerprint: 'f1',
    period: '2026-10-01T00:00:00Z/2026-11-01T00:00:00Z',
    failureLine: null,
    gates: [],
    madeMs: Date.UTC(2026, 10, 20),
    ...(destination === 'check' && { checks: [CHECK] }),
    ...changes,
  };
}

/**
 * Effects with a clock that advances with waits and by a millisecond at each reading; waits are recorded and
 * take no time.
 */
export function effects(
  files = new Map<string, string>(),
): PublishEffects & { readonly waits: number[]; readonly files: Map<string, string> } {
  const waits: number[] = [];
  let now = Date.UTC(2026, 10, 20);
  return {
    waits,
    files,
    appendFile: async (path, text) => void files.set(path, (files.get(path) ?? '') + text),
    fileSizeBytes: async (path) => Buffer.byteLength(files.get(path) ?? ''),
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    now: () => (now += 1),
  };
}

/** Posts one report to one destination and returns its receipt. */
export async function postOne(
  github: StandIn,
  one: Post,
  asked: Partial<PostingRequest> = {},
  env: Record<string, string> = {},
  payload: unknown = {},
): Promise<Receipt> {
  const [receipt] = await publish(posting(asked), [one], runContext(github.url, env, payload), effects());
  return receipt!;
}

/** The requests so far as `METHOD path`, without the repository's prefix. */
export function asked(github: StandIn): string[] {
  return github.requests.map(({ method, path }) => `${method} ${path.replace('/repos/octo/app', '')}`);
}

/** The body of an earlier run's post. */
export function earlierBody(
  text: string,
  {
    run = '41',
    results = 'f0',
    period = '2026-09-01T00:00:00Z/2026-10-01T00:00:00Z',
    reportId = 'default',
  }: { run?: string; results?: string; period?: string; reportId?: string } = {},
): string {
  const state = {
    version: 1,
    run,
    atMs: Date.UTC(2026, 9, 1),
    results: digest(results),
    period: digest(period),
  };
  return `${text}\n\n<!-- insight-report-state: ${JSON.stringify(state)} -->\n<!-- insight-report:${reportId} -->`;
}
