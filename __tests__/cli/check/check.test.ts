import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../src/cli/check/finding.ts';
import { closeGitHub, startGitHub, WORKFLOW } from '../../support/github/stand-in.ts';
import { runWith } from '../../support/run-command.ts';
import { event } from '../../support/service/event.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { serviceOfFile } from '../../support/service/service-of-file.ts';

const DEVICES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const NOW = '2026-11-16T09:00:00Z';
const MODELS = ['iPhone 17', 'iPhone 16', 'iPhone 17', 'iPad'];

let folder: string;
const start = process.cwd();

const service = await serviceOfFile({ nowMs: Date.parse(NOW) });
const { organizations, tokens, insights } = service.store;
await organizations.create('a', 'paid');
await insights.add('a', [{ id: DEVICES, name: 'devices', query: eventsBy('modelName', 'model', 5) }]);
const { token } = await tokens.create('a', null);
await service.importEvents(
  'a',
  MODELS.map((modelName) => event({ timestamp: '2026-11-10T08:00:00Z', payload: { modelName } })),
);

beforeEach(() => {
  folder = emptyFolder();
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
});

function write(path: string, text: string) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function writeConfig(text: string) {
  write('.github/insight-report.yml', `insights:\n  devices: ${DEVICES}\n${text}`);
}

function writeWorkflow(permissions: string, inputs = '') {
  write(
    '.github/workflows/usage.yml',
    `on: push\n${permissions}\njobs:\n  report:\n    steps:\n      - uses: actions/checkout@v5\n      - uses: insight-report/insight-report@v0\n        with:\n          api-token: \${{ secrets.T }}\n          config: .github/insight-report.yml\n${inputs}`,
  );
}

function check(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  return runWith(
    { env: { INSIGHT_REPORT_API_TOKEN: token, INSIGHT_REPORT_API_URL: service.url, ...env } },
    'check',
    '--now',
    NOW,
    ...args,
  );
}

async function findings(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { code, stdout } = await check(env, '--format', 'json', ...args);
  return { code, found: JSON.parse(stdout) as readonly Finding[] };
}

/** The status of one finding, and its message. */
function outcome(found: readonly Finding[], kind: Finding['check'], name: string) {
  const [only, ...others] = found.filter((each) => each.check === kind && each.name === name);
  expect(others).toEqual([]);
  return `${only?.status ?? 'none'}: ${only?.message ?? ''}`;
}

test('everything that works has a line with a mark, and the config file of the repository is found', async () => {
  writeConfig('thresholds:\n  - devices: total() >= 4\n');
  const { code, stdout, stderr } = await check({});
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`✓ configuration: .github/insight-report.yml is valid (reports: default)
✓ token: accepted by ${new URL(service.url).host}
✓ organization: a, data source a
  B1 › Insights: "devices"
✓ data-source: a, found by the token
✓ devices: topN by model, 4 events in 3 rows, last 28 complete days
  The first event is from 2026-11-10; the earlier days of the period have none.
  There is no comparison: there are events only since 2026-11-10, and the earlier period begins on 2026-09-21.
  The last event is from 2026-11-10; the later days of the period have none.
✓ threshold: devices: passed, 4 events, limit: at least 4
✓ summary: needs no permission
`);
  expect((await check({}, '--quiet')).stdout).toBe('');
});

test('check without a config file says how to get one', async () => {
  expect(await check({})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"insight-report init" write them'),
  });
});

