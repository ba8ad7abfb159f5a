// A pull request that raises a minimum, as the runner starts the Action: GitHub's API on one side, the
// project's
// own query service on the other. Expected numbers are counted by a loop over the events.
import { closeGitHub, startGitHub, type StandIn } from '../support/github/stand-in.ts';
import { asEvents, costByLoop, inventedEvents } from '../support/minimums-events.ts';
import { type Ended, runAction } from '../support/run-action.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';
import { app, projectOf } from '../support/xcode-project.ts';

const SAVES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const service = await serviceOfFile();
const token = await addOrganization(service, 'com.example.app');
const query = {
  queryType: 'timeseries',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'Users' }],
  filter: { type: 'selector', dimension: 'appID', value: 'app' },
};
await service.store.insights.add('com.example.app', [{ id: SAVES, name: 'Saves', query }]);
const sent = inventedEvents();
await addEvents(
  service,
  'com.example.app',
  asEvents(sent, new Date(Date.now() - 5 * 86_400_000).toISOString()),
);
const cost = costByLoop(sent, 'iOS', '16.0', (model) =>
  ['iPhone9,1', 'iPhone8,4', 'iPhone9,3'].includes(model),
);

let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7, pull: { headBranch: 'topic', headSha: HEAD } });
});

afterEach(() => closeGitHub(github));

const [BASE, HEAD] = ['b'.repeat(40), 'a'.repeat(40)];
const PROJECT = 'ios/App.xcodeproj/project.pbxproj';
const podfile = (version: string) =>
  `use_frameworks!\n\nplatform :ios, '${version}'\n\ntarget 'App' do\nend\n`;
const files = (project: string, pods: string) => ({
  [PROJECT]: projectOf({ project, targets: [app('App', null)] }),
  'ios/Podfile': podfile(pods),
  'README.md': 'An app',
});

async function run(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  inputs: Readonly<Record<string, string>> = {},
  from = 'octo/app',
): Promise<Ended> {
  github.changes.set(7, { base: { sha: BASE, files: before }, head: { sha: HEAD, files: after } });
  const payload = {
    repository: { full_name: 'octo/app', private: true },
    pull_request: {
      number: 7,
      user: { login: 'mona' },
      head: { ref: 'topic', sha: HEAD, repo: { full_name: from, fork: from !== 'octo/app' } },
      base: { ref: 'main', sha: BASE, repo: { full_name: 'octo/app' } },
    },
  };
  return runAction({
    inputs: {
      'api-token': token,
      'api-url': service.url,
      'github-token': 'ghs_workflow',
      insights: SAVES,
      ...inputs,
    },
    event: 'pull_request',
    payload,
    env: { GITHUB_API_URL: github.url },
  });
}

const number = (count: number) => new Intl.NumberFormat('en-US').format(count);
const read = () =>
  github.requests.map(({ path }) => path).filter((path) => /files|trees|contents|blobs/.test(path));

