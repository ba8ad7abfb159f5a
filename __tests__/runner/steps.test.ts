// What a workflow can do with the Action's step, in a workflow runner (act, on this machine, without
// containers): read its outputs, go on after it failed, keep secrets. The workflows are the tests' own; the
// Action is dist/ as it is.
import { startGitHub, type StandIn, WORKFLOW } from '../support/github/stand-in.ts';
import { describeWithRunner, hasRunner } from '../support/runner/act.ts';
import type { Ran } from '../support/runner/ran.ts';
import { createWorkflowRepository, type WorkflowRepository } from '../support/runner/repository.ts';
import { startWorlds, type Worlds } from '../support/runner/worlds.ts';

const GITHUB_TOKEN = 'ghs_5ecretOfTheRepository0123456789abcd';
const HEAD = 'b'.repeat(40);
const PUSH = { ref: 'refs/heads/main', repository: { full_name: 'octo/app', private: true } };

/** Gates on the share of iOS 15.4: 1 % of the users of the calm app, 20 % of the stormy one's. */
const GATE = `
          insights: |
            os: { id: 8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33, metric: Users }
          thresholds: |
            - os: share("iOS 15.4") < 5%`;

const WORKFLOWS = {
  'gate.yml': `
name: Gate
on: [push, workflow_dispatch]
jobs:
  gate:
    runs-on: ubuntu-24.04
    outputs:
      conclusion: \${{ steps.report.outputs.conclusion }}
      failed: \${{ steps.report.outputs.failed-thresholds }}
    steps:
      - id: report
        uses: insight-report/insight-report@v0
        with:
          api-token: \${{ secrets.TELEMETRYDECK_TOKEN }}${GATE}
      - run: echo "it passed"
      - id: read
        if: always()
        env:
          REPORT: \${{ steps.report.outputs.report-path }}
          RESULTS: \${{ steps.report.outputs.results-path }}
        run: |
          head -n 1 "$REPORT"
          node -p '"schema " + JSON.parse(fs.readFileSync(process.env.RESULTS)).schema'
      - id: told
        if: failure()
        env:
          FAILED: \${{ steps.report.outputs.failed-thresholds }}
        run: |
          echo "red: \${{ steps.report.outputs.conclusion }}, \${{ fromJSON(steps.report.outputs.failed-thresholds)[0].insight }}"
          node -p '"given " + JSON.parse(process.env.FAILED)[0].assert'
  after:
    needs: gate
    if: always()
    runs-on: ubuntu-24.04
    steps:
      - env:
          FAILED: \${{ fromJSON(needs.gate.outputs.failed)[0].assert || 'nothing' }}
        run: echo "the other job reads \${{ needs.gate.outputs.conclusion }}, $FAILED"
`,
  'continue.yml': `
on: push
jobs:
  gate:
    runs-on: ubuntu-24.04
    steps:
      - id: report
        continue-on-error: true
        uses: insight-report/insight-report@v0
        with:
          api-token: \${{ secrets.TELEMETRYDECK_TOKEN }}${GATE}
      - run: echo "outcome \${{ steps.report.outcome }}, conclusion \${{ steps.report.conclusion }}"
`,
  'mask.yml': `
on: push
jobs:
  report:
    runs-on: ubuntu-24.04
    steps:
      - id: report
        uses: insight-report/insight-report@v0
        with:
          api-token: \${{ vars.PLAIN_TOKEN }}
          insights: 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10
          dry-run: true
      - env:
          PLAIN_TOKEN: \${{ vars.PLAIN_TOKEN }}
        run: echo "<$PLAIN_TOKEN>"
`,
  'config.yml': `
on: push
jobs:
  report:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v5
      - id: report
        uses: insight-report/insight-report@v0
        with:
          api-token: \${{ secrets.TELEMETRYDECK_TOKEN }}
          config: .github/report.yml
          title: From the input
          labels: ''
`,
  'events.yml': `
on: [push, release, schedule, workflow_dispatch, pull_request, workflow_run]
jobs:
  report:
    runs-on: ubuntu-24.04
    steps:
      - id: report
        uses: insight-report/insight-report@v0
        with:
          api-token: \${{ secrets.TELEMETRYDECK_TOKEN }}
          insights: 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10
          post-to: summary, pull-request
`,
};

const CONFIG = `
title: From the file
locale: de-DE
top: 2
post-to: [issue]
labels: [from-the-file]
insights: 3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10
`;

let worlds: Worlds;
let repo: WorkflowRepository;
let github: StandIn;

