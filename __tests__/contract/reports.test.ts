// Several reports of one config file in one step: dist/index.js against the project's own query service and
// the GitHub stand-in.
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { SeveralResults } from '../../src/report/results/results.ts';
import { runAction, type Ended } from '../support/run-action.ts';
import { startGitHub, type StandIn } from '../support/github/stand-in.ts';
import { eventsBy } from '../support/service/top-n.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addEvents, serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const OS = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const COUNT = 40;

let github: StandIn;

const folder = emptyFolder();
const service = await serviceOfFile();
const token = await addOrganization(service, 'com.example.app');
const query = eventsBy('system', 'system', 10);
await service.store.insights.add('com.example.app', [{ id: OS, name: 'os', query }]);
// A quarter each of iOS 15 to 18, all of them yesterday.
const timestamp = new Date(Date.now() - 86_400_000).toISOString();
const events = Array.from({ length: COUNT }, (_, index) => ({
  timestamp,
  appID: 'app',
  clientUser: `user-${index}`,
  type: 'appLaunched',
  isTestMode: false,
  payload: { system: `iOS ${15 + (index % 4)}` },
}));
await addEvents(service, 'com.example.app', events);

beforeEach(async () => {
  github = await startGitHub();
});

afterEach(() => github.close());

const CONFIG = `
insights: { os: ${OS} }
interval: last 7 days
compare: none
reports:
  weekly:
    title: The week
    top: 1
    post-to: [summary, issue]
  review:
    title: The review
    post-to: [pull-request]
  gates:
    title: The gates
    thresholds:
      - { os: 'share("iOS 15") < 2%', reason: dropping it }
      - total() > 1
`;

let runs = 0;

/** Its own run of the workflow. */
async function run(inputs: Readonly<Record<string, string>>, config = CONFIG): Promise<Ended> {
  const path = join(folder, 'insight-report.yml');
  writeFileSync(path, config);
  const common = {
    'api-token': token,
    'api-url': service.url,
    'github-token': 'ghs_workflow',
    config: 'insight-report.yml',
  };
  const payload = { pull_request: { number: 1 } };
  runs += 1;
  const env = {
    GITHUB_API_URL: github.url,
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_RUN_ID: String(runs),
  };
  return runAction({
    inputs: { ...common, ...inputs },
    event: 'pull_request',
    payload,
    env,
    workspace: folder,
  });
}

test('each report is posted under its own marker, the worst conclusion counts, and the files hold all', async () => {
  github.addPull();
  const ended = await run({});
  // The pull request is an issue, too.
  const [, ...issues] = github.issues;
  expect(issues.map(({ title, body }) => [title, /<!-- insight-report:.*/.exec(body)?.[0]])).toEqual([
    ['The week', '<!-- insight-report:weekly -->'],
  ]);
  expect(github.comments.map(({ body }) => /<!-- insight-report:.*/.exec(body)?.[0])).toEqual([
    '<!-- insight-report:review -->',
  ]);
  expect([...ended.summary.matchAll(/^## (The \w+)/gm)].map(([, title]) => title)).toEqual([
    'The week',
    'The gates',
  ]);
  expect([...ended.report.matchAll(/^## (The \w+)/gm)].map(([, title]) => title)).toEqual([
    'The week',
    'The review',
    'The gates',
  ]);
  const { conclusion, reports } = ended.results as SeveralResults;
  expect([conclusion, ...reports.map(({ reportId, conclusion: own }) => [reportId, own])]).toEqual([
    'failed',
    ['weekly', 'neutral'],
    ['review', 'neutral'],
    ['gates', 'failed'],
  ]);
  expect(reports.map(({ insights: [first] }) => first?.status === 'ok' && [first.top, first.total])).toEqual([
    [1, COUNT],
    [10, COUNT],
    [10, COUNT],
  ]);
  expect(ended.code).toBe(1);
  expect(ended.outputs).toMatchObject({
    conclusion: 'failed',
    errors: '0',
    'comment-id': String(github.comments[0]?.id),
    'issue-number': String(issues[0]?.number),
  });
  expect(JSON.parse(ended.outputs['failed-thresholds'] ?? '')).toMatchObject([{ value: 0.25, limit: 0.02 }]);
  expect(ended.log).toMatch(/^::error::gates: Share of iOS 15: failed, 25%25 \(10 of 40 events\)/m);
  await run({ title: 'Again' });
  expect([github.issues.length, github.comments.length]).toEqual([2, 1]);
});

test('the input report selects one, the results file has the form for one, and inputs win over its keys', async () => {
  const ended = await run({ report: 'weekly', 'post-to': 'none', title: 'By hand' });
  expect([ended.code, ended.results]).toMatchObject([
    0,
    { reportId: 'weekly', title: 'By hand', insights: [{ top: 1 }] },
  ]);
  expect(github.requests).toEqual([]);
});

test('a message that all reports share is logged once, and reports share the requests of the step', async () => {
  const asked: string[] = [];
  const refusing: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const address = refusing.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  const ended = await run({ 'api-url': url, 'post-to': 'none' });
  refusing.close();
  expect(ended.code).toBe(1);
  expect(ended.log.match(/^::error::.*/gm)).toHaveLength(1);
  expect(ended.outputs['errors']).toBe('3');
  // The insight is resolved once for all three, and the data source is looked for once.
  expect(asked.filter((path) => path.endsWith('/query/'))).toHaveLength(1);
  expect(asked.filter((path) => path.endsWith('/organizations/'))).toHaveLength(1);
});

test('a mistake ends the step before any request, and the message names file and line', async () => {
  const ended = await run({}, CONFIG.replace('top: 1', 'top: none'));
  expect(ended.code).toBe(1);
  expect(ended.log).toMatch(/^::error::.*insight-report\.yml:8, reports\.weekly\.top: got "none"/m);
  expect(ended.summary).toContain('reports.weekly.top: got "none"');
  expect(github.requests).toEqual([]);
});

test('without a token no request is sent, and the conclusion is skipped', async () => {
  const ended = await run({ 'api-token': '', 'on-missing-token': 'skip' });
  expect([ended.code, ended.outputs['conclusion']]).toEqual([0, 'skipped']);
  expect(ended.summary).toMatch(
    /^## The week, The review, The gates\n\n⏭️ \*\*Skipped\.\*\* Nothing was reported: [^\n]+\n$/,
  );
});