describe('exit codes', () => {
  test('the exit code is 1 if a threshold failed', async () => {
    writeConfig('thresholds:\n  - devices: total() > 4\n');
    const { code, found } = await findings({});
    expect(code).toBe(1);
    expect(outcome(found, 'threshold', 'threshold')).toMatch(
      /^failed: devices: failed, 4 events, limit: above 4/,
    );
  });

  test('the exit code is 2 if the configuration is wrong, with a line for each problem', async () => {
    writeConfig('top: many\nhistory: -1\n');
    const { code, found } = await findings({});
    expect([code, found.map((each) => `${each.check} ${each.status}`)]).toEqual([
      2,
      Array(2).fill('configuration failed'),
    ]);
    expect(found[0]?.message).toContain('.github/insight-report.yml:3, top: got "many"');
  });

  test.each([
    [2, 'missing', '', /^failed: there is no token: set the environment variable INSIGHT_REPORT_API_TOKEN/],
    [3, 'refused, and nothing that was sent holds it', 'tdpat_nobody', /^failed: .*\(401\)/],
  ])('the exit code is %i if the token is %s', async (expected, _, given, message) => {
    writeConfig('');
    const { code, found } = await findings({ INSIGHT_REPORT_API_TOKEN: given });
    expect([code, outcome(found, 'token', 'token')]).toEqual([expected, expect.stringMatching(message)]);
    expect(JSON.stringify(found)).not.toContain('tdpat_nobody');
  });

  test('the exit code is 3 if an insight is not there, and the others are tried all the same', async () => {
    writeConfig(`  gone: ${UNKNOWN}\n`);
    const { code, found } = await findings({});
    expect(code).toBe(3);
    expect(outcome(found, 'token', 'token')).toMatch(/^ok: accepted/);
    expect(outcome(found, 'insight', 'gone')).toMatch(/^failed: .*no insight has the ID .* \(404\)/);
    expect(outcome(found, 'insight', 'devices')).toMatch(/^ok/);
  });

  test('the exit code is 3 if a server knows none of the insights: it is perhaps no query service', async () => {
    const { code, found } = await findings(
      {},
      '--api-url',
      `${service.url}/elsewhere`,
      '--insights',
      DEVICES,
    );
    const { host } = new URL(service.url);
    expect(code).toBe(3);
    expect(outcome(found, 'token', 'token')).toBe(
      `unknown: not refused by ${host}, which knows none of the insights`,
    );
  });

  test('the exit code is 3 if the service cannot be reached', async () => {
    writeConfig('');
    const { code, found } = await findings({}, '--api-url', 'http://127.0.0.1:9', '--retries', '0');
    expect(code).toBe(3);
    expect(outcome(found, 'token', 'token')).toBe('failed: could not be tried at 127.0.0.1:9');
    expect(outcome(found, 'insight', 'devices')).toContain('refused');
  });
});

describe('the permission of a destination', () => {
  test.each([
    [
      'permissions: { contents: read, issues: write }',
      '',
      0,
      'ok: .github/workflows/usage.yml (job report) has issues: write',
    ],
    [
      'permissions: { contents: read }',
      '',
      2,
      'failed: .github/workflows/usage.yml (job report) lacks issues: write',
    ],
    [
      '',
      '',
      0,
      "unknown: .github/workflows/usage.yml (job report) does not say its permissions, so the repository's settings decide whether it has issues: write",
    ],
    [
      'permissions: {}',
      '          github-token: ${{ secrets.BOT }}\n',
      0,
      'unknown: .github/workflows/usage.yml (job report) posts with ${{ secrets.BOT }}, whose permissions cannot be seen from here',
    ],
    [
      'permissions: {}',
      '          post-to: summary\n',
      0,
      'unknown: needs issues: write; no workflow in .github/workflows posts this report',
    ],
  ])(
    'the permission of a destination is read from the workflow that posts there: %j %j',
    async (permissions, inputs, expected, message) => {
      writeConfig('post-to: issue\n');
      writeWorkflow(permissions, inputs);
      const { code, found } = await findings({});
      expect([code, outcome(found, 'destination', 'issue')]).toEqual([expected, message]);
    },
  );

  test.each([
    ['          webhook-url: ${{ secrets.HOOK }}\n', 0, 'ok: needs no permission; its address is given'],
    ['', 2, 'failed: .github/workflows/usage.yml (job report) gives no webhook-url'],
  ])(
    "the permission of a destination of a webhook is none, but its address has to be the step's input: %j",
    async (inputs, expected, message) => {
      writeConfig('post-to: webhook, check\n');
      writeWorkflow('permissions: { checks: write }', inputs);
      const { code, found } = await findings({});
      expect([code, outcome(found, 'destination', 'webhook')]).toEqual([expected, message]);
      expect(outcome(found, 'destination', 'check')).toBe(
        'ok: .github/workflows/usage.yml (job report) has checks: write',
      );
    },
  );
});

/** A workflow with jobs, each a text of YAML in flow style. */
function writeJobs(on: string, jobs: Readonly<Record<string, string>>) {
  const lines = Object.entries(jobs).map(([name, job]) => `  ${name}: { runs-on: ubuntu-latest, ${job} }\n`);
  write('.github/workflows/jobs.yml', `on: ${on}\npermissions: write-all\njobs:\n${lines.join('')}`);
}

const stepWith = (inputs: string) => `{ uses: insight-report/insight-report@v0, with: { ${inputs} } }`;
const SECRET = 'api-token: "${{ secrets.T }}"';

