// Every answer of the contract's table, over real HTTP, and what the project's own client makes of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../src/report/client/client.ts';
import { type RunningService, startService, type StartOptions } from '../../src/service/start.ts';
import { tabulate } from '../../src/report/tables/tabulate.ts';
import type { Query } from '../../src/tql/query.ts';
import { eventsBy } from '../support/service/top-n.ts';
import { asQuery } from '../support/as-query.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addEvents, serviceOfFile } from '../support/service/service-of-file.ts';

const NOW_MS = Date.parse('2027-03-03T15:00:00Z');
const EVENTS = JSON.parse(
  readFileSync(`${import.meta.dirname}/../service/query/engines/cases/events/events.json`, 'utf8'),
) as { readonly shop: readonly object[] };
const OURS = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const THEIRS = '8A41D2F0-7B5B-4A7C-9E43-5B1F6D1F9A10';
const RUN = '/api/v4/query/tql';
const INSIGHT = `/api/v3/insights/${OURS}/query/`;
const DAY = (offset: number) => ({
  beginningDate: { component: 'day', offset, position: 'beginning' } as const,
  endDate: { component: 'day', offset: 0, position: 'end' } as const,
});
const PLANS: Query = eventsBy('plan', 'plan', 10);
const RUNNABLE: Query = { ...PLANS, relativeIntervals: [DAY(-2)] };

/** Tokens that are refused, by the reason. */
const bad: Record<string, string> = {};

const folder = emptyFolder();
const dbPath = join(folder, 'a.duckdb');
bad['expired'] = await tokenOfYesterday(dbPath);
const service = await serviceOfFile({ dbPath, nowMs: NOW_MS });
const { organizations, tokens, insights } = service.store;
for (const namespace of ['theirs', 'demoted']) await organizations.create(namespace, 'paid');
await insights.add('ours', [{ id: OURS, name: 'plans', query: PLANS }]);
await insights.add('theirs', [{ id: THEIRS, name: 'plans', query: PLANS }]);
await addEvents(service, 'ours', EVENTS.shop);
const token = (await tokens.create('ours', null)).token;
bad['unknown'] = 'tdpat_nobody';
const revoked = await tokens.create('ours', null);
await tokens.revoke(revoked.id);
bad['revoked'] = revoked.token;
bad['demoted'] = (await tokens.create('demoted', null)).token;
await organizations.setPlan('demoted', 'free');

/** The token of `ours` that a service gave out the day before, for an hour. */
async function tokenOfYesterday(dbPath: string) {
  const yesterday = await startService({ dbPath, nowMs: NOW_MS - 86_400_000 });
  await yesterday.store.organizations.create('ours', 'paid');
  const given = await yesterday.store.tokens.create('ours', 3_600_000);
  await yesterday.close(0);
  return given.token;
}

function clientOf(url: string, bearer: string, retries = 0) {
  const slept: number[] = [];
  const sleep = (ms: number) => {
    slept.push(ms);
    return Promise.resolve();
  };
  const options = { url, token: bearer, timeoutMs: 30_000, retries, deadlineMs: 60_000, concurrency: 2 };
  return { slept, ...createClient({ ...options, effects: { sleep } }) };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly token?: string | null;
  readonly type?: string;
  readonly body?: string;
}

async function send({ method = 'POST', path = RUN, type = 'application/json', body = '{}', ...rest }: Sent) {
  const bearer = rest.token === undefined ? token : rest.token;
  const headers = { 'content-type': type, ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }) };
  const answer = await fetch(service.url + path, { method, headers, ...(method === 'GET' ? {} : { body }) });
  return { answer, problem: (await answer.json()) as Record<string, unknown> };
}

const run = (query: object) => JSON.stringify(query);
const FILTERED = {
  ...RUNNABLE,
  filter: { type: 'and', fields: [{ type: 'null', column: 'a' }, { type: 'none' }] },
};
const REQUEST = {
  relativeInterval: { ...DAY(-1), endDate: { component: 'minute', offset: 0, position: 'end' } },
};

test.each<[number, string, () => Sent, RegExp, string?]>([
  [400, 'a run whose body is not JSON', () => ({ body: '{' }), /not JSON/],
  [400, 'an invalid query', () => ({ body: run(FILTERED) }), /"none"/, 'filter.fields[1].type'],
  [400, 'a missing interval', () => ({ path: INSIGHT }), /is missing/, 'relativeInterval'],
  [
    400,
    'an invalid interval',
    () => ({ path: INSIGHT, body: run(REQUEST) }),
    /"minute"/,
    'relativeInterval.endDate.component',
  ],
  [401, 'no token', () => ({ token: null }), /no token/],
  [401, 'an unknown token', () => ({ token: bad['unknown'] ?? '' }), /unknown/],
  [401, 'an expired token', () => ({ token: bad['expired'] ?? '' }), /expired/],
  [401, 'a revoked token', () => ({ token: bad['revoked'] ?? '', path: INSIGHT }), /revoked/],
  [402, 'the free plan', () => ({ token: bad['demoted'] ?? '' }), /free plan/],
  [
    403,
    'another dataSource',
    () => ({ body: run({ ...RUNNABLE, dataSource: 'theirs' }) }),
    /theirs/,
    'dataSource',
  ],
  [404, 'an unknown insight', () => ({ path: INSIGHT.replace(OURS, 'nothing') }), /no insight/],
  [404, "another organization's insight", () => ({ path: INSIGHT.replace(OURS, THEIRS) }), /no insight/],
  [404, 'an unknown path', () => ({ path: '/api/v4/query' }), /openapi\.json/],
  [405, 'another method', () => ({ method: 'GET' }), /GET/],
  [413, 'a body over 1 MiB', () => ({ body: ' '.repeat(1_048_577) }), /1 MiB/],
  [415, 'another content type', () => ({ type: 'text/plain' }), /text\/plain/],
])('a refusal has the status %i for %s', async (...row) => {
  const [status, , sent, detail, path] = row;
  const { answer, problem } = await send(sent());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  expect(Object.keys(problem)).toEqual([
    'type',
    'title',
    'status',
    'detail',
    ...(path === undefined ? [] : ['path']),
  ]);
  expect([problem['status'], problem['path']]).toEqual([status, path]);
  expect(problem['detail']).toMatch(detail);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
  expect(answer.headers.get('allow') === null).toBe(status !== 405);
});

