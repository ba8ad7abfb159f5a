// Every fault of GitHub, at each request of a comment, over real sockets; the summary is written whatever happens. docs/faults.md has the table.
import { createServer as createTlsServer, type Server } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Receipt } from '../../src/publish/post.ts';
import { publish } from '../../src/publish/publish.ts';
import { certificate } from '../support/tls/certificates.ts';
import { keepSection, type FaultRow } from '../support/faults/document.ts';
import {
  answers,
  bombs,
  connectionFaults,
  hangingFaults,
  NO_HTTP,
  type SocketFault,
} from '../support/faults/socket-faults.ts';
import { startFront, type Front } from '../support/faults/front.ts';
import { startGitHub, type StandIn } from '../support/github/stand-in.ts';
import { earlierBody, effects, post, posting, runContext } from '../support/publish-setting.ts';

const TOKEN = 'ghs_workflow';
const STAGES = {
  list: { method: 'GET', path: /issues\/7\/comments/ },
  create: { method: 'POST', path: /issues\/7\/comments$/ },
  edit: { method: 'PATCH', path: /issues\/comments\/\d+$/ },
} as const;
type Stage = keyof typeof STAGES;
const STAGE_NAMES: readonly Stage[] = ['list', 'create', 'edit'];

/** Tries of a fault that may pass: a creation looks whether it took effect between its three, the others have four. */
const LASTING = { list: 4, create: 3, edit: 4 };
const LIMITED = { list: 4, create: 4, edit: 4 };
/** fetch itself asks once more. */
const MISDIRECTED = { list: 2, create: 2, edit: 2 };
const REFUSED = { list: 1, create: 1, edit: 1 };

const rows: FaultRow[] = [];
const open: (() => void)[] = [];
const BOMBS = bombs();
let github: StandIn;

beforeEach(async () => {
  github = await startGitHub();
  github.addPull({ number: 7 });
});

async function startAnew(): Promise<void> {
  await github.close();
  expect(github.violations).toEqual([]);
  github = await startGitHub();
  github.addPull({ number: 7 });
}

afterEach(async () => {
  for (const close of open.splice(0)) close();
  await github.close();
  expect(github.violations).toEqual([]);
});

afterAll(() => {
  keepSection('github', rows);
});

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** A GitHub that is well but for one kind of request, `times` times. */
async function faulty(stage: Stage, act: SocketFault['act'], times = Infinity): Promise<Front> {
  const front = await startFront(() => github.url, STAGES[stage], act, times);
  open.push(front.close);
  return front;
}

