// What the project's own client makes of a busy service, and of the answer to each type of query.
import { readFileSync } from 'node:fs';
import { createClient } from '../../src/report/client/client.ts';
import { startService } from '../../src/service/start.ts';
import { tabulate } from '../../src/report/tables/tabulate.ts';
import type { Query } from '../../src/tql/query.ts';
import { eventsBy } from '../support/service/top-n.ts';
import { asQuery } from '../support/as-query.ts';
import { addEvents, addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

const NOW_MS = Date.parse('2027-03-03T15:00:00Z');
const EVENTS = JSON.parse(
  readFileSync(`${import.meta.dirname}/../service/query/engines/cases/events/events.json`, 'utf8'),
) as { readonly shop: readonly object[] };
const DAY = (offset: number) => ({
  beginningDate: { component: 'day', offset, position: 'beginning' } as const,
  endDate: { component: 'day', offset: 0, position: 'end' } as const,
});
const PLANS: Query = eventsBy('plan', 'plan', 10);
const RUNNABLE: Query = { ...PLANS, relativeIntervals: [DAY(-2)] };

const service = await serviceOfFile({ nowMs: NOW_MS });
const token = await addOrganization(service, 'ours');
await addEvents(service, 'ours', EVENTS.shop);

function clientOf(url: string, bearer: string, retries = 0) {
  const slept: number[] = [];
  const sleep = (ms: number) => {
    slept.push(ms);
    return Promise.resolve();
  };
  const options = { url, token: bearer, timeoutMs: 30_000, retries, deadlineMs: 60_000, concurrency: 2 };
  return { slept, ...createClient({ ...options, effects: { sleep } }) };
}

test('an answer under load is 503 with Retry-After; the client waits as long, and then succeeds', async () => {
  const ends: (() => void)[] = [];
  const ask = () =>
    new Promise<[]>((resolve) =>
      ends.push(() => {
        resolve([]);
      }),
    );
  const busy = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    limits: { queries: 1, timeoutMs: 60_000 },
    ask,
  });
  const bearer = await addOrganization(busy, 'ours');
  const first = clientOf(busy.url, bearer).runQuery(RUNNABLE);
  while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const refused = clientOf(busy.url, bearer).runQuery(RUNNABLE);
  await expect(refused).rejects.toMatchObject({ kind: 'service', status: 503 });
  const patient = clientOf(busy.url, bearer, 1000);
  const second = patient.runQuery(RUNNABLE);
  while (patient.slept.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const drain = setInterval(() => {
    for (const end of ends.splice(0)) end();
  }, 1);
  await Promise.all([first, second]);
  clearInterval(drain);
  await busy.close(0);
  // A few milliseconds may pass between the answer and the wait.
  expect(patient.slept[0]).toBeGreaterThan(900);
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
