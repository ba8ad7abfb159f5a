import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AppOptions } from '../../src/service/app.ts';
import { readAddress } from '../../src/service/http/client-address.ts';
import { limitsFor } from '../../src/service/http/run-limits.ts';
import type { RequestEntry } from '../../src/service/http/request-log.ts';
import type { Ask, Explain } from '../../src/service/query/ask.ts';
import {
  CancelledError,
  ClusterAwayError,
  EngineError,
  QueryError,
  QueryTimeoutError,
} from '../../src/service/errors.ts';
import { describeApi } from '../../src/service/http/openapi.ts';
import { COMPONENTS } from '../../src/tql/time/interval.ts';
import type { Json } from '../../src/tql/json.ts';
import { openStore } from '../../src/service/store/store.ts';
import { appWithDefaults } from '../support/service/app.ts';
import { LAST_30_DAYS } from '../support/service/event.ts';

const RUN = '/api/v4/query/tql';
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const OTHERS_ID = '8A41D2F0-7B5B-4A7C-9E43-5B1F6D1F9A10';
const INSIGHT = `/api/v3/insights/${ID}/query/`;
const NOW_MS = Date.UTC(2026, 9, 31);
const QUERY = {
  queryType: 'topN',
  dataSource: 'elsewhere',
  intervals: ['2020-01-01/2020-01-02'],
  relativeIntervals: [],
  threshold: 10,
  chartConfiguration: { displayMode: 'raw' },
};

let nowMs = NOW_MS - 2 * 86_400_000;
const store = await openStore(':memory:', { create: true, now: () => nowMs });
for (const namespace of ['a', 'b']) await store.organizations.create(namespace, 'paid');
const token = (await store.tokens.create('a', null)).token;
const expired = (await store.tokens.create('a', 86_400_000)).token;
const made = await store.tokens.create('a', null);
const revoked = made.token;
await store.tokens.revoke(made.id);
await store.insights.add('a', [{ id: ID, name: 'devices', query: QUERY }]);
await store.insights.add('b', [{ id: OTHERS_ID, name: 'theirs', query: QUERY }]);
nowMs = NOW_MS;

afterAll(() => {
  store.close();
});

const echo: Ask = async (query, organization, nowMs) => [
  { query: JSON.stringify(query), of: organization.namespace, nowMs },
];

function appWith(ask: Ask = echo, more: Partial<AppOptions> = {}) {
  const explain: Explain = async (query) => ({
    compiled: query as Json,
    language: 'SQL',
    statement: '',
    parameters: [],
    plan: '',
  });
  return appWithDefaults({ store, ask, explain, now: () => NOW_MS, ...more });
}

interface Sent {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: RequestInit['body'];
}

async function send(
  path: string,
  { method = 'POST', token: given = token, headers = {}, body = '{"queryType":"topN"}' }: Sent = {},
  app = appWith(),
) {
  const authorization: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
  const init: RequestInit = method === 'GET' || method === 'HEAD' ? {} : { body, duplex: 'half' };
  return app.request(path, {
    method,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
    ...init,
  });
}

