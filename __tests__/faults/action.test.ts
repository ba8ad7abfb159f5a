// Runs the Action as the runner does, against our own query service and a stand-in for GitHub, while one of
// the two has a fault. In each case the report is in the summary and in its file, the step says why it
// failed, and no token is written anywhere.
import { runAction, type Ended } from '../support/run-action.ts';
import { startFront, type Matching, type Meeting } from '../support/faults/front.ts';
import { closeServers, serveRaw } from '../support/faults/servers.ts';
import { answers, type SocketFault } from '../support/faults/socket-faults.ts';
import { startGitHub, WORKFLOW, type StandIn } from '../support/github/stand-in.ts';
import { earlierBody } from '../support/publish-setting.ts';
import { addEvents, serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const DEVICES = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const OTHER = '8A41D2F0-6C1E-4B7D-9D11-2E5A0C7B4F33';
const GITHUB_TOKEN = 'ghs_5ecretOfTheRepository0123456789abcd';
const EVENTS = ['iPhone 17', 'iPhone 17', 'iPhone 17', 'iPad', 'iPad', 'Mac'].map((model, index) => ({
  timestamp: `2026-10-${String(index + 10)}T12:00:00Z`,
  appID: 'app',
  clientUser: `user-${index}`,
  type: 'appLaunched',
  isTestMode: false,
  payload: { model },
}));
const insight = (id: string, threshold: number) => ({
  id,
  name: `models ${threshold}`,
  query: {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'eventCount', name: 'n' }],
    dimension: { type: 'default', dimension: 'model', outputName: 'model' },
    metric: { type: 'numeric', metric: 'n' },
    threshold,
  },
});

const open: StandIn[] = [];
const service = await serviceOfFile();
const token = await addOrganization(service, 'com.example.app');
await service.store.insights.add('com.example.app', [insight(DEVICES, 10), insight(OTHER, 2)]);
await addEvents(service, 'com.example.app', EVENTS);

afterAll(async () => {
  await closeServers();
  await Promise.all(open.map((github) => github.close()));
});

