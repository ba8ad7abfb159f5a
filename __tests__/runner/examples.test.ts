// The workflows of examples/ as they stand, run by a workflow runner (act, on this machine, without
// containers), against the project's own query service and the tests' GitHub. In one app (calm) all of their
// gates pass, in the other one (stormy) all of them fail.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { closeServers } from '../support/faults/servers.ts';
import { serveTls } from '../support/faults/socket-faults.ts';
import { type Account, startGitHub, type StandIn, WORKFLOW } from '../support/github/stand-in.ts';
import { describeWithRunner, hasRunner } from '../support/runner/act.ts';
import type { Ran } from '../support/runner/ran.ts';
import { createWorkflowRepository, type WorkflowRepository } from '../support/runner/repository.ts';
import { RARE_MODEL, startWorlds, type Worlds } from '../support/runner/worlds.ts';

const FOLDER = new URL('../../examples/', import.meta.url);
const CONFIG = 'insight-report.yml';
/** Of the authority that the tests' servers have their certificates from. */
const CERTIFICATES = fileURLToPath(new URL('../support/tls/ca.pem', import.meta.url));
const workflows = readdirSync(FOLDER).filter((name) => name.endsWith('.yml') && name !== CONFIG);
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');

const GITHUB_TOKEN = 'ghs_5ecretOfTheRepository0123456789abcd';
const READING: Account = {
  ...WORKFLOW,
  issues: 'read',
  pullRequests: 'read',
  contents: 'read',
  discussions: 'read',
};
const [HEAD, GUEST_HEAD] = ['a'.repeat(40), 'c'.repeat(40)];
const pullRequest = (branch: string, labels: readonly string[] = []) => ({
  repository: { full_name: 'octo/app', private: true },
  pull_request: {
    number: 7,
    user: { login: 'mona' },
    labels: labels.map((name) => ({ name })),
    head: { ref: branch, sha: HEAD, repo: { full_name: 'octo/app' } },
    base: { ref: 'main', repo: { full_name: 'octo/app' } },
  },
});
const FROM_FORK = {
  repository: { full_name: 'octo/app', private: true },
  pull_request: {
    number: 9,
    user: { login: 'guest' },
    labels: [{ name: 'removes-flag' }],
    head: { ref: 'release/3', sha: GUEST_HEAD, repo: { full_name: 'guest/app', fork: true } },
    base: { ref: 'main', repo: { full_name: 'octo/app' } },
  },
};
const workflowRun = (event: string) => ({
  repository: { full_name: 'octo/app', private: true },
  workflow_run: {
    event,
    pull_requests: [],
    head_sha: GUEST_HEAD,
    head_branch: 'release/3',
    head_repository: { full_name: 'guest/app', owner: { login: 'guest' } },
  },
});

let worlds: Worlds;
let repo: WorkflowRepository;
let github: StandIn;

beforeAll(async () => {
  if (!hasRunner) return;
  worlds = await startWorlds();
  const files = {
    ...Object.fromEntries(workflows.map((name) => [`.github/workflows/${name}`, textOf(name)])),
    '.github/insight-report.yml': textOf(CONFIG),
    'scripts/continue-rollout.sh': '#!/bin/sh\necho the rollout goes on\n',
  };
  repo = createWorkflowRepository(files, worlds.service.url);
});

afterAll(async () => {
  if (!hasRunner) return;
  repo.remove();
  await closeServers();
  await worlds.service.close(0);
});

beforeEach(async () => {
  await openGitHub(WORKFLOW);
});

afterEach(async () => {
  await github.close();
  expect(github.violations).toEqual([]);
});

/** A GitHub on which the workflow's token may do what the account may. */
async function openGitHub(account: Account) {
  await (github as StandIn | undefined)?.close();
  github = await startGitHub({ tokens: { [GITHUB_TOKEN]: account } });
  github.addPull({ number: 7, pull: { headBranch: 'release/2', headSha: HEAD } });
  github.addPull({ number: 9, pull: { headOwner: 'guest', headBranch: 'release/3', headSha: GUEST_HEAD } });
  github.addRelease({ tag: 'v1', body: 'Fixes crashes.\n\n- and this' });
}

interface Given {
  readonly token?: string;
  readonly payload?: object;
  /** The webhook's address. */
  readonly webhook?: string;
}

