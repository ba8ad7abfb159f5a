// Every fault of the query service, at each of its two requests, over real sockets.
// docs/contributing/faults.md lists
// the outcomes.
import { createClient, type ClientOptions } from '../../src/report/client/client.ts';
import { last30Days, TOKEN, topN, topNAnswer } from '../support/client/queries.ts';
import { startFront } from '../support/faults/front.ts';
import { answerJson, closeServers, serveHttp, serveRaw } from '../support/faults/servers.ts';
import {
  answers,
  BODIES,
  bombs,
  bytes,
  connectionFaults,
  flood,
  hangingFaults,
  NO_HTTP,
  serveTls,
  statuses,
  type SocketFault,
  UNREACHABLE,
  wrongTypes,
} from '../support/faults/socket-faults.ts';
import { isLong } from '../support/properties.ts';
import { createTable } from '../support/faults/table.ts';

/** The expected outcome of a fault: an answer after some tries, or an error. */
interface Expected {
  readonly tries: number;
  readonly kind?: string;
  readonly message?: RegExp;
  /** Seconds waited between two tries, as the service asks. */
  readonly waits?: readonly number[];
}

interface Fault extends SocketFault {
  readonly expected: Expected;
  readonly options?: Partial<ClientOptions>;
}

const INSIGHT = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const REQUESTS = {
  resolve: { at: { method: 'POST', path: /\/v3\// }, good: JSON.stringify(topN) },
  run: { at: { method: 'POST', path: /\/v4\// }, good: JSON.stringify(topNAnswer) },
} as const;
type RequestName = keyof typeof REQUESTS;
const RETRIES = 2;
const table = createTable('query-service', 'faults');

const good = await serveHttp((request, response) => {
  answerJson(request, response, request.url?.includes('/v3/') === true ? topN : topNAnswer);
});
const front = await startFront(() => good.url);

afterAll(async () => {
  await closeServers();
  table.keep(CASES.length + WAYS.length);
});

interface Came {
  readonly tries: number;
  readonly waits: readonly number[];
  readonly error: (Error & { kind?: string }) | null;
  readonly tookMs: number;
  readonly lines: readonly string[];
}

/** Resolves and runs one insight as a report does. Waits take no time, but they advance the clock. */
async function report(url: string, options: Partial<ClientOptions> = {}): Promise<Came> {
  const lines: string[] = [];
  const waits: number[] = [];
  let aheadMs = 0;
  const say = (line: string): void => {
    lines.push(line);
  };
  const client = createClient({
    url,
    token: TOKEN,
    timeoutMs: 20_000,
    retries: RETRIES,
    deadlineMs: 120_000,
    concurrency: 2,
    log: { debug: say, info: say, notice: say, warning: say, error: say },
    ...options,
    effects: {
      environment: {},
      random: () => 0.5,
      nowMs: () => Date.now() + aheadMs,
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
    await client.runQuery((await client.resolveInsight(INSIGHT, last30Days)).query);
  } catch (thrown) {
    error = thrown as Error;
  }
  const tookMs = performance.now() - startedMs;
  return {
    tries: lines.filter((line) => line.includes('trying again')).length + 1,
    waits,
    error,
    tookMs,
    lines,
  };
}

/** Checks the outcome of a fault, and what is true of every fault. */
function judge({ error, tries, tookMs, waits, lines }: Came, expected: Expected, host = '127.0.0.1'): string {
  expect({ tries, kind: error?.kind, message: error?.message }).toEqual({
    tries: expected.tries,
    kind: expected.kind,
    message:
      expected.message === undefined ? undefined : (expect.stringMatching(expected.message) as unknown),
  });
  if (error !== null) {
    expect(error.message).toMatch(
      new RegExp(
        `(\\(While (?:resolving insight ${INSIGHT}|running a topN query)|^no insight has the ID ${INSIGHT}) at ${host}(:\\d+)?( \\(404\\): |\\.\\)$)`,
      ),
    );
    expect(error.message.length).toBeLessThan(700);
  }
  for (const seconds of expected.waits ?? []) expect(waits).toContain(seconds * 1000);
  expect([error?.message, error?.stack, ...lines].join('\n')).not.toContain(TOKEN);
  // A fault that hangs takes two tries of 0.5 s; the rest allows for a busy machine.
  expect(tookMs).toBeLessThan(8000);
  return error === null ? 'the report is complete' : error.message.replace(/ \(While .* at \S+\.\)$/, '');
}

const QUICK = { timeoutMs: 500 };
const FINE: Expected = { tries: 1 };
const CLOSED: Expected = {
  tries: RETRIES + 1,
  kind: 'network',
  message: /(reset|closed before the answer was complete) \([A-Z_]+\).*Tried 3 times/,
};
const TIMED_OUT: Expected = {
  tries: 2,
  kind: 'timeout',
  message: /timed out after 0\.5 s\..*raise `timeout`\. Tried 2 times\./,
};
const UNREADABLE = { tries: 1, kind: 'unreadable' };

/** An answer whose headers depend on the time. */
function limited(status: number, headers: () => Record<string, string>): SocketFault['act'] {
  return (socket, url) => {
    answers(status, headers(), '{"detail":"Slow down"}')(socket, url);
  };
}

const nowSeconds = (): number => Math.ceil(Date.now() / 1000);
const LIMITED: Expected = {
  tries: 3,
  kind: 'rate-limited',
  message: /too many requests \(4\d\d\).*Slow down/,
};
const LIMITS: readonly Fault[] = [
  {
    name: '429 with `Retry-After` in seconds',
    act: limited(429, () => ({ 'retry-after': '7' })),
    expected: { ...LIMITED, waits: [7] },
  },
  {
    name: '429 with `Retry-After` as a date',
    act: limited(429, () => ({ 'retry-after': new Date(Date.now() + 20_000).toUTCString() })),
    expected: LIMITED,
  },
  {
    name: '429 with `x-ratelimit-reset`',
    act: limited(429, () => ({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(nowSeconds() + 9),
    })),
    expected: LIMITED,
  },
  {
    name: '429 with a `Retry-After` that says nothing',
    act: limited(429, () => ({ 'retry-after': 'soon' })),
    expected: LIMITED,
  },
  {
    name: '429 with a wait beyond the deadline',
    act: limited(429, () => ({ 'retry-after': '3600' })),
    expected: { ...LIMITED, tries: 1, message: /\(429\).*not tried again: that takes a wait of 3600 s/ },
  },
  {
    name: '403 with `Retry-After`',
    act: limited(403, () => ({ 'retry-after': '5' })),
    expected: { ...LIMITED, waits: [5] },
  },
  {
    name: '403 with `x-ratelimit-reset`',
    act: limited(403, () => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3' })),
    expected: { ...LIMITED, waits: [3] },
  },
  {
    name: '503 with `Retry-After`',
    act: limited(503, () => ({ 'retry-after': '2' })),
    expected: { tries: 3, kind: 'service', message: /failed \(503\)/, waits: [2] },
  },
];

const REDIRECTS = [301, 302, 303, 307, 308].flatMap((status) =>
  [
    ['the same host', '/elsewhere'],
    ['another host', 'http://127.0.0.1:9/x'],
  ].map(([where, location = '']): Fault => ({
    name: `${status} to ${where}`,
    act: answers(status, { location }),
    expected: {
      tries: 1,
      kind: 'service',
      message: /redirects to (\S+) \(30\d\).*Redirects are not followed/,
    },
  })),
);

const BOMBS: readonly Fault[] = bombs(40).map((bomb) => ({
  ...bomb,
  expected: {
    ...UNREADABLE,
    message: /the answer is encoded \(content-encoding: \w+\), although the request does not allow that/,
  },
}));

/** Answers that are unusual but complete. */
function oddAnswers(json: string): readonly SocketFault[] {
  return [
    { name: 'a byte order mark', act: answers(200, {}, `\ufeff${json}`) },
    {
      name: 'a wrong charset',
      act: answers(200, { 'content-type': 'application/json; charset=utf-16' }, json),
    },
    { name: 'text/plain', act: answers(200, { 'content-type': 'text/plain' }, json) },
    {
      name: 'duplicate keys: the last counts',
      act: answers(200, {}, json.replace('{', '{"timestamp":7,"queryType":7,')),
    },
    {
      name: 'bytes that are not UTF-8',
      act: answers(200, {}, Buffer.from(json.replace('modelName', 'mod\u00ebl'), 'latin1')),
    },
  ];
}

/** The kind and message of each status. Those that may pass are tried again. */
function statusFault(status: number): Fault {
  const kinds: Readonly<Record<number, string>> = {
    400: 'invalid-query',
    413: 'invalid-query',
    415: 'invalid-query',
    422: 'invalid-query',
    401: 'unauthorized',
    402: 'plan',
    403: 'forbidden',
    404: 'not-found',
    408: 'timeout',
    429: 'rate-limited',
    504: 'timeout',
  };
  const advice =
    {
      401: 'make a new one with `insight-report token create`',
      402: '`insight-report org plan NAMESPACE paid`',
    }[status] ?? '';
  const quote = status === 407 ? 'proxy' : 'no, \\*\\*\\*';
  return {
    name: String(status),
    act: answers(status, {}, `{"detail":"no, ${TOKEN}"}`),
    expected: {
      tries: [429, 502, 503, 504].includes(status) ? RETRIES + 1 : 1,
      kind: kinds[status] ?? 'service',
      message: new RegExp(`(?=.*\\(${status}\\))(?=.*${quote}).*${advice}`),
    },
  };
}

const NESTED = 2_000_000;

function faultsOf(json: string): readonly Fault[] {
  const body = (fault: SocketFault): Fault => ({
    ...fault,
    expected: {
      ...UNREADABLE,
      message:
        /HTML page came \(200\)|\((200|204)\) is empty|is not JSON, or was cut off|expected a query object|no `queryType`|the result cannot be read|levels deep/,
    },
  });
  return [
    ...connectionFaults(json).map((fault) => ({ ...fault, expected: CLOSED })),
    ...[...hangingFaults(json), { name: '503 that hangs within its body', act: hangingAt(503) }].map(
      (fault) => ({
        ...fault,
        expected: TIMED_OUT,
        options: QUICK,
      }),
    ),
    ...NO_HTTP.map((fault) => ({
      ...fault,
      expected: { tries: 1, kind: 'network', message: /what came back is not HTTP|headers are too large/ },
    })),
    ...LIMITS,
    ...REDIRECTS,
    ...BODIES.map(body),
    body({ name: '204', act: answers(204, {}) }),
    body({
      name: 'JSON nested two million levels deep',
      act: answers(200, {}, '['.repeat(NESTED) + ']'.repeat(NESTED)),
    }),
    ...wrongTypes('null', 'true', '42', '"text"', '{}', '[1]', '[{}]', '{"result":{"rows":7}}').map(body),
    {
      name: '200 MB announced',
      act: (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 209715200\r\n\r\n['),
      expected: { ...UNREADABLE, message: /larger than 33 MiB/ },
    },
    { name: '200 MB', act: flood, expected: { ...UNREADABLE, message: /larger than 33 MiB/ } },
    {
      name: '400 with a text of 1 MB that does not end',
      act: (socket) =>
        void socket.write(`HTTP/1.1 400 No\r\ncontent-length: 209715200\r\n\r\n${'x'.repeat(1024 * 1024)}`),
      expected: { tries: 1, kind: 'invalid-query', message: /refused the request as invalid \(400\)/ },
    },
    ...oddAnswers(json).map((fault) => ({ ...fault, expected: FINE })),
    ...BOMBS,
    ...statuses().map(statusFault),
  ];
}

function hangingAt(status: number): SocketFault['act'] {
  return (socket) => void socket.write(`HTTP/1.1 ${status} X\r\ncontent-length: 99\r\n\r\n{`);
}

/** A short run tries a fourth of the faults that take their time, or have many like them. */
const isTried = ({ name, options }: Fault, at: number) =>
  isLong || (options === undefined && !/^\d+$|wrong type/.test(name)) || at % 4 === 0;

const CASES = Object.entries(REQUESTS).flatMap(([request, { good: json }], nth) =>
  faultsOf(json).flatMap((fault, index) => {
    if (!isTried(fault, index + nth)) return [];
    const one = { ...fault, fault: fault.name, request: request as RequestName };
    const mayPass = fault.expected.tries > 1 && (isLong || !/dripping|within/.test(fault.name));
    return [{ ...one, isLasting: true }, ...(mayPass ? [{ ...one, isLasting: false }] : [])];
  }),
);

describe.each(Object.keys(REQUESTS) as RequestName[])('the request to %s', (name) => {
  const here = CASES.filter(({ request }) => request === name);

  test.each(here.filter(({ isLasting }) => isLasting))(
    'a request ends as expected if this lasts: $fault',
    (one) =>
      table.count(one, async () => {
        front.meet({ act: one.act, at: REQUESTS[name].at });
        const came = await report(front.url, one.options);
        // On a busy machine the other request may time out as well, and be tried again.
        const tries = front.metCount();
        return { tries, said: judge({ ...came, tries }, one.expected) };
      }),
  );

  test.each(here.filter(({ isLasting }) => !isLasting))(
    'a request succeeds at the second try if this comes once: $fault',
    (one) =>
      table.count(one, async () => {
        front.meet({ act: one.act, at: REQUESTS[name].at, times: 1 });
        const { waits } = one.expected;
        // Only the try with the fault has to end early.
        const came = await report(front.url, one.options && { timeoutMs: 1000 });
        const tries = front.metCount() + 1;
        return { tries, said: judge({ ...came, tries }, { tries: 2, ...(waits && { waits }) }) };
      }),
  );
});

/** What is between the run and the service, such as a proxy. */
interface Way {
  readonly fault: string;
  readonly start: () => Promise<string>;
  readonly expected: Expected;
  readonly isProxy?: boolean;
}

const tries = new Map([
  ['a refused connection', 3],
  ['hanging before TLS is agreed on', 2],
]);
const WAYS: readonly Way[] = [
  {
    fault: 'a certificate of an authority that is trusted',
    start: () => serveTls('good', (url) => REQUESTS[url.includes('/v3/') ? 'resolve' : 'run'].good),
    expected: FINE,
  },
  ...UNREACHABLE.map(({ name, start, message }) => ({
    fault: name,
    start,
    expected: {
      tries: tries.get(name) ?? 1,
      kind: name.startsWith('hanging') ? 'timeout' : 'network',
      message,
    },
  })),
  ...[
    { fault: 'a proxy that asks for a password', status: 407, tries: 1 },
    { fault: 'a proxy that cannot reach the host', status: 502, tries: 3 },
  ].map(({ fault, status, tries }) => ({
    fault,
    isProxy: true,
    start: async () => (await serveRaw((socket) => void socket.end(bytes(status, {})))).url,
    expected: {
      tries,
      kind: 'network',
      message: new RegExp(`the proxy refused the connection \\(${status}\\)`),
    },
  })),
];

test.each(WAYS)(
  'a fault on the way to the service has the expected outcome: $fault',
  ({ fault, start, expected, isProxy = false }) =>
    table.count({ fault, request: 'connect', isLasting: true }, async () => {
      const url = await start();
      const environment = { HTTPS_PROXY: url.replace('//', '//user:pass_word@') };
      const came = await (isProxy
        ? report('https://api.example.com', { effects: { environment } })
        : report(url, url.startsWith('https://127') ? QUICK : {}));
      expect(came.error?.message ?? '').not.toContain('pass_word');
      // A name server that does not answer is asked again.
      const counted = fault === 'an unknown host' ? { ...came, tries: 1 } : came;
      const said = judge(counted, expected, isProxy ? 'api.example.com' : new URL(url).hostname);
      return { tries: counted.tries, said };
    }),
);

test('no more than is needed is read of an answer that is too large', async () => {
  let sentBytes = 0;
  const server = await serveRaw((socket) => {
    flood(socket);
    socket.on('close', () => (sentBytes = socket.bytesWritten));
  });
  const { error } = await report(server.url);
  expect(error?.message).toMatch(/larger than 33 MiB/);
  await server.close();
  expect(sentBytes).toBeLessThan(60 * 1024 * 1024);
});

test('the token is not sent to another host that the service redirects to', async () => {
  let isAsked = false;
  const { url: elsewhere } = await serveHttp((_, response) => {
    isAsked = true;
    response.end();
  });
  front.meet({ act: answers(308, { location: `${elsewhere}/api/v4/query/tql` }), at: REQUESTS.run.at });
  const { error } = await report(front.url);
  expect(error?.message).toContain(`redirects to ${new URL(elsewhere).host} (308)`);
  expect(isAsked).toBe(false);
});
