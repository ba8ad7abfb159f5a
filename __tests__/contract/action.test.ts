import { readFileSync } from 'node:fs';
// The committed dist/index.js as the runner starts it, against the project's own query service and a GitHub
// stand-in that is checked against GitHub's API description. Expected numbers are computed by loops over the
// events.
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { Results } from '../../src/report/results/results.ts';
import { DIST, runAction, type Ended, type Step } from '../support/run-action.ts';
import { closeServers, serveHttp } from '../support/faults/servers.ts';
import { closeGitHub, startGitHub, type StandIn } from '../support/github/stand-in.ts';
import { addEvents, serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

interface Example {
  readonly name: string;
  readonly examples: readonly Record<string, unknown>[];
}

const EXAMPLES = createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Example[];
const DEVICES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const OS = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const SHA = 'a'.repeat(40);

/** 3,000 events of the last ten days; a fifth of them are in test mode. */
const EVENTS = Array.from({ length: 3000 }, (_, index) => ({
  timestamp: new Date(Date.now() - index * 288_000 - 60_000).toISOString(),
  appID: 'app',
  clientUser: `user-${(index * 31) % 97}`,
  type: 'appLaunched',
  isTestMode: index % 5 === 0,
  payload: {
    model: ['iPhone 17', 'iPhone | 16', '@octocat', 'iPad'][[0, 1, 0, 2, 0, 1, 3][index % 7] ?? 0] ?? '',
    system: `iOS ${15 + (index % 4)}`,
  },
}));
const REAL = EVENTS.filter((event) => !event.isTestMode);

function countBy(key: 'model' | 'system') {
  const counts = new Map<string, number>();
  for (const { payload } of REAL) counts.set(payload[key], (counts.get(payload[key]) ?? 0) + 1);
  return counts;
}

const NO_TESTS = { type: 'selector', dimension: 'isTestMode', value: 'false' };
const insight = (id: string, dimension: string, aggregation: string, metric: string, threshold: number) => ({
  id,
  name: dimension,
  query: {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: aggregation }],
    dimension: { type: 'default', dimension, outputName: dimension },
    metric: { type: 'numeric', metric },
    threshold,
    filter: { type: 'and', fields: [NO_TESTS] },
  },
});

let github: StandIn;

const service = await serviceOfFile();
const token = await addOrganization(service, 'com.example.app');
await service.store.insights.add('com.example.app', [
  insight(DEVICES, 'model', 'eventCount', 'count', 100),
  insight(OS, 'system', 'userCount', 'Users', 2),
]);
await addEvents(service, 'com.example.app', EVENTS);

afterAll(closeServers);

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => closeGitHub(github));

async function run(inputs: Record<string, string>, step: Partial<Step> = {}) {
  const common = {
    'api-token': token,
    'api-url': service.url,
    'github-token': 'ghs_workflow',
    insights: DEVICES,
    interval: 'last 30 days',
  };
  const ended = await runAction({
    ...step,
    inputs: { ...common, ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_SHA: SHA, ...step.env },
  });
  // Only the lines that mask a token may contain it.
  const seen = ended.everything.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  for (const secret of [inputs['api-token'] ?? token, 'ghs_workflow'].filter((each) => each !== '')) {
    expect(seen.join('\n')).not.toContain(secret);
  }
  return ended;
}

/** The committed bundle, which runners run. */
const COMMITTED = { entry: DIST };

const HOOK_PATH = '/services/T0/B0/s3cr3tPartOfTheAddress';

/** A webhook that answers so, and the calls of it. */
async function startHook(status = 200, answer = 'ok') {
  const calls: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const { url } = await serveHttp((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(status).end(answer);
    });
  });
  return { url, calls };
}

/** Secrets are masked before anything else is written, and are nowhere else. */
function expectMasked({ log, everything }: Ended, secrets: readonly string[], sent: readonly string[]) {
  const lines = log.split('\n');
  const masks = lines.filter((line) => line.startsWith('::add-mask::'));
  expect(lines.slice(0, masks.length)).toEqual(masks);
  for (const secret of secrets) expect(masks).toContain(`::add-mask::${secret}`);
  const seen = [...everything.split('\n').filter((line) => !line.startsWith('::add-mask::')), ...sent].join(
    '\n',
  );
  for (const secret of secrets) expect(seen).not.toContain(secret);
}

