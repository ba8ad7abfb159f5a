import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Results, SeveralResults } from '../../../src/report/results/results.ts';
import { closeGitHub, startGitHub } from '../../support/github/stand-in.ts';
import { runAction } from '../../support/run-action.ts';
import { run, runWith } from '../../support/run-command.ts';
import { fakeTerminal, KEYS } from '../../support/terminal.ts';
import { event } from '../../support/service/event.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { emptyFolder } from '../../support/temporary-files.ts';
import { serviceOfFile } from '../../support/service/service-of-file.ts';

const DEVICES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const OS = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const ADDRESS = `https://dashboard.example.com/apps/app/insights/${OS.toLowerCase()}?tab=1`;
const CONFIG = '.github/insight-report.yml';
const WORKFLOW = '.github/workflows/insight-report.yml';
const SCHEMA = new URL('../../../schema/insight-report.schema.json', import.meta.url);
const USERS_BY_SYSTEM = {
  ...eventsBy('systemVersion', 'System', 5),
  aggregations: [{ type: 'userCount', name: 'users' }],
  metric: { type: 'numeric', metric: 'users' },
};
const MODELS = ['iPhone 17', 'iPhone 16', 'iPhone 17', 'iPad'];
/** A branch of the repository itself, not of a fork. */
const OURS = { repo: { full_name: 'octo/app' } };
const DAY_MS = 86_400_000;

let folder: string;
const start = process.cwd();

const service = await serviceOfFile();
const { organizations, tokens, insights } = service.store;
await organizations.create('a', 'paid');
await insights.add('a', [
  { id: DEVICES, name: 'devices', query: eventsBy('modelName', 'Model', 5) },
  { id: OS, name: 'os', query: USERS_BY_SYSTEM },
]);
const { token } = await tokens.create('a', null);
const ENV = { INSIGHT_REPORT_API_TOKEN: token };
/** As files say no address, nor does a command without a flag. */
const ADDRESSED = { ...ENV, INSIGHT_REPORT_API_URL: service.url };
// The same 40 events in each of the last 60 days.
const days = Array.from({ length: 60 }, (_, day) => new Date(Date.now() - day * DAY_MS).toISOString());
await service.importEvents(
  'a',
  days.flatMap((timestamp) =>
    Array.from({ length: 40 }, (_, index) =>
      event({
        timestamp,
        clientUser: `user ${index}`,
        payload: {
          modelName: MODELS[index % 4] ?? '',
          systemVersion: `iOS ${15 + (index % 5 > 0 ? 1 : 0)}`,
        },
      }),
    ),
  ),
);

beforeEach(() => {
  folder = emptyFolder();
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(start);
});

const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const isWritten = () => [CONFIG, WORKFLOW].map((path) => existsSync(join(folder, path)));

function init(...args: readonly string[]) {
  return runWith({ env: ENV }, 'init', '--api-url', service.url, ...args);
}

function configSchemaErrors() {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
  validate(parse(read(CONFIG)));
  return validate.errors;
}

/** Runs the workflow's step of a job as the runner would, in the folder. */
async function runJob(job: string, eventName: string, payload: unknown) {
  const github = await startGitHub();
  const pull = github.addPull();
  const { jobs } = parse(read(WORKFLOW)) as {
    jobs: Record<string, { steps: { with?: Record<string, string> }[] }>;
  };
  const inputs = jobs[job]?.steps.find((step) => step.with !== undefined)?.with ?? {};
  expect(inputs['api-token']).toBe('${{ secrets.INSIGHT_REPORT_API_TOKEN }}');
  const ended = await runAction({
    inputs: { ...inputs, 'api-token': token, 'github-token': 'ghs_workflow' },
    event: eventName,
    workspace: folder,
    env: { GITHUB_API_URL: github.url },
    payload: payload ?? {
      number: pull.number,
      pull_request: { number: pull.number, head: OURS, base: OURS },
    },
  });
  const posted = {
    issues: github.issues.filter(({ number }) => number !== pull.number).length,
    comments: github.comments.length,
  };
  await closeGitHub(github);
  return { ended, posted };
}