beforeAll(async () => {
  if (!hasRunner) return;
  worlds = await startWorlds();
  const workflows = Object.entries(WORKFLOWS).map(([name, text]): [string, string] => [
    `.github/workflows/${name}`,
    text,
  ]);
  repo = createWorkflowRepository(
    { ...Object.fromEntries(workflows), '.github/report.yml': CONFIG },
    worlds.service.url,
  );
});

afterAll(async () => {
  if (!hasRunner) return;
  repo.remove();
  await worlds.service.close(0);
});

beforeEach(async () => {
  github = await startGitHub({ tokens: { [GITHUB_TOKEN]: WORKFLOW } });
});

afterEach(async () => {
  await github.close();
  expect(github.violations).toEqual([]);
});

interface Given {
  readonly token?: string;
  readonly event?: string;
  readonly payload?: object;
  readonly variables?: Readonly<Record<string, string>>;
}

async function run(workflow: keyof typeof WORKFLOWS, given: Given = {}): Promise<Ran> {
  const { token = worlds.calmToken, event = 'push', payload = PUSH, variables = {} } = given;
  const secrets = { GITHUB_TOKEN, TELEMETRYDECK_TOKEN: token };
  return repo.run({ workflow, event, payload, githubUrl: github.url, secrets, variables });
}

const told = ({ told: all }: Ran, command: string): readonly string[] =>
  all.filter((each) => each.command === command).map(({ text }) => text);

/** What people who can start a workflow expect of a step. */
function declare(): void {
  test('a passed gate lets the steps after it run, and its outputs are those of another job', async () => {
    const ran = await run('gate.yml');
    expect(ran.jobs).toEqual({ gate: 'success', after: 'success' });
    expect(ran.printed).toContain('it passed\n');
    expect(ran.printed).toContain('## Insight report');
    expect(ran.printed).toContain('schema 1\n');
    expect(ran.printed).toContain('the other job reads passed, nothing\n');
    expect(ran.steps).not.toHaveProperty('told');
  });

  test('a failed gate stops the steps after it, but for those that ask for a failure and read its name', async () => {
    const ran = await run('gate.yml', { token: worlds.stormyToken });
    expect(ran.jobs).toEqual({ gate: 'failure', after: 'success' });
    expect(ran.steps).toMatchObject({ report: 'failure', read: 'success', told: 'success' });
    expect(ran.printed).not.toContain('it passed');
    expect(ran.printed).toContain('red: failed, os\ngiven share("iOS 15.4") < 5%\n');
    expect(ran.printed).toContain('the other job reads failed, share("iOS 15.4") < 5%\n');
    expect(told(ran, 'error')).toHaveLength(1);
  });

  test('continue-on-error keeps the job green, and the step’s outcome tells that its gate failed', async () => {
    const ran = await run('continue.yml', { token: worlds.stormyToken });
    expect([ran.passed, ran.steps['report']]).toEqual([true, 'failure']);
    expect(ran.printed).toContain('outcome failure, conclusion success\n');
  });

  test('the Action masks a token that the workflow did not keep as a secret', async () => {
    const token = worlds.calmToken;
    const ran = await run('mask.yml', { variables: { PLAIN_TOKEN: token } });
    expect(ran.passed).toBe(true);
    expect(ran.printed).toContain('<***>\n');
    expect(ran.everything).not.toContain(token);
  });

  test('an input wins over the config file; what is not given, or given as nothing, is the file’s', async () => {
    const ran = await run('config.yml');
    const [issue, ...others] = github.issues;
    expect([ran.passed, issue?.title, issue?.labels, others]).toEqual([
      true,
      'From the input',
      ['from-the-file'],
      [],
    ]);
    // 1.400: the file's locale; two rows: its top.
    expect(issue?.body).toContain('1.400');
    expect(issue?.body.match(/^\|.* iPhone \d+ .*\|$/gm)).toHaveLength(2);
  });

  test.each([
    ['push', { ...PUSH, after: HEAD }],
    [
      'workflow_run',
      { workflow_run: { event: 'push', pull_requests: [], head_sha: HEAD, head_branch: 'main' } },
    ],
  ])(
    '%s without a pull request is green: the report is in the summary, and a warning says why',
    async (event, payload) => {
      const ran = await run('events.yml', { event, payload });
      expect([ran.passed, told(ran, 'warning')]).toEqual([true, [expect.stringContaining('pull request')]]);
      expect(told(ran, 'summary').join('')).toContain('iPhone 15');
      expect(github.comments).toEqual([]);
    },
  );
}

describeWithRunner('a step of a workflow', declare);