const written = () => github.requests.map(({ body }) => JSON.stringify([body]));

function ok(ended: Ended, index = 0) {
  const found = (ended.results as Results).insights[index];
  if (found?.status !== 'ok') throw new Error(JSON.stringify(found));
  return found;
}

test('a job summary has the two requested insights, with the numbers that loops compute', async () => {
  const ended = await run(
    { insights: `devices: ${DEVICES}\nos: { id: ${OS}, title: OS versions }` },
    COMMITTED,
  );
  expect(ended.code).toBe(0);
  const devices = [...countBy('model')].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  expect(ok(ended).rows.map(({ key, value }) => [key, value])).toEqual(devices);
  expect(ok(ended).total).toBe(REAL.length);
  for (const [model, count] of devices) {
    const shown = model === '@octocat' ? '`@\u200boctocat`' : model.includes('|') ? '`iPhone \\| 16`' : model;
    expect(ended.summary).toContain(`| ${shown} | ${count.toLocaleString('en-US')} |`);
  }
  const users = new Set(REAL.map(({ clientUser }) => clientUser));
  expect(ok(ended, 1)).toMatchObject({ cutOff: true, metric: 'Users', unit: 'users', total: users.size });
  expect(ended.summary).toContain('### OS versions');
  expect(ended.outputs).toMatchObject({
    conclusion: 'neutral',
    errors: '0',
    'failed-thresholds': '[]',
    'comment-id': '',
    'issue-url': '',
  });
  expect(ended.report).toContain('### OS versions');
  const badge = ended.outputs['badge-path'] ?? '';
  const said = {
    schemaVersion: 1,
    label: 'devices',
    message: `${REAL.length.toLocaleString('en-US')} events`,
  };
  expect(JSON.parse(readFileSync(badge.replace(/svg$/, 'json'), 'utf8'))).toMatchObject(said);
  expect(readFileSync(badge, 'utf8')).toContain(`<title>${said.label}: ${said.message}</title>`);
  expect(github.requests).toEqual([]);
});

test('a job summary says what requiring each version would lose, and which is the minimum version', async () => {
  const ended = await run({ insights: `os: { id: ${OS}, kind: versions, keep: 60% }`, compare: 'none' });
  const users = [...new Set(REAL.map(({ clientUser }) => clientUser))];
  const lost = (major: number) =>
    users.filter((user) =>
      REAL.every(({ clientUser, payload }) => clientUser !== user || Number(payload.system.slice(4)) < major),
    ).length;
  const expected = [15, 16, 17, 18].map((major) => ({
    version: `iOS ${major}`,
    lost: lost(major),
    share: lost(major) / users.length,
  }));
  expect(ok(ended).versions?.families).toMatchObject([{ word: 'iOS', rows: expected }]);
  const minimum = expected.findLast(({ share }) => share <= 0.4)?.version ?? '';
  expect(ended.outputs['minimum-version']).toBe(minimum);
  expect(ended.summary).toContain(`**${minimum}** is the highest version that keeps 60% of users`);
  const bad = await run({ insights: `os: { id: ${OS}, keep: 98 }` });
  expect([bad.code, bad.outputs['minimum-version']]).toEqual([1, '']);
});

test('a job summary has a section for an insight that fails, with its reason; the step fails last', async () => {
  const ended = await run({ insights: `- ${UNKNOWN}\n- ${DEVICES}` });
  expect(ended.code).toBe(1);
  expect(ended.summary).toContain('❌');
  expect(ended.summary).toContain('| iPad ');
  expect(ended.outputs['errors']).toBe('1');
  expect(ended.results).toMatchObject({
    insights: [{ status: 'error', error: { kind: 'not-found', status: 404 } }, { status: 'ok' }],
  });
  expect(ended.log).toMatch(/::error::1 of 2 insights could not be reported\.%0A.*404/);
  expect((await run({ insights: `- ${UNKNOWN}\n- ${DEVICES}`, 'on-error': 'warn' })).code).toBe(0);
});