test('a workflow that says itself what to report is tried, unless only a runner can evaluate it', async () => {
  const [insights, url] = [`insights: ${DEVICES}`, `api-url: "${service.url}"`];
  writeJobs('pull_request', {
    plain: `steps: [${stepWith(`${SECRET}, ${insights}, ${url}, post-to: "summary, pull-request"`)}]`,
    hidden: `steps: [${stepWith(`${SECRET}, ${insights}, api-url: "\${{ vars.URL }}"`)}]`,
  });
  const { code, stdout } = await check({ INSIGHT_REPORT_API_URL: '' }, '--quiet');
  const untried = (
    name: string,
  ) => `? configuration: .github/workflows/jobs.yml (job ${name}) was not tried: the workflow names its api-url, and a file does not decide where your token is sent
  → Give --api-url to try it with a value from here.
`;
  expect([code, stdout]).toEqual([
    0,
    `${untried('plain')}${untried('hidden')}! .github/workflows/jobs.yml (job plain): api-url is this machine's own, which GitHub's runners cannot reach
  → Give the address under which others reach the service.
`,
  ]);
  const given = await check({}, '--api-url', service.url);
  expect([given.code, given.stdout.match(/✓ .*: 3F0C/g)]).toEqual([
    0,
    ['plain', 'hidden'].map((name) => `✓ .github/workflows/jobs.yml (job ${name}): 3F0C`),
  ]);
  expect(given.stdout).not.toContain("this machine's own");
  writeJobs('push', { wrong: `steps: [${stepWith(`${SECRET}, ${insights}, ${url}, top: many`)}]` });
  const wrong = await check({});
  expect([wrong.code, wrong.stdout]).toEqual([2, expect.stringContaining('(job wrong): top: got "many"')]);
});

test('a filter on a value that no event of the period has is reported, with the one that was perhaps meant', async () => {
  const filter = (fields: unknown) => ({
    ...eventsBy('modelName', 'model', 5),
    filter: { type: 'and', fields },
  });
  const is = (value: string) => ({ type: 'selector', dimension: 'modelName', value });
  write('far.json', JSON.stringify(filter([is('iPhone 18')])));
  write(
    'not.json',
    JSON.stringify(filter([is('iPad'), { type: 'not', field: is('nothing') }, is('iPhone 16')])),
  );
  write('in.json', JSON.stringify(filter([{ type: 'in', dimension: 'modelName', values: ['x', 'y'] }])));
  write('some.json', JSON.stringify(filter([{ type: 'in', dimension: 'modelName', values: ['x', 'iPad'] }])));
  const queries = 'far: far.json\nnot: not.json\nin: in.json\nsome: some.json';
  const { found } = await findings({}, '--api-url', service.url, '--queries', queries);
  const insights = found.filter(({ check: kind }) => kind === 'insight');
  expect(insights.map(({ name, status, advice }) => [name, status, advice])).toEqual([
    ['far', 'warned', 'No event of the period has "iPhone 18" as "modelName"; did you mean "iPhone 17"?'],
    ['not', 'warned', null],
    [
      'in',
      'warned',
      'No event of the period has "x", "y" as "modelName"; frequent are "iPhone 17", "iPad", "iPhone 16"',
    ],
    ['some', 'ok', null],
  ]);
});

describe('with GITHUB_TOKEN', () => {
  test('a feature that is switched off in the repository is found, and nothing is written there', async () => {
    const github = await startGitHub({ hasIssues: false });
    const env = { GITHUB_TOKEN: 'ghs_workflow', GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'octo/app' };
    writeConfig('post-to: issue\n');
    writeWorkflow('permissions: { issues: write }');
    const { code, found } = await findings(env);
    expect([code, outcome(found, 'destination', 'issue')]).toEqual([
      2,
      'failed: Issues are switched off in octo/app',
    ]);
    expect(github.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /repos/octo/app']);
    await closeGitHub(github);
  });

  test('the repository is that of the checkout, and a refused token is reported', async () => {
    const github = await startGitHub({ tokens: { other: WORKFLOW } });
    write('.git/config', '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@github.com:octo/app.git\n');
    writeConfig('post-to: pull-request\n');
    const { code, found } = await findings({ GH_TOKEN: 'ghs_old', GITHUB_API_URL: github.url });
    expect(code).toBe(0);
    expect(outcome(found, 'github', 'octo/app')).toMatch(/^warned: .*401/);
    expect(JSON.stringify(found)).not.toContain('ghs_old');
    await closeGitHub(github);
  });
});

test.each([
  ['last 7 days', ' (with the running day, so 8 of them; "last 7 complete days" leaves it out)'],
  ['last 2 complete weeks', ''],
])('check says how long %s is', async (interval, note) => {
  writeConfig(`interval: ${interval}\n`);
  const { found } = await findings({});
  expect(outcome(found, 'insight', 'devices').split('\n')[0]).toBe(
    `ok: topN by model, 4 events in 3 rows, ${interval}${note}`,
  );
});