function stream(chunks: number) {
  let left = chunks;
  return new ReadableStream({
    pull(controller) {
      if (left-- === 0) controller.close();
      else controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
}

describe('a refused request', () => {
  const long = `{"queryType":"${'x'.repeat(1_048_576)}"}`;
  test.each<[number, string, string, Sent, string]>([
    [400, 'a body that is not JSON', RUN, { body: '{"queryType":' }, 'The body is not JSON'],
    [400, 'no UTF-8', RUN, { body: new Uint8Array([0x22, 0xc3, 0x28, 0x22]) }, 'not UTF-8'],
    [400, 'no interval', INSIGHT, { body: '{}' }, 'relativeInterval'],
    [401, 'no token', RUN, { token: null }, 'has no token'],
    [
      401,
      'another scheme',
      RUN,
      { token: null, headers: { authorization: 'Basic eDp5' } },
      'does not have the form',
    ],
    [
      401,
      'a write key',
      RUN,
      { token: 'ikey_a' },
      'This is a write key, which only sends events; `token create` makes',
    ],
    [401, 'an unknown token', RUN, { token: 'tdpat_nobody' }, 'unknown'],
    [403, "another's data", RUN, { body: '{"queryType":"topN","dataSource":"b"}' }, 'dataSource is "b"'],
    [
      403,
      "another's data as a table",
      RUN,
      { body: '{"dataSource":{"type":"table","name":"b"}}' },
      'dataSource is "b"',
    ],
    [404, 'an unknown path', '/api/v4/query', {}, 'This path does not exist'],
    [
      404,
      'an unknown insight',
      '/api/v3/insights/00000000-0000-4000-8000-000000000000/query',
      {},
      'no insight with this id',
    ],
    [404, "another's insight", `/api/v3/insights/${OTHERS_ID}/query/`, {}, 'no insight with this id'],
    [405, 'GET of a run', RUN, { method: 'GET' }, 'does not support GET'],
    [405, 'HEAD of a run', RUN, { method: 'HEAD' }, ''],
    [413, 'an announced long body', RUN, { headers: { 'content-length': '1048577' } }, 'longer than 1 MiB'],
    [413, 'a long body in chunks', RUN, { body: stream(17) }, 'longer than 1 MiB'],
    [413, 'a long body for an insight', INSIGHT, { body: long }, 'longer than 1 MiB'],
    [
      415,
      'a form',
      RUN,
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      'must be application/json',
    ],
    [415, 'a compressed body', RUN, { headers: { 'content-encoding': 'gzip' } }, 'compressed'],
  ])('a refused request is answered with %d: %s', async (status, _, path, sent, detail) => {
    for (const each of path.endsWith('/') ? [path, path.slice(0, -1)] : [path, `${path}/`]) {
      // A stream can be sent once.
      const body = sent.body instanceof ReadableStream ? stream(17) : sent.body;
      const response = await send(each, body === undefined ? sent : { ...sent, body });
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
      expect(response.headers.get('allow') === null).toBe(status !== 405);
      const text = await response.text();
      expect(text).not.toContain('tdpat_');
      if (sent.method === 'HEAD') continue;
      expect(JSON.parse(text)).toMatchObject({
        type: expect.any(String),
        title: expect.any(String),
        status,
        detail: expect.stringContaining(detail),
      });
    }
  });

  test('a refused request with an expired or revoked token is answered with 401 and the reason', async () => {
    for (const [each, reason] of [
      [expired, 'expired'],
      [revoked, 'revoked'],
    ] as const) {
      const response = await send(RUN, { token: each });
      expect([response.status, await response.text()]).toEqual([401, expect.stringContaining(reason)]);
    }
  });

  test('a refused request is answered with 405 and the allowed methods, which OPTIONS gives as well', async () => {
    for (const path of [RUN, INSIGHT]) {
      expect((await send(path, { method: 'DELETE' })).headers.get('allow')).toBe('POST, OPTIONS');
      const options = await send(path, { method: 'OPTIONS', token: null });
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    }
  });

  test('a refused request is answered with 400 and the path of what the validator refuses', async () => {
    const app = appWith(async () => {
      throw new QueryError('filter.fields[1].type', 'is "selektor"');
    });
    const response = await send(RUN, {}, app);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      path: 'filter.fields[1].type',
      detail: expect.stringContaining('selektor'),
    });
  });

  test.each([
    { ...LAST_30_DAYS, endDate: { component: 'day', offset: 1.5, position: 'end' } },
    { ...LAST_30_DAYS, endDate: { component: 'day', offset: -31, position: 'beginning' } },
    { ...LAST_30_DAYS, beginningDate: { component: 'year', offset: -9000, position: 'beginning' } },
    'last 30 days',
  ])('a refused request is answered with 400 and the path of the interval %j', async (relativeInterval) => {
    const response = await send(INSIGHT, { body: JSON.stringify({ relativeInterval }) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ path: expect.stringMatching(/^relativeInterval/) });
  });

  test('a refused request is answered with 500 without any detail of an internal error', async () => {
    for (const error of [new EngineError('secret column of /var/db'), new TypeError('x is undefined')]) {
      const entries: RequestEntry[] = [];
      const log = (entry: RequestEntry) => entries.push(entry);
      const response = await send(
        RUN,
        {},
        appWith(async () => Promise.reject(error), { log }),
      );
      expect(response.status).toBe(500);
      expect(await response.text()).not.toMatch(/secret|undefined|var/);
      expect(entries).toMatchObject([{ status: 500, error }]);
    }
  });
});

test.each([RUN, `${RUN}/`])(
  'an answer to a run is the result of the engine at the time of the service’s clock: %s',
  async (path) => {
    const response = await send(path, {
      body: '{"queryType":"topN","dataSource":"a"}',
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual([
      { query: '{"queryType":"topN","dataSource":"a"}', of: 'a', nowMs: NOW_MS },
    ]);
  },
);

test('an answer is given to a body of 1 MiB', async () => {
  const body = `{"queryType":"${'x'.repeat(1_048_576 - 16)}"}`;
  expect(body).toHaveLength(1_048_576);
  expect((await send(RUN, { body })).status).toBe(200);
});

test.each([INSIGHT, INSIGHT.slice(0, -1), INSIGHT.toLowerCase()])(
  'an answer of an insight is its query for the interval given: %s',
  async (path) => {
    const response = await send(path, { body: JSON.stringify({ relativeInterval: LAST_30_DAYS }) });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      queryType: 'topN',
      threshold: 10,
      chartConfiguration: { displayMode: 'raw' },
      relativeIntervals: [LAST_30_DAYS],
    });
  },
);

test('an answer is given whatever the case of the token’s scheme', async () => {
  expect((await send(RUN, { token: null, headers: { authorization: `bearer ${token}` } })).status).toBe(200);
});

test('an answer of /health, /metrics and /openapi.json needs no token; that to HEAD has no body', async () => {
  for (const path of ['/health', '/health/', '/metrics', '/openapi.json']) {
    expect((await send(path, { method: 'GET', token: null })).status).toBe(200);
    const head = await send(path, { method: 'HEAD', token: null });
    expect([head.status, await head.text()]).toEqual([200, '']);
  }
});

test.each([
  ['/explorer.js', '/explorer.js'],
  ['/explorer-ABCDEFGH.js', '/:chunk'],
])('the log writes the route of the explorer’s script %s as %s', async (path, route) => {
  const routes: string[] = [];
  await send(
    path,
    { method: 'GET', token: null },
    appWith(echo, { log: (entry) => routes.push(entry.route) }),
  );
  expect(routes).toEqual([route]);
});

test('the log names the token of a request that is refused because it has been revoked', async () => {
  const entries: RequestEntry[] = [];
  await send(RUN, { token: revoked }, appWith(echo, { log: (entry) => entries.push(entry) }));
  expect(entries).toMatchObject([{ status: 401, client: { organization: 'a', token: made.id } }]);
});

test.each([
  ['6.6.6.6, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['1.1.1.1 token=forged', null],
])('the address in the log is that of the client of trusted proxies: %j is %j', async (header, address) => {
  const entries: RequestEntry[] = [];
  const app = appWith(echo, {
    log: (entry) => entries.push(entry),
    addressOf: readAddress(['10.0.0.0/8']),
  });
  const connection = { incoming: { socket: { remoteAddress: '::ffff:10.0.0.7' } } };
  await app.request('/health', { headers: { 'x-forwarded-for': header } }, connection);
  expect(entries).toMatchObject([{ address }]);
});

describe('running queries', () => {
  const untilAborted: Ask = (_query, _organization, _nowMs, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(new CancelledError('cancelled'));
      });
    });

  test('queries beyond the limit are answered with 503 and Retry-After, until others end', async () => {
    const ends: (() => void)[] = [];
    const waiting: Ask = () =>
      new Promise((resolve) =>
        ends.push(() => {
          resolve([]);
        }),
      );
    const app = appWith(waiting, { limits: { queries: 2, timeoutMs: 60_000 } });
    const first = [send(RUN, {}, app), send(RUN, {}, app)];
    while (ends.length < 2) await new Promise(setImmediate);
    const refused = await send(RUN, {}, app);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    // The other operation is not a query.
    expect(
      (await send(INSIGHT, { body: JSON.stringify({ relativeInterval: LAST_30_DAYS }) }, app)).status,
    ).toBe(200);
    for (const end of ends) end();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    const again = send(RUN, {}, app);
    while (ends.length < 3) await new Promise(setImmediate);
    ends[2]?.();
    expect((await again).status).toBe(200);
  });

  test('queries beyond the limit leave first, the newest first, if they are of who has the most', async () => {
    const theirs = (await store.tokens.create('b', null)).token;
    const ends: (() => void)[] = [];
    const waiting: Ask = (_query, { namespace }) =>
      namespace === 'b'
        ? Promise.resolve([])
        : new Promise((resolve) =>
            ends.push(() => {
              resolve([]);
            }),
          );
    const app = appWith(waiting, { limits: { queries: 5, timeoutMs: 60_000 } });
    const ours = Array.from({ length: 5 }, () => send(RUN, {}, app));
    while (ends.length < 2) await new Promise(setImmediate);
    expect((await send(RUN, { token: theirs }, app)).status).toBe(200);
    const refused = await ours[4]!;
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('5 queries are running') });
    for (let ended = 0; ended < 4; ended++) {
      while (ends.length <= ended) await new Promise(setImmediate);
      ends[ended]?.();
    }
    expect((await Promise.all(ours)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 503]);
  });

  test('queries run as many at a time as the limits say, and two fewer of one token', async () => {
    const atOnce = 9;
    const ends: (() => void)[] = [];
    const waiting: Ask = () =>
      new Promise((resolve) =>
        ends.push(() => {
          resolve([]);
        }),
      );
    const app = appWith(waiting, { limits: limitsFor(atOnce) });
    const sent = Array.from({ length: 8 * atOnce + 1 }, () => send(RUN, {}, app));
    const ofOne = Math.max(atOnce - 2, 1);
    while (ends.length < ofOne) await new Promise(setImmediate);
    expect((await sent.at(-1))?.status).toBe(503);
    expect(ends).toHaveLength(ofOne);
    for (let ended = 0; ended < 8 * atOnce; ended++) {
      while (ends.length <= ended) await new Promise(setImmediate);
      ends[ended]?.();
    }
    expect((await Promise.all(sent.slice(0, -1))).every(({ status }) => status === 200)).toBe(true);
  });

  test('queries are answered with 503 and Retry-After if the cluster is away, and no server is named', async () => {
    const away = new ClusterAwayError('POST /druid/v2 at broker.internal:8082: the connection was refused');
    const response = await send(
      RUN,
      {},
      appWith(async () => Promise.reject(away)),
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).not.toContain('broker');
  });

  test('queries that the cluster cancels because they take too long are answered with 504', async () => {
    const late = new QueryTimeoutError('Druid took too long to answer the query and cancelled it.');
    const response = await send(
      RUN,
      {},
      appWith(async () => Promise.reject(late)),
    );
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ detail: late.message });
  });

  test('queries that take too long are cancelled and answered with 504', async () => {
    const response = await send(RUN, {}, appWith(untilAborted, { limits: { queries: 1, timeoutMs: 5 } }));
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining('was cancelled') });
  });

  test('queries that the engine does not stop are answered with 504 and keep their place', async () => {
    const deaf: Ask = () => new Promise(() => undefined);
    const app = appWith(deaf, { limits: { queries: 1, timeoutMs: 5 } });
    expect((await send(RUN, {}, app)).status).toBe(504);
    expect((await send(RUN, {}, app)).status).toBe(503);
  });

  test('queries are cancelled if the caller has gone', async () => {
    const caller = new AbortController();
    let aborted: () => void = () => undefined;
    const cancelled = new Promise<void>((resolve) => (aborted = resolve));
    const app = appWith((query, organization, nowMs, signal) => {
      signal.addEventListener('abort', () => {
        aborted();
      });
      queueMicrotask(() => {
        caller.abort();
      });
      return untilAborted(query, organization, nowMs, signal);
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const asked = app.request(RUN, { method: 'POST', headers, body: '{}', signal: caller.signal });
    await cancelled;
    expect((await asked).status).toBe(499);
  });
});