/** Posts to the pull request and the summary, and holds what came against what holds of every fault. */
async function report(url: string, requestMs = 20_000): Promise<Receipt> {
  const world = { ...effects(), requestMs };
  const startedMs = performance.now();
  const context = runContext(url, { GITHUB_STEP_SUMMARY: '/summary' });
  const receipts = await publish(
    posting({ githubToken: TOKEN }),
    [post('pull-request'), post('summary')],
    context,
    world,
  );
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(world.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(300_000);
  expect(receipts[1]).toMatchObject({ destination: 'summary', outcome: 'posted' });
  expect(world.files.get('/summary')).toBe(post('summary').body);
  expect(JSON.stringify(receipts)).not.toContain(TOKEN);
  return receipts[0]!;
}

async function judge(
  { name, act }: SocketFault,
  tries: Readonly<Record<Stage, number>>,
  message: RegExp | null,
  { requestMs, stages = STAGE_NAMES }: { requestMs?: number; stages?: readonly Stage[] } = {},
): Promise<void> {
  for (const stage of stages) {
    await startAnew();
    if (stage === 'edit') github.addComment(7, { author: 'github-actions[bot]', body: earlierBody('old') });
    const { url, met } = await faulty(stage, act);
    const receipt = await report(url, requestMs);
    expect({ stage, count: met.count }).toEqual({ stage, count: tries[stage] });
    expect(receipt).toMatchObject(message === null ? { level: 'info' } : { outcome: 'failed', level: 'error' });
    if (message !== null) {
      expect(receipt.message).toMatch(message);
      expect(receipt.message).toMatch(
        /^The report could not be posted to the pull request: (GET|POST|PATCH) \S+ at 127\.0\.0\.1:\d+/,
      );
    }
    // Nothing is lost: what stood there stands there still.
    if (stage === 'edit' && message !== null) expect(github.comments.at(-1)?.body).toContain('old');
    note(name, tries, message === null ? 'posted, as ever' : receipt.message);
  }
}

/** fetch takes a 407 for its own, and gives no answer. */
function said(status: number): RegExp {
  return new RegExp(
    status === 407 ? 'perhaps a proxy wants a user and password \\(407\\)' : `\\b${status}\\b.*no, \\*\\*\\*`,
  );
}

function note(fault: string, tries: Readonly<Record<Stage, number>>, message: string): void {
  if (rows.some((row) => row.fault === fault)) return;
  const [, status, words = message] = / at \S+?(?: was answered with (\d{3}))?: ([^]*)$/.exec(message) ?? [];
  const said = `${status === undefined ? '' : '(status) '}${words.replace(/^\d{3}, /, '')}`;
  const counts = Object.values(tries);
  rows.push({ fault, tries: new Set(counts).size === 1 ? String(counts[0]) : counts.join(' / '), said });
}

const CLOSED = /(reset|closed before the answer was complete) \([A-Z_]+\)\. Run the job again later/;

test.each(connectionFaults('[]'.padEnd(40)))('$name', async (fault) => {
  await judge(fault, LASTING, CLOSED);
});

test.each(hangingFaults('[]'.padEnd(40)))('$name', async (fault) => {
  await judge(fault, LASTING, /timed out after 0\.1 s\. Run the job again later/, { requestMs: 100 });
});

test.each(NO_HTTP)('$name', async (fault) => {
  await judge(fault, LASTING, /what came back is not HTTP \(HPE_\w+\)|headers are too large/);
});

const UNREADABLE = /: 200 with a body that is not (GitHub's|what was asked for)/;

test.each<SocketFault>([
  { name: 'HTML', act: answers(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>') },
  { name: 'an empty body', act: answers(200, {}) },
  { name: 'JSON that is cut off', act: answers(200, {}, '[{"id":7') },
  { name: 'JSON nested 100,000 deep', act: answers(200, {}, '{"a":'.repeat(100_000)) },
  { name: 'UTF-16', act: answers(200, {}, Buffer.from('\ufeff[]', 'utf16le')) },
  ...['null', 'true', '42', '"text"', '{}', '{"id":"7"}', '{"id":7.5}'].map((json) => ({
    name: `the wrong type: \`${json}\``,
    act: answers(200, {}, json),
  })),
])('$name', async (fault) => {
  await judge(fault, LASTING, UNREADABLE);
});

test('bombs by every encoding', async () => {
  for (const [index, fault] of BOMBS.entries())
    await judge(fault, LASTING, /the answer is larger than 64 MiB/, { stages: index === 0 ? STAGE_NAMES : ['list'] });
}, 120_000);

test('200 MB', async () => {
  const act: SocketFault['act'] = (socket) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let left = 200;
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 209715200\r\n\r\n');
    const more = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= 1;
        if (!socket.write(chunk)) return void socket.once('drain', more);
      }
    };
    more();
  };
  await judge({ name: '200 MB', act }, LASTING, /the answer is larger than 64 MiB/, { stages: ['list'] });
}, 120_000);

const limit = (
  status: number,
  headers: Record<string, string>,
  message = 'API rate limit exceeded',
): SocketFault['act'] => answers(status, headers, JSON.stringify({ message }));
/** The clock of these tests stands near this moment. */
const NOW_S = Date.UTC(2026, 10, 20) / 1000;

test.each<SocketFault>([
  { name: '429 with `retry-after` in seconds', act: limit(429, { 'retry-after': '7' }) },
  {
    name: '429 with `retry-after` as a date',
    act: limit(429, { 'retry-after': new Date((NOW_S + 30) * 1000).toUTCString() }),
  },
  { name: '429 without a word', act: limit(429, {}) },
  { name: '403 with `retry-after`', act: limit(403, { 'retry-after': '7' }) },
  {
    name: '403 with `x-ratelimit-reset`',
    act: limit(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S + 20) }),
  },
  { name: '403, secondary limit', act: limit(403, {}, 'You have exceeded a secondary rate limit') },
  { name: '403, abuse detection', act: limit(403, {}, 'You have triggered an abuse detection mechanism') },
])('$name', async (fault) => {
  await judge(fault, LIMITED, /was answered with 4\d\d: .*(limit|abuse).*Run the job again later/);
});

test('a limit that lasts an hour', async () => {
  const act = limit(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW_S + 3600) });
  await judge({ name: '403 with a reset in an hour', act }, REFUSED, /The limit ends in 6\d minutes/);
});

