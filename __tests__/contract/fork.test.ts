// The recipe for pull requests from forks, examples/fork-comment.yml, as the runner runs it: first the pull
// request's own run, which has no secrets and a token that only reads, then the recipe's run, with the inputs
// that its YAML and action.yml give, and the event's payload.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import { runAction, type Ended } from '../support/run-action.ts';
import { startGitHub, WORKFLOW, type Account, type StandIn } from '../support/github/stand-in.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

type Json = Readonly<Record<string, unknown>>;

interface Recipe {
  readonly on: { readonly workflow_run: Json };
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly if: string; readonly steps: readonly Step[] }>>;
}

interface Step {
  readonly uses: string;
  readonly with: Readonly<Record<string, string>>;
}

interface Metadata {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
}

const read = (path: string): unknown =>
  parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const RECIPE = read('examples/fork-comment.yml') as Recipe;
const { inputs: DECLARED } = read('action.yml') as Metadata;
const JOB = Object.values(RECIPE.jobs)[0]!;
const STEP = JOB.steps[0]!;
const EXAMPLES = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly {
  readonly name: string;
  readonly examples: readonly Json[];
}[];
const example = (name: string): Json => EXAMPLES.find((each) => each.name === name)!.examples[0]!;

const INSIGHT = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const SHA = 'c'.repeat(40);
const GITHUB_TOKEN = 'ghs_5ecretOfTheRepository0123456789abcd';

let github: StandIn | null = null;

const service = await serviceOfFile();
const secret = await addOrganization(service, 'com.example.app');
const query = {
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'Users' }],
  dimension: { type: 'default', dimension: 'system', outputName: 'System' },
  metric: { type: 'numeric', metric: 'Users' },
  threshold: 10,
};
await service.store.insights.add('com.example.app', [{ id: INSIGHT, name: 'systems', query }]);
const events = ['iOS 18', 'iOS 18', 'iOS 17'].map((system, index) => ({
  timestamp: new Date(Date.now() - 3_600_000).toISOString(),
  appID: 'app',
  clientUser: `user-${index}`,
  type: 'appLaunched',
  isTestMode: false,
  payload: { system },
}));
await addEvents(service, 'com.example.app', events);

afterEach(async () => {
  await github?.close();
  expect(github?.violations ?? []).toEqual([]);
  github = null;
});

/**
 * The repository with the fork's pull request 7 and another one with the same branch name; the token has only
 * these permissions.
 */
async function repository(permissions: Readonly<Record<string, string>>): Promise<StandIn> {
  const may = (name: string): 'write' | 'read' => (permissions[name] === 'write' ? 'write' : 'read');
  const account: Account = {
    ...WORKFLOW,
    issues: may('issues'),
    pullRequests: may('pull-requests'),
    contents: may('contents'),
    discussions: may('discussions'),
  };
  github = await startGitHub({ tokens: { [GITHUB_TOKEN]: account } });
  github.addPull({ number: 7, pull: { headOwner: 'guest', headBranch: 'topic', headSha: SHA } });
  github.addPull({ number: 8, pull: { headOwner: 'octo', headBranch: 'topic', headSha: SHA } });
  return github;
}

/**
 * Runs the recipe's step as the runner does: every input declared, its default if the workflow does not set
 * it, and expressions evaluated.
 */
async function runStep(
  event: string,
  payload: Json,
  secrets: Readonly<Record<string, string>>,
): Promise<Ended> {
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ *([\w.]+) *\}\}/g, (_, name: string) => {
      if (name === 'github.token') return GITHUB_TOKEN;
      const [context = '', key = ''] = name.split('.');
      if (context !== 'secrets') throw new Error(`this test does not evaluate ${name}`);
      return secrets[key] ?? '';
    });
  for (const name of Object.keys(STEP.with)) expect(Object.keys(DECLARED)).toContain(name);
  const inputs = Object.entries(DECLARED).map(([name, { default: given = '' }]): [string, string] => [
    name,
    fill(STEP.with[name] ?? given),
  ]);
  const ended = await runAction({
    // Only the service's address differs.
    inputs: { ...Object.fromEntries(inputs), 'api-url': service.url },
    event,
    payload: { ...payload, repository: { full_name: 'octo/app', private: true } },
    env: { GITHUB_API_URL: github?.url ?? '', GITHUB_SHA: 'd'.repeat(40), GITHUB_REF: 'refs/heads/main' },
  });
  const seen = ended.everything.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  for (const token of [secret, GITHUB_TOKEN]) expect(seen.join('\n')).not.toContain(token);
  return ended;
}