describe('an answer under load', () => {
  const busy = async (
    options: Partial<StartOptions>,
    task: (busyService: RunningService, bearer: string) => Promise<void>,
  ) => {
    const started = await startService({ dbPath: ':memory:', nowMs: NOW_MS, ...options });
    try {
      await started.store.organizations.create('ours', 'paid');
      await task(started, (await started.store.tokens.create('ours', null)).token);
    } finally {
      await started.close(0);
    }
  };

  test('an answer under load is 503 with Retry-After; the client waits as long, and then succeeds', async () => {
    const ends: (() => void)[] = [];
    const ask = () =>
      new Promise<[]>((resolve) =>
        ends.push(() => {
          resolve([]);
        }),
      );
    await busy({ limits: { queries: 1, timeoutMs: 60_000 }, ask }, async ({ url }, bearer) => {
      const first = clientOf(url, bearer).runQuery(RUNNABLE);
      while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const refused = clientOf(url, bearer).runQuery(RUNNABLE);
      await expect(refused).rejects.toMatchObject({ kind: 'service', status: 503 });
      const patient = clientOf(url, bearer, 1000);
      const second = patient.runQuery(RUNNABLE);
      while (patient.slept.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const drain = setInterval(() => {
        for (const end of ends.splice(0)) end();
      }, 1);
      await Promise.all([first, second]).finally(() => {
        clearInterval(drain);
      });
      // A few milliseconds may pass between the answer and the wait.
      expect(patient.slept[0]).toBeGreaterThan(900);
    });
  });
});

const WHOLE = { granularity: 'all', relativeIntervals: [DAY(-2)] };
const PLAN = { type: 'default', dimension: 'plan', outputName: 'plan' };
const COUNT = { type: 'eventCount', name: 'count' };
const called = (name: string, type: string) => ({
  name,
  filter: { type: 'selector', dimension: 'type', value: type },
});

const period = (day: number) => `2027-03-0${day}_2027-03-0${day}`;
const pair = (row: number, column: number) => `${period(row)} / ${period(column)}`;

describe('the result of every query type, as a table', () => {
  test.each<[string, object, object]>([
    ['topN', { ...PLANS }, { pro: 3, free: 2, null: 1, team: 1 }],
    [
      'timeseries',
      { granularity: 'day', aggregations: [COUNT] },
      { '2027-03-01T00:00:00Z': 3, '2027-03-02T00:00:00Z': 0, '2027-03-03T00:00:00Z': 4 },
    ],
    ['groupBy', { aggregations: [COUNT], dimensions: [PLAN] }, { null: 1, free: 2, pro: 3, team: 1 }],
    ['funnel', { steps: [called('Opened', 'open'), called('Paid', 'pay')] }, { Opened: 4, Paid: 2 }],
    [
      'retention',
      { granularity: 'day' },
      {
        [pair(1, 1)]: 2,
        [pair(1, 2)]: 0,
        [pair(1, 3)]: 0,
        [pair(2, 2)]: 0,
        [pair(2, 3)]: 0,
        [pair(3, 3)]: 2,
      },
    ],
    [
      'experiment',
      { sample1: called('A', 'open'), sample2: called('B', 'pay'), successCriterion: called('C', 'pay') },
      {
        cohort_1: 4,
        cohort_2: 2,
        success: 2,
        users: 4,
        cohort_1_success: 2,
        cohort_2_success: 2,
        // Two users are in both samples, so nothing is said about a difference.
        zscore: null,
        pvalue: null,
      },
    ],
  ])('the result of a query of the type %s is read as a table', async (queryType, query, rows) => {
    const whole = asQuery({ ...WHOLE, ...query, queryType });
    const { result } = await clientOf(service.url, token).runQuery(whole);
    const table = tabulate(whole, result, null);
    expect(table.rows.map(({ key, value }) => [key, value])).toEqual(Object.entries(rows));
  });

  test('the result of a scan is read as a table', async () => {
    const whole = asQuery({
      ...WHOLE,
      queryType: 'scan',
      columns: ['__time', 'plan'],
      order: 'descending',
      limit: 2,
    });
    const { result } = await clientOf(service.url, token).runQuery(whole);
    expect(result).toEqual({
      kind: 'scan',
      columns: ['__time', 'plan'],
      events: [
        { __time: 1_804_078_800_000, plan: 'team' },
        { __time: 1_804_075_200_000, plan: expect.any(String) },
      ],
    });
    expect(tabulate(whole, result, null).rows).toHaveLength(2);
  });

  test.each(['timeBoundary', 'segmentMetadata'])(
    '%s is answered, but cannot be reported',
    async (queryType) => {
      const { result } = await clientOf(service.url, token).runQuery(asQuery({ ...WHOLE, queryType }));
      expect(result.kind).toBe(queryType);
      expect(() => tabulate(asQuery({ ...WHOLE, queryType }), result, null)).toThrow(
        `A ${queryType} has no rows to report.`,
      );
    },
  );
});
