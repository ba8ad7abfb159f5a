// What the project's own client makes of a busy service, and of answers that no report shows.
import { createClient } from '../../src/report/client/client.ts';
import { startService } from '../../src/service/start.ts';
import { tabulate } from '../../src/report/tables/tabulate.ts';
import type { Query } from '../../src/tql/query.ts';
import { eventsBy } from '../support/service/top-n.ts';
import { asQuery } from '../support/as-query.ts';
import { addOrganization, serviceOfFile } from '../support/service/service-of-file.ts';

const NOW_MS = Date.parse('2027-03-03T15:00:00Z');
const DAY = (offset: number) => ({
  beginningDate: { component: 'day', offset, position: 'beginning' } as const,
  endDate: { component: 'day', offset: 0, position: 'end' } as const,
});
const RUNNABLE: Query = { ...eventsBy('plan', 'plan', 10), relativeIntervals: [DAY(-2)] };

const service = await serviceOfFile({ nowMs: NOW_MS });
const token = await addOrganization(service, 'ours');

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
