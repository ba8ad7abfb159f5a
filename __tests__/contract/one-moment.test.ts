// One moment is "now" for a whole run, whatever the query service's clock says.
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../src/text/log.ts';
import type { Results } from '../../src/report/results/results.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport } from '../../src/report/run/reports.ts';
import { createQueryRunner } from '../../src/service/query/answer.ts';
import { engineOf } from '../../src/service/file-backend.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import fc, { runs } from '../support/properties.ts';
import { addEvents, serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Monday 00:00:00, at which a weekly report is due. */
const MONDAY_MS = Date.parse('2026-11-16T00:00:00Z');
/** Three events an hour on average, for 120 days before and 3 days after that Monday. */
const EVENTS = Array.from({ length: 123 * 24 * 3 }, (_, i) => ({
  ms: MONDAY_MS + 3 * DAY_MS - i * (HOUR_MS / 3) - ((i * 7919) % 1000) * 600,
  user: `u${(i * 31) % 97}`,
  model: ['iPhone', 'iPad', 'Mac'][(i * i) % 3] ?? null,
  step: i % 3 === 0 ? 'bought' : 'opened',
}));

const relative = (component: string, from: number, to: number) => ({
  beginningDate: { component, offset: from, position: 'beginning' },
  endDate: { component, offset: to, position: 'end' },
});
const recently: JsonObject = {
  type: 'interval',
  dimension: '__time',
  relativeIntervals: [relative('hour', -40, -1)],
};
const opened: JsonObject = { type: 'selector', dimension: 'step', value: 'opened' };
const events: JsonObject = { type: 'eventCount', name: 'n' };
const topN: JsonObject = {
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: 'userCount', name: 'Users' }],
  dimension: { type: 'default', dimension: 'model', outputName: 'Model' },
  metric: { type: 'numeric', metric: 'Users' },
  threshold: 2,
};
const QUERIES: Readonly<Record<string, JsonObject>> = {
  models: topN,
  daily: { queryType: 'timeseries', granularity: 'day', aggregations: [events] },
  recent: {
    queryType: 'groupBy',
    granularity: 'all',
    dimensions: [{ ...(topN['dimension'] as JsonObject) }],
    aggregations: [
      { type: 'filtered', filter: { type: 'or', fields: [recently] }, aggregator: events, name: 'n' },
    ],
  },
  lately: { ...topN, filter: { type: 'not', field: recently } },
  funnel: {
    queryType: 'funnel',
    steps: [
      { name: 'opened', filter: opened },
      { name: 'lately', filter: recently },
    ],
  },
  cohorts: { queryType: 'retention', granularity: 'week' },
};

/** How far the service's clock is ahead of the runner's. */
let aheadMs = 0;
let asked: JsonObject[] = [];

const engine: { ask?: ReturnType<typeof createQueryRunner>['ask'] } = {};
const service = await serviceOfFile({
  nowMs: MONDAY_MS,
  ask: async (query, organization, nowMs, signal) => {
    asked.push(query as JsonObject);
    return engine.ask?.(query, organization, nowMs + aheadMs, signal) ?? null;
  },
});
engine.ask = createQueryRunner(engineOf(service.store)).ask;
const token = await addOrganization(service, 'org');
await service.store.insights.add(
  'org',
  Object.entries(QUERIES).map(([name, query], i) => ({ id: insightOf(i), name, query })),
);
await addEvents(
  service,
  'org',
  EVENTS.map(({ ms, user, model, step }) => ({
    timestamp: new Date(ms).toISOString(),
    appID: 'app',
    clientUser: user,
    type: 't',
    payload: { step, model },
  })),
);

function insightOf(index: number) {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

async function report(inputs: Readonly<Record<string, string>>, nowMs: number, serviceIsAheadMs: number) {
  [aheadMs, asked] = [serviceIsAheadMs, []];
  const insights = Object.keys(QUERIES).map((name, i) => `${name}: ${insightOf(i)}`);
  const given = {
    insights: insights.join('\n'),
    'api-url': service.url,
    'api-token': token,
    'dry-run': 'true',
  };
  const request = await parseInputs({ ...given, ...inputs }, nodeInputEffects());
  return runReport(request, { nowMs, log: silentLog, run: null });
}

/** What a run says, without how long it took. */
function said({ insights, thresholds }: Results) {
  return JSON.stringify({ insights, thresholds }, (key, value: unknown) =>
    key === 'durationMs' ? 0 : value,
  );
}

test("a weekly report at Monday 00:00:00 is of the week that ended, although the service's clock is behind", async () => {
  const gate = 'daily: value("2026-11-09T00:00:00Z") > 0';
  const results = await report({ interval: 'last week', thresholds: gate }, MONDAY_MS, -2000);
  const [start, end] = [MONDAY_MS - 7 * DAY_MS, MONDAY_MS];
  const daily = results.insights[1];
  if (daily?.status !== 'ok') throw new Error(JSON.stringify(daily));
  const within = EVENTS.filter(({ ms }) => ms >= start && ms < end);
  expect([daily.interval.start, daily.interval.end]).toEqual([
    '2026-11-09T00:00:00.000Z',
    '2026-11-16T00:00:00.000Z',
  ]);
  expect(daily.total).toBe(within.length);
  expect(daily.rows.map(({ key, value }) => [key, value])).toEqual(
    Array.from({ length: 7 }, (_, day) => {
      const from = start + day * DAY_MS;
      const key = new Date(from).toISOString().replace('.000Z', 'Z');
      return [key, within.filter(({ ms }) => ms >= from && ms < from + DAY_MS).length];
    }),
  );
  expect(daily.query).toMatchObject({ intervals: ['2026-11-09T00:00:00.000Z/2026-11-16T00:00:00.000Z'] });
  expect(results.thresholds.map(({ outcome }) => outcome)).toEqual(['passed']);
});

test('a retention over absolute dates has the periods of its interval and no other', async () => {
  const { insights } = await report({ interval: 'last 3 complete weeks' }, MONDAY_MS, 0);
  const cohorts = insights[5];
  if (cohorts?.status !== 'ok') throw new Error(JSON.stringify(cohorts));
  const weeks = ['2026-10-26_2026-11-01', '2026-11-02_2026-11-08', '2026-11-09_2026-11-15'];
  expect([...new Set(cohorts.rows.map(({ parts }) => parts[0]))]).toEqual(weeks);
});

test('no query that is run names a relative interval', async () => {
  await report({ history: '3', thresholds: 'models: share("Mac") < 90%' }, MONDAY_MS, 0);
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((query) => JSON.stringify(query).includes('relativeIntervals'))).toEqual([]);
});

test('a report is the same whatever the service takes the time to be', async () => {
  const intervals = [
    'last week',
    'last 30 days',
    'last 3 complete weeks',
    'this month',
    'last 2 quarters',
    'last 50 hours',
  ];
  const zones = ['', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland'];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...intervals),
      fc.constantFrom(...zones),
      fc.constantFrom('previous-period', 'previous-year', 'none'),
      fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
      fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -9 * HOUR_MS, max: 9 * HOUR_MS })),
      async (interval, timezone, compare, afterMs, ahead) => {
        const inputs = { interval, compare, history: '2', ...(timezone !== '' && { timezone }) };
        const nowMs = MONDAY_MS + afterMs;
        const isSame = said(await report(inputs, nowMs, ahead)) === said(await report(inputs, nowMs, 0));
        expect(isSame).toBe(true);
      },
    ),
    { numRuns: runs(8, 3) },
  );
});