/**
 * Runs a workflow in the calm app if nothing else is said. Nobody sees a token, and a job of ours writes one
 * summary.
 */
async function run(
  workflow: string,
  event: string,
  { token = worlds.calmToken, payload = {}, webhook }: Given,
): Promise<Ran> {
  const hook = webhook !== undefined && { SLACK_WEBHOOK_URL: webhook };
  const secrets = { GITHUB_TOKEN, ...(token !== '' && { TELEMETRYDECK_TOKEN: token }), ...hook };
  const variables = { NODE_EXTRA_CA_CERTS: CERTIFICATES };
  const ran = await repo.run({ workflow, event, payload, githubUrl: github.url, secrets, variables });
  for (const secret of Object.values(secrets)) expect(ran.everything).not.toContain(secret);
  const summaries = ran.told.filter(({ command, text }) => command === 'summary' && text !== '');
  expect(summaries).toHaveLength(Object.keys(ran.jobs).length);
  return ran;
}

const written = () =>
  github.requests
    .filter(({ method, path }) => method !== 'GET' && path !== '/graphql')
    .map(({ method, path }) => `${method} ${path}`);
const errors = ({ told }: Ran) => told.filter(({ command }) => command === 'error').map(({ text }) => text);
const summary = ({ told }: Ran): string => told.find(({ command }) => command === 'summary')?.text ?? '';
const output = ({ told }: Ran, output: string): string =>
  told.find(({ command, name }) => command === 'set-output' && name === output)?.text ?? '';
const commentsOn = () => github.comments.map(({ issue }) => issue);

