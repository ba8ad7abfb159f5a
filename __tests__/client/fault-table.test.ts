// Every fault of the query service, at each of its two requests, over real sockets. What comes of each stands in docs/faults.md.
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient, type ClientOptions } from '../../src/client/client.ts';
import {
  answers,
  bombs,
  bytes,
  connectionFaults,
  hangingFaults,
  NO_HTTP,
  type SocketFault,
} from '../support/faults/socket-faults.ts';
import { keepSection, type FaultRow } from '../support/faults/document.ts';
import { certificate } from '../support/tls/certificates.ts';
import { last30Days, TOKEN, topN, topNAnswer } from '../support/client/queries.ts';

/** What is to come of a fault: an answer after so many tries, or an error. */
interface Expected {
  readonly tries: number;
  readonly kind?: string;
  readonly message?: RegExp;
  /** Seconds waited between two tries, by the service's own word. */
  readonly waits?: readonly number[];
}

const good = { resolve: JSON.stringify(topN), run: JSON.stringify(topNAnswer) };
const LONGER_THAN_ANY = '[{"timestamp":"2026-10-05T00:00:00Z","result":[]}]';
const RETRIES = 2;
const BOMBS = bombs();
const rows: FaultRow[] = [];
const open: (() => void)[] = [];

afterEach(() => {
  for (const close of open.splice(0)) close();
});