test('the description takes the units that the language has', () => {
  const ajv = new Ajv2020({ strict: false, schemas: [{ $id: 'api', ...describeApi(false) }] });
  const isDate = ajv.getSchema('api#/components/schemas/RelativeDate');
  const units = [...COMPONENTS, 'minute', 'days'];
  const taken = units.filter((component) => isDate?.({ component, offset: 0, position: 'end' }) === true);
  expect(taken).toEqual(COMPONENTS);
});

describe('the explorer', () => {
  test('the explorer is a page whose policy lets only its own script run and ask only this service', async () => {
    const page = await send('/', { method: 'GET', token: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
      ]),
    );
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(await page.text()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/);
  });

  test('the explorer says that a token is needed, and refuses what is not reading', async () => {
    expect(await (await send('/session', { method: 'GET', token: null })).json()).toEqual({
      needsToken: true,
      source: null,
      nowMs: NOW_MS,
    });
    expect((await send('/')).status).toBe(405);
  });

  test.each([
    ['without a token', { token: null }, 401],
    [
      'for a query with too many parts',
      {
        body: JSON.stringify({
          queryType: 'topN',
          aggregations: Array.from({ length: 2000 }, () => ({ type: 'count' })),
        }),
      },
      400,
    ],
  ])('an explanation is refused as a run is: %s', async (_, sent, status) => {
    const [run, explained] = await Promise.all([send(RUN, sent), send(`${RUN}/explain`, sent)]);
    expect([run.status, explained.status]).toEqual([status, status]);
    expect(await explained.json()).toEqual(await run.json());
  });

  test('a query is explained for the organization of the token', async () => {
    const explain: Explain = async (query, organization, nowMs) => ({
      compiled: query as Json,
      language: organization.namespace,
      statement: String(nowMs),
      parameters: ['1'],
      plan: 'scan',
    });
    const app = appWith(echo, { explain });
    const answer = await send(`${RUN}/explain`, {}, app);
    expect(await answer.json()).toEqual({
      compiled: { queryType: 'topN' },
      language: 'a',
      statement: String(NOW_MS),
      parameters: ['1'],
      plan: 'scan',
    });
  });
});

test('the explorer’s files are compressed once, and not sent again to a browser that has them', async () => {
  const app = appWith();
  const ask = (headers: Record<string, string>) => app.request('/explorer.css', { headers });
  const [packed, plain] = [
    await ask({ 'accept-encoding': 'br, gzip' }),
    await ask({ 'accept-encoding': 'identity' }),
  ];
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual([
    'gzip',
    null,
  ]);
  const text = await plain.text();
  expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(text);
  const etag = packed.headers.get('etag') ?? '';
  expect(plain.headers.get('etag')).toBe(etag);
  const again = await ask({ 'if-none-match': `W/${etag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
});