/** Each workflow's promises. */
const PROMISES: Readonly<Record<string, () => void>> = {
  'check-runs.yml': () => {
    test.each([
      ['passes', () => worlds.calmToken, 'success'],
      ['fails', () => worlds.stormyToken, 'failure'],
      ['cannot be asked for', () => 'tdpat_unknown', 'failure'],
    ])(
      'check-runs.yml makes a check run for each gate on the head of the pull request where it %s',
      async (_, token, conclusion) => {
        const ran = await run('check-runs.yml', 'pull_request', {
          payload: pullRequest('topic'),
          token: token(),
        });
        expect([ran.passed, github.checkRuns]).toMatchObject([
          true,
          [
            { name: 'iOS 16 can be required', headSha: HEAD, conclusion },
            { name: 'Nearly everybody has 4.1', headSha: HEAD, conclusion },
          ],
        ]);
      },
    );
  },

  'fork-comment.yml': () => {
    test('fork-comment.yml comments on the fork’s pull request once the fork’s run has ended', async () => {
      const ran = await run('fork-comment.yml', 'workflow_run', { payload: workflowRun('pull_request') });
      expect([ran.passed, commentsOn()]).toEqual([true, [9]]);
    });

    test('fork-comment.yml reads nothing of the pull request but its number, and runs nothing of it', async () => {
      const ran = await run('fork-comment.yml', 'workflow_run', { payload: workflowRun('pull_request') });
      expect(Object.keys(ran.steps)).toHaveLength(1);
      for (const { path } of github.requests)
        expect(path).toMatch(/^\/repos\/octo\/app\/(pulls|issues\/9\/comments)$/);
    });

    test('fork-comment.yml does nothing after a run that no pull request started', async () => {
      const ran = await run('fork-comment.yml', 'workflow_run', { payload: workflowRun('push') });
      expect([ran.passed, ran.jobs, github.requests]).toEqual([true, {}, []]);
    });
  },

  'gate-adoption.yml': () => {
    const labelled = pullRequest('feature', ['removes-flag']);

    test('gate-adoption.yml is green where a user who went from 4.1 to 4.2 is counted once, and red otherwise', async () => {
      await openGitHub(READING);
      const calm = await run('gate-adoption.yml', 'pull_request', { payload: labelled });
      expect([calm.passed, output(calm, 'conclusion')]).toEqual([true, 'passed']);
      const stormy = await run('gate-adoption.yml', 'pull_request', {
        payload: labelled,
        token: worlds.stormyToken,
      });
      expect([stormy.passed, output(stormy, 'conclusion')]).toEqual([false, 'failed']);
      expect(errors(stormy)).toHaveLength(1);
      expect(written()).toEqual([]);
    });

    test('gate-adoption.yml does nothing on a pull request without the label', async () => {
      const ran = await run('gate-adoption.yml', 'pull_request', { payload: pullRequest('feature') });
      expect([ran.passed, ran.jobs]).toEqual([true, {}]);
    });
  },

  'gate-crash-free.yml': () => {
    rolloutPromises('gate-crash-free.yml');
  },

  'gate-os-version.yml': () => {
    test.each([
      ['green where few have only lower versions', true, 'passed'],
      ['red where many do', false, 'failed'],
    ])('gate-os-version.yml is %s, and comments', async (_, passed, conclusion) => {
      const token = passed ? worlds.calmToken : worlds.stormyToken;
      const ran = await run('gate-os-version.yml', 'pull_request', { payload: pullRequest('topic'), token });
      expect([ran.passed, output(ran, 'conclusion'), commentsOn()]).toEqual([passed, conclusion, [7]]);
      expect(summary(ran)).toContain('iOS 17');
    });

    test('gate-os-version.yml is green and sends no request on a fork’s pull request, which has no secrets', async () => {
      await openGitHub(READING);
      const ran = await run('gate-os-version.yml', 'pull_request', { payload: FROM_FORK, token: '' });
      expect([ran.passed, output(ran, 'conclusion'), github.requests]).toEqual([true, 'skipped', []]);
      expect(ran.told.filter(({ command }) => command === 'notice')).toHaveLength(1);
    });
  },

  'gate-release.yml': () => {
    test('gate-release.yml stops the rollout while it is not known whether the release is worse', async () => {
      const ran = await run('gate-release.yml', 'schedule', {});
      expect([ran.passed, output(ran, 'conclusion')]).toEqual([false, 'inconclusive']);
      expect(ran.printed).not.toContain('the rollout goes on');
      expect(written()).toEqual([]);
    });
  },

  'gate-retire-feature.yml': () => {
    test.each([
      ['passes', () => worlds.calmToken, 'passed'],
      ['fails', () => worlds.stormyToken, 'failed'],
      ['cannot be asked for', () => 'tdpat_unknown', 'inconclusive'],
    ])('gate-retire-feature.yml is never red, also where its gate %s', async (_, token, conclusion) => {
      const ran = await run('gate-retire-feature.yml', 'schedule', { token: token() });
      expect([ran.passed, output(ran, 'conclusion')]).toEqual([true, conclusion]);
      expect(github.issues.filter(({ pull }) => pull === null)).toHaveLength(1);
    });
  },

  'release-comment.yml': () => {
    test('release-comment.yml comments on a release’s pull request, and is red where too many would be lost', async () => {
      const payload = pullRequest('release/2');
      expect((await run('release-comment.yml', 'pull_request', { payload })).passed).toBe(true);
      const stormy = await run('release-comment.yml', 'pull_request', { payload, token: worlds.stormyToken });
      expect([stormy.passed, output(stormy, 'conclusion')]).toEqual([false, 'failed']);
      expect(commentsOn().slice(0, 1)).toEqual([7]);
    });

    test('release-comment.yml does nothing on any other pull request', async () => {
      const ran = await run('release-comment.yml', 'pull_request', { payload: pullRequest('feature') });
      expect([ran.passed, ran.jobs, github.requests]).toEqual([true, {}, []]);
    });
  },

  'release-notes.yml': () => {
    test('release-notes.yml adds a section to the notes of the event’s release and keeps the rest', async () => {
      const payload = { action: 'published', release: { id: 301, tag_name: 'v1' } };
      const ran = await run('release-notes.yml', 'release', { payload });
      expect([ran.passed, written()]).toEqual([true, ['PATCH /repos/octo/app/releases/301']]);
      expect(github.releases[0]?.body).toMatch(/^Fixes crashes\.\n\n- and this\n[^]*Who uses it/);
    });
  },

  'signals-on-pull-requests.yml': () => {
    const swift = (...names: string[]) => names.map((name) => `TelemetryDeck.signal("${name}")\n`).join('');
    const PATH = 'Sources/App.swift';
    const change = async (before: string, after: string) => {
      repo.commit({ [PATH]: before });
      const base = repo.head();
      repo.commit({ [PATH]: after });
      const { pull_request: pull, ...payload } = pullRequest('topic');
      const shas = { head: { ...pull.head, sha: repo.head() }, base: { ...pull.base, sha: base } };
      return run('signals-on-pull-requests.yml', 'pull_request', {
        payload: { ...payload, pull_request: { ...pull, ...shas } },
      });
    };

    test('signals-on-pull-requests.yml is green and comments on nothing where no name is touched', async () => {
      const calls = swift('appLaunched');
      const ran = await change(calls, `// The app.\n${calls}`);
      expect([ran.passed, commentsOn(), summary(ran)]).toEqual([
        true,
        [],
        expect.stringContaining('no event name'),
      ]);
    });

    test('signals-on-pull-requests.yml is red where a used name is renamed, and annotates the line', async () => {
      const ran = await change(swift('appLaunched', 'exportLegacy'), swift('appLaunched', 'export'));
      expect(ran.passed).toBe(false);
      for (const text of [summary(ran), github.comments[0]?.body])
        expect(text).toMatch(/\*\*exportLegacy\*\* becomes \*\*export\*\*: \d+ users sent it/);
      expect(ran.told.filter(({ command }) => command === 'warning')).toMatchObject([
        { text: expect.stringContaining('exportLegacy becomes export') },
      ]);
      expect(errors(ran)).toEqual([expect.stringContaining('signals: exportLegacy is renamed')]);
      expect(ran.everything).toContain(PATH);
    });
  },

  'summary-by-hand.yml': () => {
    test.each(['year', 'weekly', 'release'])(
      'summary-by-hand.yml posts nothing, also where %s would',
      async (report) => {
        const inputs = { report, interval: '' };
        const ran = await run('summary-by-hand.yml', 'workflow_dispatch', { payload: { inputs } });
        expect([ran.passed, written()]).toEqual([true, []]);
      },
    );
  },

  'weekly-metrics.yml': () => {
    const issues = () => github.issues.filter(({ pull }) => pull === null);

    test.each(['schedule', 'workflow_dispatch'])(
      'weekly-metrics.yml opens an issue with its label on %s',
      async (event) => {
        const ran = await run('weekly-metrics.yml', event, {});
        const [issue, ...others] = issues();
        expect([ran.passed, issue?.labels, others]).toEqual([true, ['metrics'], []]);
        expect(output(ran, 'issue-number')).toBe(String(issue?.number));
      },
    );

    test('weekly-metrics.yml tells of no group of fewer than ten users', async () => {
      const ran = await run('weekly-metrics.yml', 'schedule', {});
      for (const text of [ran.everything, issues()[0]?.body]) {
        expect(text).toContain('iPhone 16');
        expect(text).not.toContain(RARE_MODEL);
      }
    });
  },

  'weekly-slack.yml': () => {
    test('weekly-slack.yml sends one message without a group of fewer than ten users, and hides the address', async () => {
      const messages: string[] = [];
      const url = await serveTls('good', (path, text) => {
        messages.push(`${path} ${text}`);
        return 'ok';
      });
      const ran = await run('weekly-slack.yml', 'schedule', {
        webhook: `${url}/services/s3cr3tPartOfTheAddress`,
      });
      expect([ran.passed, messages]).toEqual([
        true,
        [expect.stringMatching(/^\/services\/s3cr3tPart.*"header".*Devices/)],
      ]);
      expect(messages[0]).not.toContain(RARE_MODEL);
      expect(ran.everything).not.toContain('s3cr3tPart');
    });
  },
};

function rolloutPromises(workflow: string) {
  test('the release workflow lets the rollout go on where its gate passes, and stops it where the gate fails', async () => {
    const calm = await run(workflow, 'schedule', {});
    expect([calm.passed, calm.printed]).toEqual([true, expect.stringContaining('the rollout goes on')]);
    const stormy = await run(workflow, 'workflow_dispatch', { token: worlds.stormyToken });
    expect([stormy.passed, output(stormy, 'conclusion')]).toEqual([false, 'failed']);
    expect(stormy.printed).not.toContain('the rollout goes on');
    expect(written()).toEqual([]);
  });
}

test('every example is run', () => {
  expect(Object.keys(PROMISES)).toEqual(workflows);
});

for (const [name, declare] of Object.entries(PROMISES)) describeWithRunner(name, declare);