describe('a pull request that raises a minimum', () => {
  test('is shown what it costs, in the report and at the line, without an input', async () => {
    const ended = await run(files('15.0', '15.0'), files('16.0', '16.0'));
    const places = '(`ios/Podfile`, line 3, and 2 more)';
    const lost = `${number(cost.lost)} of ${number(cost.users)} iOS users of the last 28 days have only used lower versions`;
    for (const text of [ended.summary, ended.report]) {
      expect(text).toContain(`Raises iOS 15 → 16 ${places}. ${lost} (`);
      expect(text).toContain(
        `%): they keep the app and get no more updates. ${cost.cannotUpdate} of them have a device that cannot update.`,
      );
      expect(text).toContain("Users are those of the app `app`, which the report's insights are about.");
    }
    expect(ended.log).toContain(
      `::notice file=ios/Podfile,line=3::Raises iOS 15 → 16 (ios/Podfile, line 3, and 2 more). ${lost}`,
    );
    expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'neutral']);
    expect(ended.results).toMatchObject({
      minimums: {
        app: { id: 'app', by: 'insights' },
        raises: [{ platform: 'iOS', target: 'App', kind: 'app', from: '15.0', to: '16.0', ...cost }],
      },
    });
  });

  test('fails the step above max-lost, after the report, and passes it below', async () => {
    const failed = await run(files('15.0', '15.0'), files('16.0', '16.0'), { minimums: '{max-lost: 2%}' });
    expect([failed.code, failed.outputs['conclusion']]).toEqual([1, 'failed']);
    expect(failed.summary).toContain('Users lost by requiring iOS 16');
    expect(failed.summary).toContain(`${number(cost.lost)} of ${number(cost.users)}`);
    expect(JSON.parse(failed.outputs['failed-thresholds'] ?? '')).toMatchObject([
      { title: 'Users lost by requiring iOS 16', value: cost.share, limit: 0.02 },
    ]);
    const passed = await run(files('15.0', '15.0'), files('16.0', '16.0'), {
      minimums: '{max-lost: 90%, app: app}',
    });
    expect([passed.code, passed.outputs['conclusion']]).toEqual([0, 'passed']);
  });

  test('from a fork, without a token, is shown what it raises, without numbers or a request', async () => {
    const ended = await run(
      files('15.0', '15.0'),
      files('16.0', '16.0'),
      { 'api-token': '' },
      'stranger/app',
    );
    expect(ended.summary).toContain('Raises iOS 15 → 16 (`ios/Podfile`, line 3, and 2 more).');
    expect(ended.everything).not.toContain('iOS users');
    expect(ended.log).toContain('::notice file=ios/Podfile,line=3::Raises iOS 15 → 16');
    expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'skipped']);
  });

  test('by a Podfile that follows the project raises nothing, and lowering says nothing', async () => {
    for (const [before, after] of [
      [files('16.0', '15.0'), files('16.0', '16.0')],
      [files('17.0', '17.0'), files('15.0', '15.0')],
    ] as const) {
      const ended = await run(before, after);
      expect(ended.everything).not.toContain('Raises');
      expect(ended.results).not.toHaveProperty('minimums');
    }
  });

  test('is one comment, which is edited', async () => {
    const inputs = { 'post-to': 'pull-request' };
    await run(files('15.0', '15.0'), files('16.0', '16.0'), inputs);
    await run(files('15.0', '15.0'), files('17.0', '17.0'), inputs);
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('Raises iOS 15 → 17');
  });
});

describe('nothing is read but', () => {
  test('the list of changed files, if none of them can hold a minimum', async () => {
    await run(files('15.0', '15.0'), {
      ...files('15.0', '15.0'),
      'README.md': 'The app',
      [PROJECT]: `${projectOf({ project: '15.0', targets: [app('App', null)] })}// a new file.swift\n`,
    });
    expect(read()).toEqual(['/repos/octo/app/pulls/7/files']);
  });

  test('nothing at all, with minimums: false', async () => {
    const ended = await run(files('15.0', '15.0'), files('16.0', '16.0'), { minimums: 'false' });
    expect(read()).toEqual([]);
    expect(ended.everything).not.toContain('Raises');
  });

  test('what the token may read: it is silent, and a gate is inconclusive', async () => {
    const refused = {
      kind: 'status',
      status: 403,
      message: 'Resource not accessible by integration',
    } as const;
    github.fault({ method: 'GET', path: /\/files$/, times: 2, effect: refused });
    const silent = await run(files('15.0', '15.0'), files('16.0', '16.0'));
    expect([silent.code, silent.log.match(/^::(?:warning|error)/gm)]).toEqual([0, null]);
    const gate = await run(files('15.0', '15.0'), files('16.0', '16.0'), {
      minimums: 'max-lost: 2%',
      'on-inconclusive': 'warn',
    });
    expect([gate.code, gate.outputs['conclusion']]).toEqual([0, 'inconclusive']);
  });
});
