import { NetworkError, RequestError } from '../../../src/text/errors.ts';
import { last30Days, ORIGIN, rejection, RUN, topN, topNAnswer } from '../../support/client/queries.ts';
import { mocked, sentBody } from '../../support/client/mock-agent.ts';
import { quickClient } from '../../support/client/quick-client.ts';
import { answerJson, closeServers, serveHttp, serveRaw } from '../../support/faults/servers.ts';
import { asQuery } from '../../support/as-query.ts';

afterEach(closeServers);

const json = { headers: { 'content-type': 'application/json' } };

test('a fault that may pass is tried again after growing waits', async () => {
  const { agent, client, sleeps, lines } = mocked();
  const pool = agent.get(ORIGIN);
  for (const status of [502, 503, 504]) pool.intercept(RUN).reply(status, '');
  pool.intercept(RUN).reply(200, topNAnswer, json);
  await client.runQuery(topN);
  expect(sleeps).toEqual([500, 1000, 2000]);
  expect(lines).toEqual([
    'api.example.com: 502; trying again in 0.5 s (1 of 3)',
    'api.example.com: 503; trying again in 1 s (2 of 3)',
    'api.example.com: 504; trying again in 2 s (3 of 3)',
  ]);
});

test('a fault that may pass is described in words if no answer came', async () => {
  const { agent, client, lines } = mocked();
  const pool = agent.get(ORIGIN);
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  pool.intercept(RUN).replyWithError(reset);
  pool.intercept(RUN).reply(200, topNAnswer, json);
  await client.runQuery(topN);
  expect(lines).toEqual([
    'api.example.com: the connection was reset (ECONNRESET); trying again in 0.5 s (1 of 3)',
  ]);
});

test.each([
  ['seconds', '7', 7000],
  ['a date', 'Mon, 05 Oct 2026 12:00:09 GMT', 9000],
])('a fault that may pass waits for a Retry-After in %s', async (_, retryAfter, waitMs) => {
  const { agent, client, sleeps } = mocked();
  const pool = agent.get(ORIGIN);
  pool.intercept(RUN).reply(429, '', { headers: { 'retry-after': retryAfter } });
  pool.intercept(RUN).reply(200, topNAnswer, json);
  await client.runQuery(topN);
  expect(sleeps).toEqual([waitMs]);
});

test('after a temporary fault, nothing else is sent for as long as the service says', async () => {
  const sleeps: number[] = [];
  // The clock stands still, so each later request has to wait.
  const sleep = async (ms: number) => void sleeps.push(ms);
  const { agent, client } = mocked({ effects: { sleep } });
  const pool = agent.get(ORIGIN);
  pool.intercept(RUN).reply(429, '', { headers: { 'retry-after': '5' } });
  pool.intercept(RUN).reply(200, topNAnswer, json).persist();
  await client.runQuery(topN);
  sleeps.splice(0);
  await client.runQuery(topN);
  expect(sleeps).toEqual([5000]);
});

