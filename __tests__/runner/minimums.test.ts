// A pull request that raises an app's minimum, in a workflow runner (act, on this machine, without
// containers): from a branch, and from a fork without secrets. The Action is dist/ as it is. Expected
// numbers are counted by a loop over the events.
import {
  type Account,
  closeGitHub,
  startGitHub,
  type StandIn,
  WORKFLOW,
} from '../support/github/stand-in.ts';
import type { RunningService } from '../../src/service/start.ts';
import { asEvents, costByLoop, inventedEvents } from '../support/minimums-events.ts';
import { describeWithRunner, hasRunner } from '../support/runner/act.ts';
import type { Ran } from '../support/runner/ran.ts';
import { createWorkflowRepository, type WorkflowRepository } from '../support/runner/repository.ts';
import { addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';
import { app, projectOf } from '../support/xcode-project.ts';

const GITHUB_TOKEN = 'ghs_5ecretOfTheRepository0123456789abcd';
const READING: Account = { ...WORKFLOW, issues: 'read', pullRequests: 'read', contents: 'read' };
const SAVES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const [BASE, HEAD] = ['b'.repeat(40), 'a'.repeat(40)];

const workflow = (lines = '') => `
on: pull_request
jobs:
  report:
    runs-on: ubuntu-24.04
    permissions:
      contents: read
      pull-requests: write
    steps:
      - uses: insight-report/insight-report@v0
        id: report
        with:
          api-token: \${{ secrets.TELEMETRYDECK_TOKEN }}
          insights: ${SAVES}
          post-to: pull-request${lines}
      - if: always()
        run: echo "conclusion \${{ steps.report.outputs.conclusion }}"
`;
const WORKFLOWS = {
  '.github/workflows/smallest.yml': workflow(),
  '.github/workflows/gate.yml': workflow('\n          minimums: "max-lost: 2%"'),
};

const sent = inventedEvents();
const ENDED = ['iPhone9,1', 'iPhone8,4', 'iPhone9,3'];
const cost = costByLoop(sent, 'iOS', '16.0', (model) => ENDED.includes(model));
const SENTENCE = `${cost.lost} of ${cost.users} iOS users of the last 28 days have only used lower versions (`;

let service: RunningService;
let token: string;
let repository: WorkflowRepository;
let github: StandIn;

beforeAll(async () => {
  if (!hasRunner) return;
  service = await serviceOfFile();
  token = await addOrganization(service, 'com.example.app');
  const filter = { type: 'selector', dimension: 'appID', value: 'app' };
  const aggregations = [{ type: 'userCount', name: 'Users' }];
  const query = { queryType: 'timeseries', granularity: 'all', aggregations, filter };
  await service.store.insights.add('com.example.app', [{ id: SAVES, name: 'Saves', query }]);
  const at = new Date(Date.now() - 5 * 86_400_000).toISOString();
  await service.importEvents('com.example.app', asEvents(sent, at));
  repository = createWorkflowRepository(WORKFLOWS, service.url);
});

beforeEach(async () => {
  github = await startGitHub({ tokens: { [GITHUB_TOKEN]: WORKFLOW, ghs_reading: READING } });
  github.addPull({ number: 7, pull: { headBranch: 'topic', headSha: HEAD } });
  const files = (minimum: string) => ({
    'ios/App.xcodeproj/project.pbxproj': projectOf({ project: minimum, targets: [app('App', null)] }),
    'ios/Podfile': `platform :ios, '${minimum}'\n\ntarget 'App' do\nend\n`,
  });
  github.changes.set(7, {
    base: { sha: BASE, files: files('15.0') },
    head: { sha: HEAD, files: files('16.0') },
  });
});

afterEach(() => closeGitHub(github));

function run(
  name: 'smallest.yml' | 'gate.yml',
  from: string,
  secrets: Readonly<Record<string, string>>,
): Promise<Ran> {
  const head = { ref: 'topic', sha: HEAD, repo: { full_name: from, fork: from !== 'octo/app' } };
  const base = { ref: 'main', sha: BASE, repo: { full_name: 'octo/app' } };
  const payload = {
    repository: { full_name: 'octo/app', private: true },
    pull_request: { number: 7, user: { login: 'mona' }, head, base },
  };
  return repository.run({ workflow: name, event: 'pull_request', payload, githubUrl: github.url, secrets });
}

const told = (ran: Ran, command: string) =>
  ran.told.flatMap((each) => (each.command === command ? [each.text] : []));

/** What the people of a pull request see. */
function declare(): void {
  test('from a branch, the smallest workflow shows the section and the notice, and a second run edits the comment', async () => {
    const secrets = { GITHUB_TOKEN, TELEMETRYDECK_TOKEN: token };
    const ran = await run('smallest.yml', 'octo/app', secrets);
    expect(ran.printed).toContain('conclusion neutral\n');
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain(
      `Raises iOS 15 → 16 (\`ios/Podfile\`, line 1, and 2 more). ${SENTENCE}`,
    );
    expect(told(ran, 'notice')).toEqual([expect.stringContaining(SENTENCE)]);
    await run('smallest.yml', 'octo/app', secrets);
    expect(github.comments).toHaveLength(1);
  });

  test('from a branch, a gate stops the job once more users than allowed are lost', async () => {
    const ran = await run('gate.yml', 'octo/app', { GITHUB_TOKEN, TELEMETRYDECK_TOKEN: token });
    expect([ran.passed, ran.steps['report']]).toEqual([false, 'failure']);
    expect(ran.printed).toContain('conclusion failed\n');
    expect(github.comments[0]?.body).toContain('Users lost by requiring iOS 16');
  });

  test('from a fork, without secrets, the step is green and says what is raised, without numbers', async () => {
    const ran = await run('gate.yml', 'guest/app', { GITHUB_TOKEN: 'ghs_reading' });
    expect([ran.passed, github.comments]).toEqual([true, []]);
    expect(told(ran, 'summary').join('')).toContain(
      'Raises iOS 15 → 16 (`ios/Podfile`, line 1, and 2 more).',
    );
    expect(told(ran, 'notice')).toContain('Raises iOS 15 → 16 (ios/Podfile, line 1, and 2 more).');
    expect(ran.everything).not.toContain('iOS users');
  });
}

describeWithRunner('a pull request that raises a minimum', declare);
