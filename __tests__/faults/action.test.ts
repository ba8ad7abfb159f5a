// Runs the Action as the runner does, against our own query service and a stand-in for GitHub, while one of
// the two has a fault. In each case the report is in the summary and in its file, the step says why it
// failed, and no token is written anywhere.
import { bundled } from '../support/bundled.ts';
import { runAction, type Ended } from '../support/run-action.ts';
import { startFront, type Matching, type Meeting } from '../support/faults/front.ts';
import { closedUrl, closeServers, serveRaw } from '../support/faults/servers.ts';
import { answers, bombs, serveTls, type SocketFault } from '../support/faults/socket-faults.ts';
import { limitsFor } from '../../src/service/http/run-limits.ts';
import { startGitHub, WORKFLOW, type StandIn } from '../support/github/stand-in.ts';
import { isLong } from '../support/properties.ts';
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
/** Retries take seconds, so all steps are started at once, and each test waits for its own. */
const starts: (() => void | Promise<void>)[] = [];

// All steps are started at once, with one token.
const service = await serviceOfFile({ limits: limitsFor(20) });
const token = await addOrganization(service, 'com.example.app');
await service.store.insights.add('com.example.app', [insight(DEVICES, 10), insight(OTHER, 2)]);
await addEvents(service, 'com.example.app', EVENTS);

beforeAll(async () => {
  for (const start of starts) await start();
});

afterAll(async () => {
  await closeServers();
  await Promise.all(open.map((github) => github.close()));
});

/** A short run takes a sixth of the steps, in this process; the other fault tests cover the rest. */
function choose<T>(cases: readonly T[]): readonly T[] {
  return cases.filter((_, index) => isLong || index % 6 === 0);
}