test('a fault that may pass is given up at once if the wait is longer than the rest of the deadline', async () => {
  const { agent, client, sleeps } = mocked();
  agent
    .get(ORIGIN)
    .intercept(RUN)
    .reply(429, '', { headers: { 'retry-after': '3600' } });
  const error = await rejection(client.runQuery(topN));
  expect(error).toMatchObject({ kind: 'rate-limited', status: 429 });
  expect(error.message).toMatch(
    /It was not tried again: that takes a wait of 3600 s, and 600 s of `deadline` are left\. \(While /,
  );
  expect(sleeps).toEqual([]);
});

test('a fault that may pass keeps its slot while it waits', async () => {
  const { agent, client } = mocked({ concurrency: 1 });
  const pool = agent.get(ORIGIN);
  const order: string[] = [];
  pool
    .intercept(RUN)
    .reply((request) => {
      order.push((sentBody(request) as { n: string }).n);
      return { statusCode: order.length === 1 ? 503 : 200, data: JSON.stringify(topNAnswer) };
    })
    .persist();
  await Promise.all(['a', 'b'].map((n) => client.runQuery(asQuery({ ...topN, n }))));
  expect(order).toEqual(['a', 'a', 'b']);
});

test('a request that timed out is sent again once', async () => {
  let requests = 0;
  const { url } = await serveRaw(() => {
    requests += 1;
  });
  const client = quickClient(url, { timeoutMs: 400 });
  const error = await rejection(client.runQuery(topN));
  expect(error).toMatchObject({ kind: 'timeout' });
  expect(error.message).toMatch(/Tried 2 times\. \(While /);
  expect(requests).toBe(2);
});

test('a fault that may pass is not tried again with retries 0', async () => {
  const { agent, client, sleeps } = mocked({ retries: 0 });
  agent.get(ORIGIN).intercept(RUN).reply(503, '');
  await expect(client.runQuery(topN)).rejects.toThrow(RequestError);
  expect(sleeps).toEqual([]);
});

describe('an error that every request would meet', () => {
  test.each([401, 402])('the status %i ends the run: nothing is sent after it', async (status) => {
    const { agent, client } = mocked({ concurrency: 2 });
    const paths: string[] = [];
    agent
      .get(ORIGIN)
      .intercept({ path: () => true, method: 'POST' })
      .reply(({ path }) => {
        paths.push(path);
        return { statusCode: status, data: '' };
      })
      .persist();
    const all = ['a', 'b', 'c', 'd', 'e'].map((id) => rejection(client.resolveInsight(id, last30Days)));
    const errors = await Promise.all(all);
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toMatchObject({ status });
    expect(paths.length).toBeLessThanOrEqual(2);
    expect(await rejection(client.runQuery(topN))).toBe(errors[0]);
    expect(paths.length).toBeLessThanOrEqual(2);
  });

  test('an error that every request would meet also ends requests that wait to be tried again', async () => {
    let isAsleep: () => void;
    const asleep = new Promise<void>((resolve) => (isAsleep = resolve));
    const sleep = (_: number, signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        isAsleep();
        signal.addEventListener('abort', () => {
          reject(new Error('woken'));
        });
      });
    const { agent, client } = mocked({ effects: { sleep } });
    const pool = agent.get(ORIGIN);
    pool.intercept(RUN).reply(503, '');
    pool.intercept({ path: /insights/, method: 'POST' }).reply(401, '');
    const waiting = rejection(client.runQuery(topN));
    await asleep;
    const refused = await rejection(client.resolveInsight('a', last30Days));
    expect(await waiting).toBe(refused);
  });

  test.each([400, 403, 404])('the status %i does not end the run', async (status) => {
    const { agent, client } = mocked();
    const pool = agent.get(ORIGIN);
    pool.intercept({ path: /insights/, method: 'POST' }).reply(status, '');
    pool.intercept(RUN).reply(200, topNAnswer, json);
    await expect(client.resolveInsight('a', last30Days)).rejects.toThrow(RequestError);
    await client.runQuery(topN);
  });
});

test('limits end the run once the deadline of all requests together is used up', async () => {
  const { agent, client } = mocked({ deadlineMs: 2600 });
  agent.get(ORIGIN).intercept(RUN).reply(503, '').persist();
  const failed = await rejection(client.runQuery(topN));
  expect(failed.message).toMatch(/1\.1 s of `deadline` are left/);
  const next = await rejection(client.runQuery(topN));
  expect(next).toMatchObject({ kind: 'service' });
  let nowMs = 0;
  const late = mocked({ deadlineMs: 1000, effects: { nowMs: () => (nowMs += 600) } });
  late.agent.get(ORIGIN).intercept(RUN).reply(200, topNAnswer, json).persist();
  await late.client.runQuery(topN);
  const error = await rejection(late.client.runQuery(topN));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ kind: 'timeout' });
  expect(error.message).toBe(
    'timed out, because the 1 s allowed for all requests together (`deadline`) are used up. Raise `deadline`, or report fewer insights or shorter intervals. (While running a topN query at api.example.com.)',
  );
});

test('limits keep every slot busy and never have more requests under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const { url } = await serveHttp((request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    waiting.push(() => {
      underWay -= 1;
      answerJson(request, response, topNAnswer);
    });
    // Answers only when the client cannot have more requests under way.
    if (waiting.length === 3) for (const answer of waiting.splice(0)) setTimeout(answer, 20);
  });
  const client = quickClient(url, { concurrency: 3 });
  await Promise.all(Array.from({ length: 30 }, () => client.runQuery(topN)));
  expect(most).toBe(3);
});

test('limits end every request at the deadline, whether it is under way or waits', async () => {
  const { url } = await serveRaw(() => undefined);
  const client = quickClient(url, { deadlineMs: 200, concurrency: 1 });
  const errors = await Promise.all(
    ['a', 'b', 'c'].map((id) => rejection(client.resolveInsight(id, last30Days))),
  );
  for (const [i, id] of ['a', 'b', 'c'].entries()) {
    expect(errors[i]).toMatchObject({ kind: 'timeout' });
    expect(errors[i]!.message).toMatch(
      new RegExp(`the 0\\.2 s allowed for all requests together.*resolving insight ${id} at `),
    );
  }
});