describe('with flags', () => {
  test('init writes two files that report and the Action run, and shows the report that it will post', async () => {
    const answers = [
      '--insights',
      `${DEVICES}, ${ADDRESS}`,
      '--post-to',
      'summary, issue, pull-request',
      '--gate',
    ];
    const { code, stdout, stderr } = await init(...answers, '--interval', 'last 7 complete days', '--yes');
    expect([code, stderr, isWritten()]).toEqual([0, '', [true, true]]);
    expect(stdout).toContain('devices  280 events');
    expect(stdout).toContain('Users lost by requiring iOS 16: passed, 20% (8 of 40 users), limit: below 24%');
    expect(stdout).toContain('gh secret set INSIGHT_REPORT_API_TOKEN');
    expect(stdout).toContain("api-url is this machine's own");
    expect(configSchemaErrors()).toBeNull();
    const config = parse(read(CONFIG)) as Record<string, unknown>;
    expect(config['insights']).toEqual({
      devices: { id: DEVICES, title: 'devices' },
      os: { id: OS.toLowerCase(), title: 'os' },
    });
    expect(config['thresholds']).toEqual([{ os: 'share(only(below("iOS 16"))) < 24%' }]);
    const env = ADDRESSED;
    const reported = await runWith({ env }, 'report', '--config', CONFIG, '--format', 'json');
    expect(reported.code).toBe(0);
    const { reports } = JSON.parse(reported.stdout) as SeveralResults;
    expect(reports.map(({ reportId, conclusion }) => [reportId, conclusion])).toEqual([
      ['weekly', 'passed'],
      ['pull-request', 'passed'],
    ]);
    expect((await runWith({ env }, 'check')).code).toBe(0);
    const weekly = await runJob('weekly', 'schedule', {});
    expect([weekly.ended.code, weekly.posted]).toEqual([0, { issues: 1, comments: 0 }]);
    const onPull = await runJob('pull-request', 'pull_request', null);
    expect([onPull.ended.code, onPull.posted]).toEqual([0, { issues: 0, comments: 1 }]);
  });

  test('one destination makes one report, with every given input in the file as it was meant', async () => {
    const inputs = [
      '--top',
      '3',
      '--allow-http',
      '--labels',
      'metrics, usage',
      '--post-to',
      'issue',
      '--title',
      'no',
    ];
    const thresholds =
      '- devices: total() >= 1 # always\n- insight: devices\n  assert: count() > 0\n  until: 2027-03-01';
    const { code } = await init(
      '--insights',
      `devices: ${DEVICES}`,
      '--thresholds',
      thresholds,
      ...inputs,
      '--yes',
    );
    expect(code).toBe(0);
    expect(configSchemaErrors()).toBeNull();
    expect(parse(read(CONFIG))).toEqual({
      title: 'no',
      insights: { devices: DEVICES },
      interval: 'last 28 complete days',
      thresholds: [
        { devices: 'total() >= 1' },
        { insight: 'devices', assert: 'count() > 0', until: '2027-03-01' },
      ],
      top: 3,
      labels: ['metrics', 'usage'],
      'post-to': ['issue'],
    });
    expect((parse(read(WORKFLOW)) as { permissions: object }).permissions).toEqual({
      contents: 'read',
      issues: 'write',
    });
  });

  test('files that are there are kept, unless --force is given', async () => {
    mkdirSync(join(folder, '.github'));
    writeFileSync(join(folder, CONFIG), 'mine');
    const answers = ['--insights', DEVICES, '--yes'];
    const refused = await init(...answers);
    expect([refused.code, read(CONFIG), isWritten()]).toEqual([2, 'mine', [true, false]]);
    expect(refused.stderr).toContain(
      `${CONFIG} already exists, and nothing was written: --force replaces it`,
    );
    expect((await init(...answers, '--force')).code).toBe(0);
    expect(read(CONFIG)).toContain(DEVICES);
  });

  test('init --dry-run prints the files and does not write them', async () => {
    const { code, stdout } = await init('--insights', DEVICES, '--dry-run', '--yes');
    expect([code, isWritten()]).toEqual([0, [false, false]]);
    expect(stdout).toContain(`--- ${WORKFLOW}\n`);
  });

  test('init --dry-run=false writes the files', async () => {
    const { code } = await init('--insights', DEVICES, '--dry-run=false', '--yes');
    expect([code, isWritten()]).toEqual([0, [true, true]]);
  });

  test('a second workflow has its own name, reports and groups, and its paths are quoted where needed', async () => {
    const paths = { config: "it's #2: usage.yml", workflow: '.github/workflows/Usage of crashes.yml' };
    const files = ['--config', paths.config, '--workflow', paths.workflow];
    const posts = ['--insights', DEVICES, '--post-to', 'issue, pull-request'];
    const { code, stdout } = await init(...posts, ...files, '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain("git add 'it'\\''s #2: usage.yml' '.github/workflows/Usage of crashes.yml'");
    const workflow = parse(read(paths.workflow)) as {
      name: string;
      jobs: Record<string, { concurrency: { group: string }; steps: { with?: { config: string } }[] }>;
    };
    expect(workflow.name).toBe('Insight report (usage-of-crashes)');
    const jobs = Object.values(workflow.jobs);
    expect(jobs.map(({ steps }) => steps[1]?.with?.config)).toEqual([paths.config, paths.config]);
    expect(jobs.map(({ concurrency }) => concurrency.group)).toEqual([
      'usage-of-crashes-weekly',
      'usage-of-crashes-${{ github.event.pull_request.number }}',
    ]);
    expect(parse(read(paths.config))).toMatchObject({
      reports: {
        weekly: { 'report-id': 'usage-of-crashes-weekly' },
        'pull-request': { 'report-id': 'usage-of-crashes-pull-request' },
      },
    });
    const checked = await runWith({ env: ADDRESSED }, 'check', '--config', paths.config);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining('(job weekly) has issues: write'),
    ]);
  });

  test.each<[string, string[], number, string]>([
    ['an insight that is not there', ['--insights', UNKNOWN, '--yes'], 3, 'nothing was written'],
    [
      'a wrong answer',
      ['--insights', DEVICES, '--interval', 'fortnightly', '--yes'],
      2,
      '--interval: got "fortnightly"',
    ],
    [
      'a wrong gate',
      ['--insights', `d: ${DEVICES}`, '--thresholds', '- d: share("x") < 5', '--yes'],
      2,
      '5%',
    ],
    [
      'two gates',
      ['--insights', DEVICES, '--gate', '--thresholds', 'total() > 1', '--yes'],
      2,
      'only one of them',
    ],
    ['no terminal to ask on', ['--insights', DEVICES], 2, 'no terminal to ask them on: give --yes'],
    [
      'a config file outside of the repository',
      ['--insights', DEVICES, '--config', '../x.yml', '--yes'],
      2,
      'inside the repository',
    ],
    [
      'a workflow that GitHub would not run',
      ['--insights', DEVICES, '--workflow', '.github/workflows/a/b.yml', '--yes'],
      2,
      'GitHub runs no others',
    ],
  ])('%s writes nothing', async (_, args, expected, message) => {
    const { code, stderr } = await init(...args);
    expect([code, isWritten()]).toEqual([expected, [false, false]]);
    expect(stderr).toContain(message);
  });

  test('a token that is missing or refused writes nothing, and is not shown', async () => {
    const answers = ['init', '--api-url', service.url, '--insights', DEVICES, '--yes'];
    expect(await run(...answers)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('INSIGHT_REPORT_API_TOKEN'),
    });
    const { code, stdout, stderr } = await runWith(
      { env: { INSIGHT_REPORT_API_TOKEN: 'tdpat_nobody' } },
      ...answers,
    );
    expect([code, isWritten()]).toEqual([3, [false, false]]);
    expect(stdout).toContain('✗ token: ');
    expect(stdout).toContain(`✗ ${DEVICES}: not tried, because the token was refused\n`);
    expect(stdout + stderr).not.toContain('tdpat_nobody');
  });
});