describe('redirects', () => {
  test.each([301, 302, 307, 308])('%i to another host or to itself for ever', async (status) => {
    const elsewhere = answers(status, { location: 'http://127.0.0.1:9/repos/octo/app/issues/7/comments' });
    await judge(
      { name: `${status} to another host`, act: elsewhere },
      REFUSED,
      /a redirect to 127\.0\.0\.1:9, which is not followed/,
    );
    const plain = answers(status, { location: 'https://127.0.0.1/repos/octo/app/issues/7/comments' });
    await judge(
      { name: `${status} to another scheme`, act: plain },
      REFUSED,
      /a redirect to 127\.0\.0\.1, which is not followed/,
    );
  });

  test.each(STAGE_NAMES.flatMap((stage) => [301, 302, 307, 308].map((status) => [stage, status] as const)))(
    'at %s, %i to the same host is followed, with method and body',
    async (stage, status) => {
      if (stage === 'edit') github.addComment(7, { author: 'github-actions[bot]', body: earlierBody('old') });
      const target = stage === 'edit' ? '/repos/octo/app/issues/comments/1001' : '/repos/octo/app/issues/7/comments';
      const { url, met } = await faulty(stage, answers(status, { location: target }), 1);
      expect(await report(url)).toMatchObject({ level: 'info' });
      expect([met.count, github.comments.length]).toEqual([1, 1]);
      expect(github.comments[0]?.body).toContain('## Report');
      note(`${status} to the same host`, { list: 2, create: 2, edit: 2 }, 'posted, as ever');
    },
  );
});

test.each(STAGE_NAMES)(
  'every status from 400 to 504, at %s',
  async (stage) => {
    for (let status = 400; status <= 504; status += 1) {
      github.forget();
      if (stage === 'edit') github.addComment(7, { author: 'github-actions[bot]', body: earlierBody('old') });
      const { url, met } = await faulty(stage, answers(status, {}, JSON.stringify({ message: `no, ${TOKEN}` })));
      const receipt = await report(url);
      const tries =
        status === 421
          ? MISDIRECTED
          : status === 429
            ? LIMITED
            : status >= 500 || status === 408 || status === 407
              ? LASTING
              : REFUSED;
      expect({ status, count: met.count }).toEqual({ status, count: tries[stage] });
      // Somebody deleted it in between: it is posted anew.
      if (stage === 'edit' && status === 404) expect(receipt).toMatchObject({ outcome: 'posted' });
      else {
        expect(receipt).toMatchObject({
          outcome: 'failed',
          message: expect.stringMatching(said(status)) as unknown,
        });
        note(String(status), tries, receipt.message);
      }
    }
  },
  60_000,
);

describe('no connection', () => {
  async function fails(name: string, url: string, message: RegExp, requestMs?: number): Promise<void> {
    const receipt = await report(url, requestMs);
    expect(receipt).toMatchObject({ outcome: 'failed', level: 'error' });
    expect(receipt.message).toMatch(message);
    expect(receipt.message).toContain(` at ${new URL(url).host}: `);
    note(name, { list: 4, create: 4, edit: 4 }, receipt.message);
  }

  beforeAll(() => {
    // As NODE_EXTRA_CA_CERTS would: a certificate is then bad for one reason alone.
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate('ca')]);
  });

  test('refused', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((closed) => server.close(closed));
    await fails('refused', `http://127.0.0.1:${port}`, /the connection was refused \(ECONNREFUSED\)/);
  });

  test('a host that nobody knows', async () => {
    await fails('a host that nobody knows', 'http://nowhere.invalid', /no host of that name|could not be looked up/);
  });

  test('hanging before TLS is agreed on', async () => {
    const port = await listen(createTcpServer());
    await fails('hanging before TLS is agreed on', `https://127.0.0.1:${port}`, /timed out after 0\.1 s/, 100);
  });

  test.each([
    ['a certificate that is self-signed', 'self-signed', /DEPTH_ZERO_SELF_SIGNED_CERT/],
    ['a certificate of another host', 'wrong-host', /ERR_TLS_CERT_ALTNAME_INVALID/],
    ['a certificate that has expired', 'expired', /CERT_HAS_EXPIRED/],
  ])('%s', async (name, file, code) => {
    const server = createTlsServer({ key: certificate('leaf'), cert: certificate(file) }, (_, response) =>
      response.end('[]'),
    );
    await fails(
      name,
      `https://localhost:${await listen(server)}`,
      new RegExp(`no safe connection.*${code.source}.*NODE_EXTRA_CA_CERTS`),
    );
  });
});