describe('gates', () => {
  const share = (key: string) => (countBy('model').get(key) ?? 0) / REAL.length;
  const asked = { insights: `devices: ${DEVICES}` };

  test('gates pass or fail the step last, in outputs, log, summary and comment', async () => {
    const pull = github.addPull();
    const payload = { number: pull.number, pull_request: { number: pull.number } };
    const thresholds =
      '- devices: share("iPad") < 1%\n- devices: total() > 100\n- devices: share("iPad") * 2 < total()';
    const ended = await run(
      { ...asked, thresholds, 'post-to': 'summary, pull-request' },
      { ...COMMITTED, event: 'pull_request', payload },
    );
    expect(share('iPad')).toBeGreaterThan(0.1);
    expect(ended.code).toBe(1);
    expect(ended.outputs['conclusion']).toBe('failed');
    expect(JSON.parse(ended.outputs['failed-thresholds'] ?? '')).toEqual([
      expect.objectContaining({
        insight: 'devices',
        assert: 'share("iPad") < 1%',
        outcome: 'failed',
        value: share('iPad'),
      }),
    ]);
    expect((ended.results as Results).thresholds.map(({ outcome }) => outcome)).toEqual([
      'failed',
      'passed',
      'passed',
    ]);
    expect(ended.log.match(/^::error::/gm)).toHaveLength(1);
    for (const body of [ended.summary, ended.report, github.comments[0]?.body ?? '']) {
      expect(body.indexOf('share("iPad")')).toBeGreaterThan(0);
      expect(body.indexOf('share("iPad")')).toBeLessThan(body.indexOf('| iPad '));
    }
    expect((await run({ ...asked, thresholds: '- total() > 100' })).outputs['conclusion']).toBe('passed');
  });
});