interface Asked {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A complete step that posts to the summary and to a pull request. */
async function step({ inputs = {}, env = {} }: Asked): Promise<Ended> {
  const ended = await runAction({
    ...(isLong && { entry: bundled('action') }),
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

/** A step that fails makes only its own test fail. */
function begun<T>(run: Promise<T>): Promise<T> {
  run.catch(() => undefined);
  return run;
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

const AT_GITHUB: readonly GitHubFault[] = choose([
  {
    name: '403 for a token that only reads',
    at: CREATE,
    act: says(403, 'Resource not accessible by integration'),
    code: 0,
    says: /::warning::.*permissions:%0A {2}pull-requests: write/,
  },
  {
    name: 'a reset',
    at: LIST,
    act: (socket) => void socket.resetAndDestroy(),
    says: /(reset|closed before)/,
  },
  {
    name: 'what is not HTTP',
    at: LIST,
    act: (socket) => void socket.end('220 ESMTP\r\n'),
    says: /is not HTTP/,
  },
  {
    name: 'HTML',
    at: LIST,
    act: answers(200, { 'content-type': 'text/html' }, '<p>Sign in'),
    says: /not GitHub's/,
  },
  {
    name: 'JSON that is cut off',
    at: EDIT,
    act: answers(200, {}, '{"id":1'),
    says: /not GitHub's/,
    earlier: 1,
  },
  { name: 'another shape', at: CREATE, act: answers(201, {}, '{"id":"x"}'), says: /not what was requested/ },
  {
    name: '401',
    at: LIST,
    act: says(401, 'Bad credentials'),
    says: /401: Bad credentials.*wrong or has expired/,
  },
  {
    name: 'a bomb',
    at: LIST,
    act: bombs(65, ['gzip'])[0]!.act,
    says: /200 with a body that is not GitHub's/,
  },
  { name: '404', at: LIST, act: says(404, 'Not Found'), says: /404: Not Found.*The number may be wrong/ },
  { name: '422', at: CREATE, act: says(422, 'Body is too long'), says: /422: Body is too long/ },
  {
    name: '500',
    at: CREATE,
    act: says(500, 'Server Error'),
    says: /POST \S+ at 127\.0\.0\.1:\d+: 500, Server Error/,
  },
  {
    name: '503',
    at: EDIT,
    act: says(503, 'Unavailable'),
    says: /PATCH \S+ at 127.*503, Unavailable/,
    earlier: 1,
  },
  {
    name: 'a limit that lasts',
    at: EDIT,
    act: says(403, 'API rate limit exceeded', { 'retry-after': '3600' }),
    earlier: 1,
    says: /The limit ends in 60 minutes/,
  },
  {
    name: '502 to a deletion',
    at: { method: 'DELETE', path: /./ },
    act: says(502, 'Bad Gateway'),
    earlier: 2,
    code: 0,
    says: /::warning::.*could not be removed.*the next run will try again.*502, Bad Gateway/,
  },
  {
    name: '502 to GraphQL',
    at: { method: 'POST', path: /graphql/ },
    act: says(502, 'x'),
    says: /updated/,
    earlier: 1,
    code: 0,
  },
  {
    name: 'a redirect to another host',
    at: LIST,
    act: answers(307, { location: 'http://192.0.2.1/' }),
    says: /a redirect to 192\.0\.2\.1, which is not followed/,
  },
]);

async function startPosting(): Promise<StandIn> {
  const github = await startGitHub({ tokens: { [GITHUB_TOKEN]: WORKFLOW } });
  open.push(github);
  github.addPull({ number: 7 });
  return github;
}

describe('a fault of GitHub', () => {
  const ended = new Map<string, Promise<readonly [Ended, StandIn]>>();

  starts.push(() => {
    for (const fault of AT_GITHUB) ended.set(fault.name, begun(meet(fault)));
  });

  async function meet({ at, act, earlier = 0 }: GitHubFault): Promise<readonly [Ended, StandIn]> {
    const github = await startPosting();
    for (let count = 1; count <= earlier; count += 1) {
      github.addComment(7, { author: WORKFLOW.login, body: earlierBody(`old ${count}`) });
    }
    const front = await startFront(() => github.url, { at, act });
    return [await step({ env: { GITHUB_API_URL: front.url } }), github];
  }

  test.each(AT_GITHUB)(
    'a fault of GitHub leaves the report in the summary and in its file: $name',
    async ({ name, says: said, code = 1, earlier = 0, at }) => {
      const [result, github] = await ended.get(name)!;
      expect([result.code, result.log]).toEqual([code, expect.stringMatching(said)]);
      expect(result.log.match(/^::error::/gm) ?? []).toHaveLength(code);
      expectReport(result);
      // The earlier comment is still there, and no comment is there twice.
      expect(github.comments.length).toBeGreaterThanOrEqual(earlier);
      expect(github.comments.length).toBeLessThanOrEqual(Math.max(1, earlier));
      if (at === EDIT) expect(github.comments[0]?.body).toContain('old 1');
      expect(github.violations).toEqual([]);
    },
    60_000,
  );
});

describe('the way to GitHub', () => {
  const UNKNOWN =
    /at api\.github\.invalid: (there is no host of that name|the host name could not be looked up)/;
  const through = async (): Promise<Record<string, string>> => {
    const { port } = await serveRaw((socket) => void socket.end('HTTP/1.1 407 No\r\n\r\n'));
    return {
      https_proxy: `http://user:pass_word@127.0.0.1:${port}`,
      GITHUB_API_URL: 'https://api.github.invalid',
    };
  };
  const WAYS = choose<readonly [string, () => Promise<Record<string, string>>, RegExp]>([
    [
      'asks for a password at a proxy',
      through,
      /at api\.github\.invalid: the proxy (refused the connection|wants a user and password) \(407\)/,
    ],
    [
      'ends at a closed port',
      async () => ({ GITHUB_API_URL: await closedUrl() }),
      /GET \S+ at 127\.0\.0\.1:\d+: the connection was refused \(ECONNREFUSED\)/,
    ],
    ['leads to an unknown host', async () => ({ GITHUB_API_URL: 'http://api.github.invalid' }), UNKNOWN],
    [
      'is not safe',
      async () => ({ GITHUB_API_URL: await serveTls('self-signed') }),
      /at localhost:\d+: no safe connection.*\(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/,
    ],
    [
      'does not lead through the proxy to a host that NO_PROXY names',
      async () => ({ ...(await through()), no_proxy: 'api.github.invalid' }),
      UNKNOWN,
    ],
  ]);
  const ended = new Map<string, Promise<Ended>>();

  starts.push(async () => {
    for (const [name, environment] of WAYS) ended.set(name, begun(step({ env: await environment() })));
  });

  test.each(WAYS)(
    'the way to GitHub %s, and the report is in the summary and in its file',
    async (name, _, said) => {
      const result = await ended.get(name)!;
      expect([result.code, result.log]).toEqual([1, expect.stringMatching(said)]);
      expect(result.everything).not.toContain('pass_word');
      expectReport(result);
    },
    60_000,
  );
});

describe('a fault of the query service', () => {
  const BOTH = `devices: ${DEVICES}\nother: ${OTHER}`;
  const RUN = { method: 'POST', path: /query\/tql/, body: /"threshold":2\b/ };
  const RESOLVE = { method: 'POST', path: new RegExp(OTHER) };
  const FAULTS = choose<readonly [string, Matching, SocketFault['act'], RegExp]>([
    ['a reset', RUN, (socket) => void socket.resetAndDestroy(), /(reset|closed before)/],
    ['HTML', RESOLVE, answers(200, { 'content-type': 'text/html' }, '<p>Sign in'), /an HTML page came/],
    ['JSON that is cut off', RUN, answers(200, {}, '[{"timestamp"'), /is not JSON, or was cut off/],
    ['another shape', RUN, answers(200, {}, '{"result":7}'), /cannot be read|is not/],
    ['404', RESOLVE, answers(404, {}, '{}'), /no insight has the ID .* \(404\)/],
    ['429', RUN, answers(429, { 'retry-after': '3600' }, '{}'), /too many requests \(429\)/],
    ['500', RUN, answers(500, {}, '{}'), /the query service failed \(500\)/],
    ['504', RUN, answers(504, {}, '{}'), /timed out in the query service \(504\)/],
    ['a redirect', RUN, answers(307, { location: 'http://192.0.2.1/' }), /redirects to 192\.0\.2\.1 \(307\)/],
    // Run last and alone, because the other steps keep the service busy.
    ['no answer', RUN, () => undefined, /timed out after 4 s/],
  ]);
  const ended = new Map<string, Promise<readonly [Ended, StandIn]>>();

  starts.push(() => {
    for (const [name, at, act] of FAULTS) {
      if (name !== 'no answer') ended.set(name, begun(meet(at, act, { insights: BOTH, retries: '0' })));
    }
  });

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
    async (name, at, act, said) => {
      const alone = { insights: BOTH, retries: '0', timeout: '4' };
      const [result, github] = await (ended.get(name) ?? meet(at, act, alone));
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
    60_000,
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
    60_000,
  );
});
