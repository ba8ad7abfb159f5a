import { createClient } from '../../../src/report/client/client.ts';
import { InputError, RequestError, ResponseError } from '../../../src/text/errors.ts';
import {
  last30Days,
  ORIGIN,
  rejection,
  RUN,
  RUN_PATH,
  TOKEN,
  topN,
  topNAnswer,
} from '../../support/client/queries.ts';
import { mocked, sentBody } from '../../support/client/mock-agent.ts';
import { asQuery } from '../../support/as-query.ts';

const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const json = { headers: { 'content-type': 'application/json' } };

describe('the two operations', () => {
  test('the client resolves an insight as the specification says', async () => {
    const { agent, client } = mocked();
    const seen: unknown[] = [];
    agent
      .get(ORIGIN)
      .intercept({ path: `/api/v3/insights/${ID}/query/`, method: 'POST' })
      .reply(200, (request) => {
        seen.push(request.headers, sentBody(request));
        return { ...topN, unknownKey: { kept: true } };
      });
    await expect(client.resolveInsight(ID, last30Days)).resolves.toEqual({
      query: { ...topN, unknownKey: { kept: true } },
      name: null,
    });
    expect(seen[0]).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' });
    expect(seen[0]).not.toHaveProperty('accept-encoding');
    expect(seen[1]).toEqual({ relativeInterval: last30Days });
  });

  test('the client runs a query unchanged, unknown keys included', async () => {
    const { agent, client } = mocked();
    let sent: unknown;
    agent
      .get(ORIGIN)
      .intercept(RUN)
      .reply(200, (request) => {
        sent = sentBody(request);
        return topNAnswer;
      });
    const { result, durationMs } = await client.runQuery(asQuery({ ...topN, unknownKey: 1 }));
    expect(result).toMatchObject({
      kind: 'topN',
      buckets: [{ rows: [{ modelName: 'iPhone15,3', count: 516 }] }],
    });
    expect(durationMs).toBe(0);
    expect(sent).toEqual({ ...topN, unknownKey: 1 });
  });

  test.each([
    [ORIGIN, ''],
    [`${ORIGIN}/`, ''],
    [`${ORIGIN}/analytics`, '/analytics'],
    [`${ORIGIN}/analytics//`, '/analytics'],
    [`${ORIGIN}/?a=b#c`, ''],
  ])('the client takes %s for a base', async (url, prefix) => {
    const { agent, client } = mocked({ url });
    agent
      .get(ORIGIN)
      .intercept({ path: `${prefix}${RUN_PATH}`, method: 'POST' })
      .reply(200, topNAnswer, json);
    await client.runQuery(topN);
  });

  test.each([
    ['a/../b?c#d', 'a%2F..%2Fb%3Fc%23d'],
    ['../../v4/query/tql', '..%2F..%2Fv4%2Fquery%2Ftql'],
    ['ü \n', '%C3%BC%20%0A'],
    ['\ud800', '%EF%BF%BD'],
  ])('the client keeps the id %j within its place in the path', async (id, encoded) => {
    const { agent, client } = mocked();
    agent
      .get(ORIGIN)
      .intercept({ path: `/api/v3/insights/${encoded}/query/`, method: 'POST' })
      .reply(200, topN, json);
    await expect(client.resolveInsight(id, last30Days)).resolves.toEqual({ query: topN, name: null });
  });
});

describe('a request that cannot be made', () => {
  const options = { url: ORIGIN, token: TOKEN, timeoutMs: 1, retries: 0, deadlineMs: 1, concurrency: 1 };
  test.each(['ftp://api.example.com', 'api.example.com', ''])(
    'a request cannot be made to an address such as %j',
    (url) => {
      expect(() => createClient({ ...options, url })).toThrow(/api-url/);
    },
  );
  test.each(['', 'se cret', 'secret\n', 'sécret', 'x\u0000'])(
    'a request cannot be made with a token such as %j, which is not shown',
    (token) => {
      expect(() => createClient({ ...options, token })).toThrow(InputError);
      expect(() => createClient({ ...options, token })).not.toThrow(/s.cret\b/);
    },
  );
});