describe('events', () => {
  const example = (name: string) =>
    structuredClone(EXAMPLES.find((each) => each.name === name)?.examples[0] ?? {});

  test('pull_request: one comment is created, and edited by the next run in at most three requests', async () => {
    const pull = github.addPull();
    const payload = {
      ...example('pull_request'),
      number: pull.number,
      pull_request: { number: pull.number },
    };
    const inputs = { 'post-to': 'summary, pull-request' };
    const first = await run(inputs, { event: 'pull_request', payload });
    expect([first.code, first.log]).toEqual([0, expect.stringContaining('')]);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toMatch(/<!-- insight-report:default -->$/);
    expect(first.outputs['comment-id']).toBe(String(github.comments[0]?.id));
    expect(first.outputs['comment-url']).toMatch(/#issuecomment-/);
    github.forget();
    const second = await run(
      { ...inputs, title: 'Another title' },
      { event: 'pull_request', payload, env: { GITHUB_RUN_ID: '1043' } },
    );
    expect(second.code).toBe(0);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('Another title');
    expect(github.requests.length).toBeLessThanOrEqual(3);
    github.forget();
    await run(
      { ...inputs, title: 'Another title' },
      { event: 'pull_request', payload, env: { GITHUB_RUN_ID: '1043', GITHUB_RUN_ATTEMPT: '2' } },
    );
    expect(github.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test('schedule: a rolling issue is updated and tells a gate that flipped, or each period gets an issue', async () => {
    const step = { event: 'schedule', payload: { schedule: '17 6 * * 1' } };
    const weekly = { 'post-to': 'issue', 'report-id': 'weekly', thresholds: `- total() >= ${REAL.length}` };
    const ended = await run({ ...weekly, labels: 'metrics', 'issue-title': '{{title}} now' }, step);
    expect([ended.code, github.issues.length]).toEqual([0, 1]);
    expect(github.issues[0]?.title).toBe('Insight report now');
    expect(ended.outputs).toMatchObject({
      'issue-number': String(github.issues[0]?.number),
      'comment-id': '',
    });
    expect(ended.outputs['issue-url']).toMatch(/\/issues\/\d+$/);
    expect(github.comments).toEqual([]);
    const fewer = await run({ ...weekly, interval: 'yesterday' }, { ...step, env: { GITHUB_RUN_ID: '2' } });
    expect([fewer.code, github.issues.length]).toEqual([1, 1]);
    expect(github.issues[0]?.body).toMatch(/^Newly failing \(passed on /m);
    expect(github.issues[0]?.body).toMatch(/^\| .* \| model [\d,]+ events.* \| ✅ 1 passed \| \[run/m);
    expect(github.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(/passed before, \*\*failed\*\* since/),
    ]);
    await run(
      { 'post-to': 'issue', 'issue-mode': 'create', 'report-id': 'each', interval: '2026-10-01/2026-10-08' },
      step,
    );
    await run(
      { 'post-to': 'issue', 'issue-mode': 'create', 'report-id': 'each', interval: '2026-10-08/2026-10-15' },
      { ...step, env: { GITHUB_RUN_ID: '3' } },
    );
    expect(github.issues).toHaveLength(3);
    expect(github.issues.map(({ state }) => state)).toEqual(['open', 'closed', 'open']);
  });

  test('pull_request: each gate is a check run on the head, and a webhook gets the results file, signed', async () => {
    const { url, calls } = await startHook();
    const thresholds = `- { insight: devices, title: Any events, assert: total() > 0 }\n- devices: total() < 1\n- { assert: 'insight("devices").total() > 0 && insight("os").total() > 9999' }`;
    const ended = await run(
      {
        insights: `devices: ${DEVICES}\nos: ${OS}`,
        thresholds,
        'post-to': 'summary, check, webhook',
        title: `Usage ${HOOK_PATH}`,
        'webhook-url': url + HOOK_PATH,
        'webhook-secret': 'pass phrase',
        'allow-http': 'true',
        'min-group-size': '10',
      },
      {
        ...COMMITTED,
        event: 'pull_request',
        payload: { pull_request: { number: 7, head: { sha: 'b'.repeat(40) } } },
      },
    );
    expect([ended.code, ended.outputs['conclusion']]).toEqual([1, 'failed']);
    expect(github.checkRuns.map(({ name, conclusion, headSha }) => [name, conclusion, headSha])).toEqual([
      ['Any events', 'success', 'b'.repeat(40)],
      ['devices', 'failure', 'b'.repeat(40)],
      ['insight("devices").total() > 0 && insight("os").total() > 9999', 'failure', 'b'.repeat(40)],
    ]);
    const file = readFileSync(ended.outputs['results-path'] ?? '', 'utf8');
    const signature = createHmac('sha256', 'pass phrase').update(file).digest('hex');
    expect(calls).toMatchObject([
      {
        body: file,
        headers: {
          'x-insight-report-signature-256': `sha256=${signature}`,
          'idempotency-key': '1042-1-default',
        },
      },
    ]);
    expectMasked(
      ended,
      [url + HOOK_PATH, HOOK_PATH, 'pass phrase'],
      [...calls.map(({ body }) => body), ...written()],
    );
  });
});

describe('a fault', () => {
  test('a refused token stops the run with one message, makes one request, and never replaces good numbers', async () => {
    const pull = github.addPull();
    const inputs = { 'post-to': 'pull-request', 'pr-number': String(pull.number) };
    await run(inputs);
    const ended = await run(
      {
        ...inputs,
        'api-token': 'tdpat_gone',
        insights: `${DEVICES} ${OS}`,
        'on-error': 'warn',
        concurrency: '1',
      },
      { env: { GITHUB_RUN_ID: '2' } },
    );
    expect(ended.code).toBe(1);
    expect(ended.log.match(/::error::/g)).toHaveLength(1);
    expect(ended.log).toMatch(/::error::.*401.*year/);
    expect(ended.outputs['conclusion']).toBe('error');
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('| iPad ');
    expect(github.comments[0]?.body).toContain('could not be renewed');
  });

  test('a dry run posts nothing and logs the report', async () => {
    github.addPull();
    const ended = await run({
      'post-to': 'summary, pull-request, issue',
      'pr-number': '1',
      'dry-run': 'true',
    });
    expect([ended.code, ended.summary, github.requests]).toEqual([0, '', []]);
    expect(ended.log).toContain('| iPad ');
    expect(ended.report).toContain('| iPad ');
  });

  test('rows are not logged without a dry run', async () => {
    expect((await run({})).log).not.toContain('iPad');
  });

  test('a token is replaced in other values that contain it', async () => {
    const { store } = service;
    const short = 'iPhone';
    const ended = await run({ 'api-token': token, 'github-token': short, title: 'All iPhones' });
    expect(
      ended.everything
        .split('\n')
        .filter((line) => !line.startsWith('::add-mask::'))
        .join('\n'),
    ).not.toContain(short);
    expect(store.path).toBeNull();
  });
});