describe('on a terminal', () => {
  const ask = (
    terminal: ReturnType<typeof fakeTerminal>,
    env: Record<string, string>,
    ...args: readonly string[]
  ) => runWith({ env, terminal: terminal.terminal }, 'init', ...args);

  test('init asks, tries each answer, offers a gate with its value today, and writes what was chosen', async () => {
    const terminal = fakeTerminal();
    const running = ask(terminal, {});
    await terminal.answer('Which query service?', KEYS.down, KEYS.enter);
    await terminal.answer('Its address:', service.url, KEYS.enter);
    await terminal.answer(
      'Personal access token ("insight-report token create" makes one',
      'tdpat_nobody',
      KEYS.enter,
    );
    await terminal.answer(
      'Which insights? (titles or ids, as "insight-report insight list" shows them)',
      DEVICES,
      KEYS.enter,
    );
    await terminal.answer('What shall be tried now?', KEYS.enter);
    await terminal.answer('Personal access token', token, KEYS.enter);
    await terminal.answer('Which period?', KEYS.down, KEYS.enter);
    await terminal.answer('Where shall it be posted', KEYS.enter);
    await terminal.answer('totalChange() > -20%  (now 0%)', KEYS.down, KEYS.enter);
    await terminal.answer(`Write ${CONFIG} and ${WORKFLOW}?`, KEYS.enter);
    const { code, stdout, stderr } = await running;
    expect([code, stderr]).toEqual([0, '']);
    expect(terminal.shown() + stdout).not.toContain(token);
    expect(read(CONFIG) + read(WORKFLOW)).not.toContain(token);
    expect(stdout).toContain(`✓ ${DEVICES}: devices, topN by Model`);
    expect(stdout).toContain('devices  280 events');
    expect(parse(read(CONFIG))).toEqual({
      insights: { devices: { id: DEVICES, title: 'devices' } },
      interval: 'last week',
      thresholds: [{ devices: 'totalChange() > -20%' }],
      'post-to': ['summary', 'pull-request'],
    });
    const reported = await runWith({ env: ADDRESSED }, 'report', '--config', CONFIG, '--format', 'json');
    expect((JSON.parse(reported.stdout) as Results).conclusion).toBe('passed');
  });

  test('a gate on the newest version asks for the event that it is about', async () => {
    const terminal = fakeTerminal();
    const answers = ['--api-url', service.url, '--insights', DEVICES, '--interval', 'last week'];
    const env = ADDRESSED;
    const running = ask(terminal, env, ...answers, '--post-to', 'summary');
    await terminal.answer('the newest app version', KEYS.down, KEYS.down, KEYS.down, KEYS.enter);
    await terminal.answer('The type of the event', 'launchFailed', KEYS.enter);
    await terminal.answer('Write ', KEYS.enter);
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(stdout).toContain('launchFailed');
    expect(parse(read(CONFIG))).toMatchObject({
      releases: { launchFailed: { event: 'launchFailed' } },
      thresholds: [{ launchFailed: 'worse() < 20%' }],
    });
  });

  test('only what is missing is asked for', async () => {
    const terminal = fakeTerminal();
    const answers = [
      '--api-url',
      service.url,
      '--insights',
      DEVICES,
      '--interval',
      'yesterday',
      '--post-to',
      'issue',
    ];
    const running = ask(terminal, ENV, ...answers, '--gate');
    await terminal.answer('Write ', KEYS.enter);
    expect((await running).code).toBe(0);
    expect([...terminal.shown().matchAll(/^(?:\? |✔ )+(\w+)/gm)].map(([, word]) => word)).not.toContain(
      'Which',
    );
    expect(terminal.shown()).toMatch(/^\? Write /);
  });

  test.each<[string, string[][]]>([
    ['the first question', [['Which query service?', KEYS.interrupt]]],
    [
      'the insights',
      [
        ['Which query service?', KEYS.enter],
        ['Which insights?', 'half', KEYS.interrupt],
      ],
    ],
  ])('Ctrl-C at %s writes nothing', async (_, steps) => {
    const terminal = fakeTerminal();
    const running = ask(terminal, ENV);
    for (const [question = '', ...keys] of steps) await terminal.answer(question, ...keys);
    expect([await running, isWritten()]).toEqual([
      { code: 130, stdout: '', stderr: 'insight-report init: ended; nothing was written.\n' },
      [false, false],
    ]);
  });

  test.each([['n', KEYS.enter], [KEYS.interrupt]])(
    'the last question answered with %j writes nothing',
    async (...keys) => {
      const terminal = fakeTerminal();
      const answers = [
        '--api-url',
        service.url,
        '--insights',
        DEVICES,
        '--interval',
        'today',
        '--post-to',
        'summary',
      ];
      const running = ask(terminal, ENV, ...answers);
      await terminal.answer('no gate', KEYS.enter);
      await terminal.answer('Write ', ...keys);
      expect([(await running).code, isWritten()]).toEqual([130, [false, false]]);
    },
  );
});