const PULL_REQUEST: Json = {
  ...example('pull_request'),
  number: 7,
  pull_request: {
    number: 7,
    user: { login: 'guest' },
    head: { repo: { full_name: 'guest/app' }, sha: SHA },
    base: { repo: { full_name: 'octo/app' } },
  },
};

/** GitHub's event for the recipe once the fork's run has ended: it lists no pull requests. */
const ended = (event: string): Json => ({
  ...example('workflow_run'),
  workflow_run: {
    event,
    pull_requests: [],
    head_sha: SHA,
    head_branch: 'topic',
    head_repository: { full_name: 'guest/app', owner: { login: 'guest' } },
  },
});

/** Evaluates the job's `if`, which compares one field with a string. */
function isRun(condition: string, github: Json): boolean {
  const [, path = '', text] = /^github\.([\w.]+) == '(\w+)'$/.exec(condition) ?? [];
  expect(text).toBeDefined();
  const found = path.split('.').reduce<unknown>((value, key) => (value as Json)[key], github);
  return found === text;
}

test('the recipe is one step of this Action, in one job, started by workflow_run, with one permission', () => {
  expect(Object.keys(RECIPE.on)).toEqual(['workflow_run']);
  expect(RECIPE.permissions).toEqual({ 'pull-requests': 'write' });
  expect([Object.keys(RECIPE.jobs), JOB.steps.length]).toEqual([['report'], 1]);
  expect(STEP.uses).toMatch(/^insight-report\/insight-report@/);
  expect(isRun(JOB.if, { event: ended('pull_request') })).toBe(true);
  expect(isRun(JOB.if, { event: ended('push') })).toBe(false);
});

test('the pull request’s own run without secrets is skipped with a notice, and sends no request', async () => {
  const { requests } = await repository({});
  const own = await runStep('pull_request', PULL_REQUEST, {});
  expect([own.code, own.outputs['conclusion'], own.log]).toEqual([
    0,
    'skipped',
    expect.stringContaining('::notice::'),
  ]);
  expect(requests).toEqual([]);
});

test('the pull request’s own run with a token that only reads writes the summary, and warns how to go on', async () => {
  const { comments } = await repository({});
  const own = await runStep('pull_request', PULL_REQUEST, { TELEMETRYDECK_TOKEN: secret });
  expect([own.code, own.summary]).toEqual([0, expect.stringContaining('| iOS 18 ')]);
  expect(own.log).toMatch(/^::warning::.*workflow_run.*permissions:%0A {2}pull-requests: write$/m);
  expect(comments).toEqual([]);
});

test('the run of the recipe posts to the fork’s pull request, and edits the comment when it runs again', async () => {
  const repo = await repository(RECIPE.permissions);
  const first = await runStep('workflow_run', ended('pull_request'), { TELEMETRYDECK_TOKEN: secret });
  expect(first.code).toBe(0);
  expect(repo.comments).toHaveLength(1);
  expect(repo.comments[0]).toMatchObject({ issue: 7, author: WORKFLOW.login });
  for (const text of [repo.comments[0]?.body, first.summary]) {
    expect(text).toContain(STEP.with['title']);
    expect(text).toMatch(/\| iOS 18 (<sup>new<\/sup> )?\|/);
  }
  expect(first.outputs['comment-id']).toBe(String(repo.comments[0]?.id));
  repo.forget();
  await addEvents(service, 'com.example.app', [
    {
      timestamp: new Date(Date.now() - 1_800_000).toISOString(),
      appID: 'app',
      clientUser: 'user-9',
      type: 'appLaunched',
      isTestMode: false,
      payload: { system: 'iOS 16' },
    },
  ]);
  expect((await runStep('workflow_run', ended('pull_request'), { TELEMETRYDECK_TOKEN: secret })).code).toBe(
    0,
  );
  expect(repo.comments).toMatchObject([{ issue: 7, body: expect.stringContaining('| iOS 16 ') }]);
  expect(repo.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'PATCH']);
});