afterAll(() => {
  keepSection('query-service', rows);
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

/** A service that is well but for one of its requests. */
async function serve(at: 'resolve' | 'run', act: SocketFault['act']): Promise<string> {
  const server = createHttpServer((request, response) => {
    const asked = request.url?.includes('/v3/') ? 'resolve' : 'run';
    request.resume().on('end', () => {
      if (asked === at) act(response.socket!);
      else response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(good[asked]);
    });
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

interface Came {
  readonly tries: number;
  readonly waits: readonly number[];
  readonly error: Error | null;
  readonly tookMs: number;
  readonly lines: readonly string[];
}

/** Resolves and runs one insight as a report does; waits take no time, and the clock goes on as if they had. */
async function report(url: string, options: Partial<ClientOptions> = {}): Promise<Came> {
  const lines: string[] = [];
  const waits: number[] = [];
  let aheadMs = 0;
  const say = (line: string): void => {
    lines.push(line);
  };
  const client = createClient({
    ...{ url, token: TOKEN, timeoutMs: 20_000, retries: RETRIES, deadlineMs: 120_000, concurrency: 2 },
    log: { debug: say, info: say, notice: say, warning: say, error: say },
    ...options,
    effects: {
      ...{ environment: {}, random: () => 0.5, nowMs: () => Date.now() + aheadMs },
      sleep: (ms) => {
        waits.push(ms);
        aheadMs += ms;
        return Promise.resolve();
      },
      ...options.effects,
    },
  });
  const startedMs = performance.now();
  let error: Error | null = null;
  try {
    await client.runQuery(await client.resolveInsight('3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10', last30Days));
  } catch (thrown) {
    error = thrown as Error;
  }
  const tookMs = performance.now() - startedMs;
  return { tries: lines.filter((line) => line.includes('trying again')).length + 1, waits, error, tookMs, lines };
}

/** Holds what came against what is to come, and against what holds of every fault. */
function judge(name: string, came: Came, expected: Expected, host: RegExp = /at 127\.0\.0\.1:\d+: /): void {
  const { error, tries, tookMs } = came;
  expect({ tries, kind: (error as { kind?: string } | null)?.kind }).toEqual({
    tries: expected.tries,
    kind: expected.kind,
  });
  if (error !== null) {
    expect(error.message).toMatch(expected.message ?? /never/);
    expect(error.message).toMatch(host);
    expect(error.message).toMatch(/^(Resolving insight 3F0C9C36\S+|Running a topN query) at /);
    expect(error.message.length).toBeLessThan(700);
  }
  for (const seconds of expected.waits ?? []) expect(came.waits).toContain(seconds * 1000);
  expect([error?.message, error?.stack, ...came.lines].join('\n')).not.toContain(TOKEN);
  // Two tries of 0.15 s each that hang; the rest is a machine that has other things to do.
  expect(tookMs).toBeLessThan(8000);
  const said = error === null ? 'the report, as ever' : spoken(error.message);
  if (!rows.some((row) => row.fault === name)) rows.push({ fault: name, tries: String(tries), said });
}

function spoken(message: string): string {
  return message.replace(/^.*? at \S+: /, '');
}

const CLOSED = {
  tries: RETRIES + 1,
  kind: 'network',
  message: /(reset|closed before the answer was complete) \([A-Z_]+\)/,
};
const TIMED_OUT = { tries: 2, kind: 'timeout', message: /timed out after 0\.15 s\..*raise `timeout`/ };

const WHEN = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();
const limited = (status: number, headers: () => Record<string, string>): SocketFault['act'] => {
  return (socket) => {
    answers(status, headers(), '{"detail":"Slow down"}')(socket);
  };
};

const LIMITS: readonly [string, SocketFault['act'], Expected][] = [
  [
    '429 with `Retry-After` in seconds',
    limited(429, () => ({ 'retry-after': '7' })),
    { tries: 3, kind: 'rate-limited', message: /\(429\).*Slow down/, waits: [7] },
  ],
  [
    '429 with `Retry-After` as a date',
    limited(429, () => ({ 'retry-after': WHEN(20) })),
    { tries: 3, kind: 'rate-limited', message: /\(429\)/ },
  ],
  [
    '429 with `x-ratelimit-reset`',
    limited(429, () => ({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 9),
    })),
    { tries: 3, kind: 'rate-limited', message: /\(429\)/ },
  ],
  [
    '429 with a `Retry-After` that says nothing',
    limited(429, () => ({ 'retry-after': 'soon' })),
    { tries: 3, kind: 'rate-limited', message: /\(429\)/ },
  ],
  [
    '429 with a wait beyond the deadline',
    limited(429, () => ({ 'retry-after': '3600' })),
    { tries: 1, kind: 'rate-limited', message: /\(429\).*not tried again: that takes a wait of 3600 s/ },
  ],
  [
    '403 with `Retry-After`',
    limited(403, () => ({ 'retry-after': '5' })),
    { tries: 3, kind: 'rate-limited', message: /too many requests \(403\)/, waits: [5] },
  ],
  [
    '403 with `x-ratelimit-reset`',
    limited(403, () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3' })),
    { tries: 3, kind: 'rate-limited', message: /too many requests \(403\)/, waits: [3] },
  ],
  [
    '503 with `Retry-After`',
    limited(503, () => ({ 'retry-after': '2' })),
    { tries: 3, kind: 'service', message: /failed \(503\)/, waits: [2] },
  ],
];

const REDIRECT = /redirects to (\S+) \(30\d\).*Redirects are not followed/;
const REDIRECTS = [301, 302, 303, 307, 308].flatMap((status): [string, SocketFault['act'], Expected][] => [
  [
    `${status} to the same host`,
    answers(status, { location: '/elsewhere' }),
    { tries: 1, kind: 'service', message: REDIRECT },
  ],
  [
    `${status} to another host`,
    answers(status, { location: 'http://127.0.0.1:9/x' }),
    { tries: 1, kind: 'service', message: REDIRECT },
  ],
]);

const UNREADABLE = { tries: 1, kind: 'unreadable' };
/** Answers of status 200 that are not what the operation answers. */
const BODIES: readonly [string, SocketFault['act'], Expected][] = [
  [
    'HTML',
    answers(200, { 'content-type': 'text/html' }, '<!doctype html><title>Sign in</title>'),
    { ...UNREADABLE, message: /an HTML page came \(200\)/ },
  ],
  ['an empty body', answers(200, {}), { ...UNREADABLE, message: /the answer \(200\) is empty/ }],
  ['204', answers(204, {}), { ...UNREADABLE, message: /the answer \(204\) is empty/ }],
  [
    'JSON that is cut off',
    answers(200, {}, '[{"timestamp":"2026'),
    { ...UNREADABLE, message: /is not JSON, or was cut off/ },
  ],
  [
    'JSON nested 100,000 deep',
    answers(200, {}, '['.repeat(100_000) + ']'.repeat(100_000)),
    { ...UNREADABLE, message: /expected|cannot be read|levels deep/ },
  ],
  [
    '200 MB announced',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 209715200\r\n\r\n['),
    {
      ...UNREADABLE,
      message: /larger than 33 MiB/,
    },
  ],
  ['UTF-16', answers(200, {}, Buffer.from('\ufeff[]', 'utf16le')), { ...UNREADABLE, message: /is not JSON/ }],
  ...['null', 'true', '42', '"text"', '{}', '[1]', '[{}]', '{"result":{"rows":7}}'].map(
    (json): [string, SocketFault['act'], Expected] => [
      `the wrong type: \`${json}\``,
      answers(200, {}, json),
      { ...UNREADABLE, message: /expected a query object|no `queryType`|the result cannot be read/ },
    ],
  ),
];

/** Answers that look odd and are whole. */
const FINE: readonly [string, (at: 'resolve' | 'run') => SocketFault['act']][] = [
  ['a byte order mark', (at) => answers(200, {}, `\ufeff${good[at]}`)],
  ['a wrong charset', (at) => answers(200, { 'content-type': 'application/json; charset=utf-16' }, good[at])],
  ['text/plain', (at) => answers(200, { 'content-type': 'text/plain' }, good[at])],
  ['duplicate keys: the last counts', (at) => answers(200, {}, good[at].replace('{', '{"timestamp":7,"queryType":7,'))],
  [
    'bytes that are no UTF-8',
    (at) => answers(200, {}, Buffer.from(good[at].replace('modelName', 'mod\u00ebl'), 'latin1')),
  ],
];

/** The kind and message of each status; those that may pass are tried again. */
function statusExpected(status: number): Expected {
  const passing = [429, 502, 503, 504].includes(status);
  const kinds: Readonly<Record<number, string>> = {
    ...{ 400: 'invalid-query', 413: 'invalid-query', 415: 'invalid-query', 422: 'invalid-query' },
    ...{ 401: 'unauthorized', 402: 'plan', 403: 'forbidden', 404: 'not-found', 408: 'timeout', 429: 'rate-limited' },
    504: 'timeout',
  };
  const advice = { 401: /make a new one in the dashboard/, 402: /upgrade it/ }[status] ?? new RegExp(`\\(${status}\\)`);
  return { tries: passing ? RETRIES + 1 : 1, kind: kinds[status] ?? 'service', message: advice };
}

describe.each(['resolve', 'run'] as const)('at the request to %s', (at) => {
  test.each(connectionFaults(good[at]))('$name', async ({ name, act }) => {
    judge(name, await report(await serve(at, act)), CLOSED);
  });

  test.each(hangingFaults(good[at]))('$name', async ({ name, act }) => {
    judge(name, await report(await serve(at, act), { timeoutMs: 150 }), TIMED_OUT);
  });

  test.each(NO_HTTP)('$name', async ({ name, act }) => {
    const message = /what came back is not HTTP|headers are too large/;
    judge(name, await report(await serve(at, act)), { tries: 1, kind: 'network', message });
  });

  test.each(LIMITS)('%s', async (name, act, expected) => {
    judge(name, await report(await serve(at, act)), expected);
  });

  test.each(REDIRECTS)('%s', async (name, act, expected) => {
    judge(name, await report(await serve(at, act)), expected);
  });

  test.each(BODIES)('%s', async (name, act, expected) => {
    judge(name, await report(await serve(at, act)), expected);
  });

  test.each(FINE)('%s', async (name, act) => {
    judge(name, await report(await serve(at, act(at))), { tries: 1 });
  });

  test('bombs by every encoding', async () => {
    for (const { name, act } of BOMBS) {
      const message = /the answer is encoded \(content-encoding: \w+\), although the request did not ask for that/;
      judge(name, await report(await serve(at, act)), { ...UNREADABLE, message });
    }
  });

  test('every status from 400 to 504', async () => {
    for (let status = 400; status <= 504; status += 1) {
      const came = await report(await serve(at, answers(status, {}, `{"detail":"no, ${TOKEN}"}`)));
      judge(`${status}`, came, statusExpected(status));
      expect(came.error?.message).toMatch(status === 407 ? /proxy/ : /no, \*\*\*/);
    }
  });
});

describe('no connection', () => {
  test('refused', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((closed) => server.close(closed));
    const message = /refused \(ECONNREFUSED\)\. Check `api-url`/;
    judge('refused', await report(`http://127.0.0.1:${port}`), { tries: 3, kind: 'network', message });
  });

  test('a host that nobody knows', async () => {
    const came = await report('http://nowhere.invalid');
    const message = /there is no host of that name|the host name could not be looked up/;
    // A name server that is itself away says otherwise, and then it is tried again.
    judge(
      'a host that nobody knows',
      { ...came, tries: 1 },
      { tries: 1, kind: 'network', message },
      /at nowhere\.invalid: /,
    );
  });

  test('hanging before TLS is agreed on', async () => {
    const port = await listen(createTcpServer());
    judge('hanging before TLS is agreed on', await report(`https://127.0.0.1:${port}`, { timeoutMs: 150 }), TIMED_OUT);
  });
});

describe('TLS', () => {
  beforeAll(() => {
    // As NODE_EXTRA_CA_CERTS would: a certificate is then bad for one reason alone.
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate('ca')]);
  });

  async function serveTls(name: string): Promise<string> {
    const options = { key: certificate('leaf'), cert: certificate(name) };
    const server = createTlsServer(options, (request, response) => {
      request.resume().on('end', () => response.end(request.url?.includes('/v3/') ? good.resolve : good.run));
    });
    return `https://localhost:${await listen(server)}`;
  }

  test('a certificate of an authority that is trusted', async () => {
    judge('a certificate of an authority that is trusted', await report(await serveTls('good')), {
      tries: 1,
    });
  });

  test.each([
    ['a certificate that is self-signed', 'self-signed', /DEPTH_ZERO_SELF_SIGNED_CERT/],
    ['a certificate of another host', 'wrong-host', /ERR_TLS_CERT_ALTNAME_INVALID/],
    ['a certificate that has expired', 'expired', /CERT_HAS_EXPIRED/],
  ])('%s', async (name, file, message) => {
    const came = await report(await serveTls(file));
    expect(came.error?.message).toMatch(/no safe connection could be made.*NODE_EXTRA_CA_CERTS/);
    judge(name, came, { tries: 1, kind: 'network', message }, /at localhost:\d+: /);
  });
});

describe('a proxy', () => {
  test.each([
    ['a proxy that asks for a password', 407, 1],
    ['a proxy that cannot reach the host', 502, 3],
  ])('%s', async (name, status, tries) => {
    const proxy = createTcpServer((socket) => socket.once('data', () => socket.end(bytes(status, {}))));
    const environment = { HTTPS_PROXY: `http://user:pass_word@127.0.0.1:${await listen(proxy)}` };
    const came = await report('https://api.example.com', { effects: { environment } });
    expect(came.error?.message).not.toContain('pass_word');
    const message = new RegExp(`the proxy refused the connection \\(${status}\\)`);
    judge(name, came, { tries, kind: 'network', message }, /at api\.example\.com: /);
  });
});

test('all faults together end with the deadline', async () => {
  const url = await serve('resolve', answers(503, { 'retry-after': '30' }, LONGER_THAN_ANY));
  const { error, waits } = await report(url, { retries: 99, deadlineMs: 100_000 });
  expect(error?.message).toMatch(/503.*[\d.]+ s of `deadline` are left/);
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(100_000);
});