describe('an answer with an error status', () => {
  test.each<[number, string, RegExp]>([
    [400, 'invalid-query', /refused the request as invalid \(400\)/],
    [
      401,
      'unauthorized',
      /unknown, expired or revoked \(401\).*a year at most: make a new one with `insight-report token/,
    ],
    [402, 'plan', /not on a paid plan \(402\)/],
    [403, 'forbidden', /may not read this \(403\).*data-source/],
    [413, 'invalid-query', /\(413\)/],
    [429, 'rate-limited', /too many requests \(429\).*Tried 4 times\./],
    [500, 'service', /failed \(500\)/],
    [503, 'service', /failed \(503\).*Tried 4 times\./],
    [504, 'timeout', /timed out in the query service \(504\).*Tried 4 times\./],
  ])('the status %i is the error "%s"', async (status, kind, message) => {
    const { agent, client } = mocked();
    agent
      .get(ORIGIN)
      .intercept({ path: /insights/, method: 'POST' })
      .reply(status, '{}', json)
      .persist();
    const error = await rejection(client.resolveInsight(ID, last30Days));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ kind, status });
    expect(error.message).toMatch(message);
    expect(error.message).toContain(`(While resolving insight ${ID} at api.example.com.)`);
  });

  test.each([
    [
      'https://api.telemetrydeckapi.com',
      'make a new one in the user menu of dashboard.telemetrydeck.com and store',
    ],
    ['https://telemetry.example.com', 'make a new one with `insight-report token create`'],
  ])('401 of %s says where a new token is made', async (url, advice) => {
    const { agent, client } = mocked({ url });
    agent.get(url).intercept(RUN).reply(401, '{}', json);
    expect((await rejection(client.runQuery(topN))).message).toContain(`a year at most: ${advice}`);
  });

  test.each([
    ['https://api.telemetrydeckapi.com', 'Its URL in the dashboard holds its ID.'],
    ['https://telemetry.example.com', '`insight-report insight list` shows the IDs.'],
  ])('404 of %s says where the id of an insight is found', async (url, advice) => {
    const { agent, client } = mocked({ url });
    agent
      .get(url)
      .intercept({ path: /insights/, method: 'POST' })
      .reply(404, '{}', json);
    const { message, kind } = (await rejection(client.resolveInsight(ID, last30Days))) as RequestError;
    expect([kind, message]).toEqual([
      'not-found',
      `no insight has the ID ${ID} at ${new URL(url).host} (404): it was deleted, or it is in another organization. ${advice}`,
    ]);
  });

  test.each<[string, unknown, string]>([
    [
      'detail and path',
      { detail: 'Unknown type.', path: 'filter.fields[1].type' },
      'It says: Unknown type (at filter.fields[1].type).',
    ],
    [
      'detail',
      { type: 'about:blank', title: 'Bad Request', detail: 'Unknown type' },
      'It says: Unknown type.',
    ],
    ['reason', { error: true, reason: 'no dataSource' }, 'It says: no dataSource.'],
    ['errorMessage', { errorMessage: 'cannot parse', errorCode: 'x' }, 'It says: cannot parse.'],
    ['error', { error: 'Unknown exception' }, 'It says: Unknown exception.'],
    ['title', { title: 'Bad Request' }, 'It says: Bad Request.'],
    ['hostile text', { detail: '::error::\u001b[2Jx\u202Ey' }, 'It says: ::error::␛[2Jx⟨U+202E⟩y.'],
    ['the token', { detail: `no ${TOKEN} here` }, 'It says: no *** here.'],
  ])('an error quotes %s', async (_, body, said) => {
    const { agent, client } = mocked();
    agent
      .get(ORIGIN)
      .intercept(RUN)
      .reply(400, typeof body === 'string' ? body : JSON.stringify(body));
    const error = await rejection(client.runQuery(topN));
    expect(error.message).toBe(
      `the query service refused the request as invalid (400). ${said} Check the query. (While running a topN query at api.example.com.)`,
    );
  });

  test('an error does not quote a web page', async () => {
    const { agent, client } = mocked();
    agent.get(ORIGIN).intercept(RUN).reply(404, '<!DOCTYPE html><h1>lost</h1>');
    const error = await rejection(client.runQuery(topN));
    expect(error.message).toContain('It answered with an HTML page: is `api-url` right?');
    expect(error.message).not.toContain('lost');
  });

  test.each<[string, string | undefined, RegExp]>([
    ['nowhere', undefined, /redirects to an address that cannot be read \(307\)/],
    ['nonsense', 'http://[', /redirects to an address that cannot be read \(307\)/],
  ])('the client follows no redirect to %s', async (_, location, message) => {
    const { agent, client } = mocked();
    const headers = location === undefined ? {} : { location };
    agent.get(ORIGIN).intercept(RUN).reply(307, '', { headers });
    const error = await rejection(client.runQuery(topN));
    expect(error).toMatchObject({ kind: 'service', status: 307 });
    expect(error.message).toMatch(message);
  });
});

describe('an answer that cannot be read', () => {
  test.each<[string, string, Record<string, string>, RegExp]>([
    [
      'HTML',
      '<html>hello</html>',
      { 'content-type': 'text/html' },
      /an HTML page came \(200\) instead of JSON: is `api-url` right\?/,
    ],
    ['nothing', '', {}, /is empty/],
    ['cut-off JSON', '{"queryType":"top', {}, /is not JSON, or was cut off/],
    ['an array', '[]', {}, /expected a query object/],
    ['no query', '{"id":1}', {}, /no `queryType`/],
    ['a wrong type', '{"queryType":1}', {}, /no `queryType`/],
    [
      'a deep query',
      `{"queryType":"topN","filter":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
      {},
      /more than 200 levels deep/,
    ],
    ['an encoded body', 'x', { 'content-encoding': 'gzip' }, /content-encoding: gzip/],
  ])('an answer that cannot be read is named: %s', async (_, body, headers, message) => {
    const { agent, client } = mocked();
    agent
      .get(ORIGIN)
      .intercept({ path: /insights/, method: 'POST' })
      .reply(200, body, { headers });
    const error = await rejection(client.resolveInsight(ID, last30Days));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/\(While resolving insight .* at api\.example\.com\.\)$/);
  });

  test('the error names the place where a result is wrong', async () => {
    const { agent, client } = mocked();
    agent
      .get(ORIGIN)
      .intercept(RUN)
      .reply(200, [{ timestamp: 'now', result: [] }], json);
    const error = await rejection(client.runQuery(topN));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error.message).toContain(
      'the result cannot be read: row [0].timestamp: expected a date-time such as 2026-10-05T00:00:00+0000, got the text "now"',
    );
  });

  test('the client reads duplicate keys as JSON.parse does', async () => {
    const { agent, client } = mocked();
    agent
      .get(ORIGIN)
      .intercept({ path: /insights/, method: 'POST' })
      .reply(200, '{"queryType":"scan","queryType":"topN","__proto__":{"x":1}}');
    const { query } = await client.resolveInsight(ID, last30Days);
    expect(query.queryType).toBe('topN');
    expect(query).not.toHaveProperty('x');
  });
});

describe('a token that is part of other values', () => {
  test.each(['a', 'api', 'example.com', 'topN', '3F0C', 'insight', '***'])(
    'the token %j, which is a part of other values, appears in no message',
    async (token) => {
      const { agent, client, lines } = mocked({ token });
      const pool = agent.get(ORIGIN);
      pool
        .intercept({ path: /insights/, method: 'POST' })
        .reply(503, { detail: 'an api at example.com' }, json)
        .times(4);
      pool.intercept(RUN).reply(200, 'no topN');
      const errors = [
        await rejection(client.resolveInsight(ID, last30Days)),
        await rejection(client.runQuery(topN)),
      ];
      for (const said of [
        ...errors.map((each) => `${each.message}\n${String(each.stack?.split('\n    at ')[0])}`),
        ...lines,
      ]) {
        expect(said.replaceAll('***', '')).not.toContain(token);
      }
    },
  );
});