interface Asked {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A complete step that posts to the summary and to a pull request. */
async function step({ inputs = {}, env = {} }: Asked): Promise<Ended> {
  const ended = await runAction({
    inputs: {
      'api-token': token,
      'api-url': service.url,
      'github-token': GITHUB_TOKEN,
      insights: `devices: ${DEVICES}`,
      interval: '2026-10-01/2026-11-01',
      compare: 'none',
      'post-to': 'summary, pull-request',
      'pr-number': '7',
      ...inputs,
    },
    env: { RUNNER_DEBUG: '1', ...env },
  });
  const seen = ended.everything.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  for (const secret of [token, GITHUB_TOKEN]) expect(seen.join('\n')).not.toContain(secret);
  return ended;
}

/** Expects the whole report in the summary and in its file. */
function expectReport(ended: Ended): void {
  for (const text of [ended.summary, ended.report]) {
    expect(text).toContain('| iPhone 17 | 3 |');
    expect(text).toContain('| Mac | 1 |');
  }
  expect(ended.results).toMatchObject({ insights: [{ status: 'ok', total: 6 }] });
}

interface GitHubFault extends Meeting {
  readonly name: string;
  /** What the step's error or warning has to match. */
  readonly says: RegExp;
  /** 1 by default. */
  readonly code?: number;
  /** Earlier comments of the report. */
  readonly earlier?: number;
}

const LIST = { method: 'GET', path: /issues\/7\/comments/ };
const CREATE = { method: 'POST', path: /issues\/7\/comments$/ };
const EDIT = { method: 'PATCH', path: /issues\/comments\/\d+$/ };
const says = (status: number, message: string, headers: Record<string, string> = {}): SocketFault['act'] =>
  answers(status, headers, JSON.stringify({ message: `${message} ${GITHUB_TOKEN}` }));

// GitHub's other faults, which take seconds of waiting, are tested at `publish` (`github.test.ts`).
const AT_GITHUB: readonly GitHubFault[] = [
  {
    name: '403 for a token that only reads',
    at: CREATE,
    act: says(403, 'Resource not accessible by integration'),
    code: 0,
    says: /::warning::.*permissions:%0A {2}pull-requests: write/,
  },
  {
    name: '401',
    at: LIST,
    act: says(401, 'Bad credentials'),
    says: /401: Bad credentials.*wrong or has expired/,
  },
  {
    name: 'a limit that lasts',
    at: EDIT,
    act: says(403, 'API rate limit exceeded', { 'retry-after': '3600' }),
    earlier: 1,
    says: /The limit ends in 60 minutes/,
  },
  {
    name: 'a redirect to another host',
    at: LIST,
    act: answers(307, { location: 'http://192.0.2.1/' }),
    says: /a redirect to 192\.0\.2\.1, which is not followed/,
  },
];

async function startPosting(): Promise<StandIn> {
  const github = await startGitHub({ tokens: { [GITHUB_TOKEN]: WORKFLOW } });
  open.push(github);
  github.addPull({ number: 7 });
  return github;
}

test.each(AT_GITHUB)(
  'a fault of GitHub leaves the report in the summary and in its file: $name',
  async ({ says: said, code = 1, earlier = 0, at, act }) => {
    const github = await startPosting();
    for (let count = 1; count <= earlier; count += 1)
      github.addComment(7, { author: WORKFLOW.login, body: earlierBody(`old ${count}`) });
    const front = await startFront(() => github.url, { at, act });
    const result = await step({ env: { GITHUB_API_URL: front.url } });
    expect([result.code, result.log]).toEqual([code, expect.stringMatching(said)]);
    expect(result.log.match(/^::error::/gm) ?? []).toHaveLength(code);
    expectReport(result);
    // The earlier comment is still there, and no comment is there twice.
    expect(github.comments.length).toBeGreaterThanOrEqual(earlier);
    expect(github.comments.length).toBeLessThanOrEqual(Math.max(1, earlier));
    if (at === EDIT) expect(github.comments[0]?.body).toContain('old 1');
    expect(github.violations).toEqual([]);
  },
);

test('a proxy to GitHub that wants a password leaves the report where it is, and the password out', async () => {
  const { port } = await serveRaw((socket) => void socket.end('HTTP/1.1 407 No\r\n\r\n'));
  const result = await step({
    env: {
      https_proxy: `http://user:pass_word@127.0.0.1:${port}`,
      GITHUB_API_URL: 'https://api.github.invalid',
    },
  });
  expect([result.code, result.log]).toEqual([
    1,
    expect.stringMatching(
      /at api\.github\.invalid: the proxy (refused the connection|wants a user and password) \(407\)/,
    ),
  ]);
  expect(result.everything).not.toContain('pass_word');
  expectReport(result);
});

describe('a fault of the query service', () => {
  const BOTH = `devices: ${DEVICES}\nother: ${OTHER}`;
  const RUN = { method: 'POST', path: /query\/tql/, body: /"threshold":2\b/ };
  const RESOLVE = { method: 'POST', path: new RegExp(OTHER) };
  const FAULTS: readonly (readonly [string, Matching, SocketFault['act'], RegExp])[] = [
    ['a reset', RUN, (socket) => void socket.resetAndDestroy(), /(reset|closed before)/],
    ['HTML', RESOLVE, answers(200, { 'content-type': 'text/html' }, '<p>Sign in'), /an HTML page came/],
    ['500', RUN, answers(500, {}, '{}'), /the query service failed \(500\)/],
  ];

  async function meet(
    at: Matching,
    act: SocketFault['act'],
    inputs: Asked['inputs'],
  ): Promise<readonly [Ended, StandIn]> {
    const github = await startPosting();
    const front = await startFront(() => service.url, { at, act });
    return [
      await step({ inputs: { 'api-url': front.url, ...inputs }, env: { GITHUB_API_URL: github.url } }),
      github,
    ];
  }

  test.each(FAULTS)(
    'a fault of the query service fails one insight of two and leaves the other: %s',
    async (_, at, act, said) => {
      const [result, github] = await meet(at, act, { insights: BOTH, retries: '0' });
      expect([result.code, result.log]).toEqual([1, expect.stringMatching(said)]);
      expect(result.log).toMatch(
        /^::error::1 of 2 insights could not be reported\.%0Aother: .* at 127\.0\.0\.1:\d+/m,
      );
      expect(result.outputs['errors']).toBe('1');
      for (const text of [result.summary, result.report, github.comments[0]?.body ?? '']) {
        expect(text).toContain('| iPhone 17 | 3 |');
        expect(text).toContain('❌');
      }
    },
  );

  test.each([
    [401, /unknown, expired or revoked \(401\).*a year at most: make a new one/],
    [402, /not on a paid plan \(402\)/],
  ])(
    'the run stops with one message, whatever the policies say, if a gate’s own query is answered with %i',
    async (status, said) => {
      // The Mac is not in the table's two rows, so the gate makes its own query for it.
      const alone = { method: 'POST', path: /query\/tql/, body: /"Mac"/ };
      const [result, github] = await meet(alone, answers(status, {}, '{}'), {
        insights: `devices: ${OTHER}`,
        thresholds: '- value("Mac") < 3\n- total() > 1',
        'on-inconclusive': 'pass',
        'on-error': 'warn',
      });
      expect(result.code).toBe(1);
      expect(result.log.match(/^::(error|warning)::.*/gm)).toEqual([expect.stringMatching(said)]);
      // The numbers are complete, and posted.
      for (const text of [result.summary, result.report, github.comments[0]?.body ?? '']) {
        expect(text).toContain('| iPhone 17 | 3 |');
      }
      expect(result.results).toMatchObject({
        conclusion: 'inconclusive',
        thresholds: [{ refusal: expect.stringMatching(said) }, {}],
      });
    },
  );
});
