// What is compared depends on whether there were events: by the real client from the real service, with
// numbers counted by loops.
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../src/text/log.ts';
import type { ReportedInsight, Results } from '../../src/report/results/results.ts';
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { runReport, runReports } from '../../src/report/run/reports.ts';
import { QueryError } from '../../src/service/errors.ts';
import { createQueryRunner } from '../../src/service/query/answer.ts';
import { engineOf } from '../../src/service/file-backend.ts';
import { startService, type RunningService } from '../../src/service/start.ts';
import type { Json, JsonObject } from '../../src/tql/json.ts';
import fc, { runs } from '../support/properties.ts';
import { addEvents, addOrganization } from '../support/service/service-of-file.ts';

const DAY_MS = 86_400_000;
/** A Friday morning. The last 28 complete days begin on 23 October, those before on 25 September. */
const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
const MODELS = '00000000-0000-4000-8000-000000000000';
const DAILY = '00000000-0000-4000-8000-000000000001';
const isPhone = { type: 'selector', dimension: 'model', value: 'iPhone' };
const QUERIES: readonly JsonObject[] = [
  {
    queryType: 'topN',
    granularity: 'all',
    aggregations: [{ type: 'eventCount', name: 'n' }],
    threshold: 10,
    dimension: { type: 'default', dimension: 'model', outputName: 'model' },
    metric: { type: 'numeric', metric: 'n' },
  },
  {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'userCount', name: 'Users' }],
    filter: isPhone,
  },
];

let service: RunningService;
let token: string;
let asked: JsonObject[];
let answerBoundary: (() => Json) | null;

beforeEach(async () => {
  [asked, answerBoundary] = [[], null];
  const engine: { ask?: ReturnType<typeof createQueryRunner>['ask'] } = {};
  service = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    ask: async (query, ...rest) => {
      asked.push(query as JsonObject);
      if ((query as JsonObject)['queryType'] === 'timeBoundary' && answerBoundary !== null)
        return answerBoundary();
      return engine.ask?.(query, ...rest) ?? null;
    },
  });
  engine.ask = createQueryRunner(engineOf(service.store)).ask;
  token = await addOrganization(service, 'org');
  await service.store.insights.add('org', [
    { id: MODELS, name: 'models', query: QUERIES[0] as JsonObject },
    { id: DAILY, name: 'daily', query: QUERIES[1] as JsonObject },
  ]);
});

afterEach(() => service.close(0));

/** Two events a day from one moment to another; the first of a day is a Mac's. */
async function imports(first: string, last: string, { appID = 'app', perDay = 2 } = {}): Promise<void> {
  const count = Math.floor((perDay * (Date.parse(last) - Date.parse(first))) / DAY_MS) + 1;
  await addEvents(
    service,
    'org',
    Array.from({ length: count }, (_, i) => ({
      timestamp: new Date(Date.parse(first) + (i * DAY_MS) / perDay).toISOString(),
      appID,
      clientUser: `u${i % 5}`,
      type: 't',
      payload: { model: i % 2 === 0 ? 'Mac' : 'iPhone' },
    })),
  );
}

async function request(inputs: Readonly<Record<string, string>> = {}) {
  const given = {
    insights: `models: ${MODELS}\ndaily: ${DAILY}`,
    'api-url': service.url,
    'api-token': token,
    'dry-run': 'true',
    interval: 'last 28 complete days',
    ...inputs,
  };
  return parseInputs(given, nodeInputEffects());
}

async function report(inputs?: Readonly<Record<string, string>>): Promise<Results> {
  return runReport(await request(inputs), { nowMs: NOW_MS, log: silentLog, run: null });
}

function reported({ insights }: Results): ReportedInsight[] {
  return insights.map((insight) => {
    if (insight.status !== 'ok') throw new Error(JSON.stringify(insight));
    return insight;
  });
}

const boundaries = (): JsonObject[] => asked.filter(({ queryType }) => queryType === 'timeBoundary');

describe('a data source whose events began within the period to compare with', () => {
  const since =
    'There is no comparison: there are events only since 2026-10-09, and the earlier period begins on 2026-09-25.';

  test('nothing is compared with days before the first event, and the report says since when there are any', async () => {
    await imports('2026-10-09T08:00:00Z', '2026-11-20T08:00:00Z');
    for (const insight of reported(await report())) {
      expect(insight).toMatchObject({
        compare: null,
        previousTotal: null,
        eventsSince: '2026-10-09',
        notes: [since],
      });
      expect(insight.total).not.toBe(0);
      expect(
        new Set(
          insight.rows.flatMap(({ previous, change, previousRank }) => [previous, change, previousRank]),
        ),
      ).toEqual(new Set([null]));
      expect(insight.rows.some(({ isNew }) => isNew)).toBe(false);
    }
  });

  test('a report also says that events began within the current period', async () => {
    await imports('2026-11-02T08:00:00Z', '2026-11-20T08:00:00Z');
    const first = 'The first event is from 2026-11-02; the earlier days of the period have none.';
    for (const { notes } of reported(await report()))
      expect(notes).toEqual([first, since.replace('2026-10-09', '2026-11-02')]);
  });

  test('a report says once that a whole period is before the first event', async () => {
    await imports('2026-11-02T08:00:00Z', '2026-11-20T08:00:00Z');
    for (const { notes, compare } of reported(await report({ interval: '2026-09-01/2026-09-08' })))
      expect([compare, notes]).toEqual([null, ['The first event is from 2026-11-02, after this period.']]);
  });

  test('a trend leaves out periods that begin before the first event, and the report says so', async () => {
    await imports('2026-09-01T08:00:00Z', '2026-11-20T08:00:00Z');
    const note = 'Trends leave out periods that begin before 2026-09-01, the day of the first event.';
    for (const [history, notes] of [
      ['1', []],
      ['3', [note]],
    ] as const)
      for (const insight of reported(await report({ interval: 'last month', history })))
        expect(insight).toMatchObject({ compare: expect.anything(), notes });
  });

  test.each(['models: change("Mac") < 90%', 'models: previousTotal() >= 1', 'daily: totalChange() < 900%'])(
    'a gate on an earlier period before the first event is inconclusive: %s',
    async (gate) => {
      await imports('2026-10-09T08:00:00Z', '2026-11-20T08:00:00Z');
      const { thresholds } = await report({ thresholds: gate });
      expect(thresholds).toMatchObject([{ outcome: 'inconclusive' }]);
      expect(thresholds[0]?.message).toContain('there are events only since 2026-10-09');
    },
  );

  test('a gate that reads no earlier number is decided, even if events began after the earlier period did', async () => {
    await imports('2026-10-09T08:00:00Z', '2026-11-20T08:00:00Z');
    const { thresholds } = await report({ thresholds: 'models: share("Mac") < 90%' });
    expect(thresholds).toMatchObject([{ outcome: 'passed' }]);
  });
});

test('a change is computed if and only if the first event is not after the first day of the earlier period', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -4 * 24, max: 4 * 24 }),
      fc.constantFrom('UTC', 'Asia/Tokyo'),
      async (hours, zone) => {
        const beginMs = Date.parse('2026-09-25T00:00:00Z') - (zone === 'UTC' ? 0 : 9 * 3_600_000);
        const firstMs = beginMs + hours * 3_600_000;
        const time = new Date(firstMs).toISOString();
        answerBoundary = () => [
          { timestamp: time, result: { minTime: time, maxTime: '2026-11-20T09:00:00+0000' } },
        ];
        const [models] = reported(await report({ timezone: zone }));
        expect(models?.compare === null).toBe(firstMs >= beginMs + DAY_MS);
      },
    ),
    { numRuns: runs(12, 4) },
  );
});

test('a last event before the end of the period is named, and changes nothing else', async () => {
  await imports('2026-09-01T08:00:00Z', '2026-11-12T08:00:00Z');
  const [models] = reported(await report());
  expect(models?.notes).toEqual([
    'The last event is from 2026-11-12; the later days of the period have none.',
  ]);
  expect(models?.compare).not.toBeNull();
  const [running] = reported(await report({ interval: 'last 28 days' }));
  expect(running?.notes).toEqual(models?.notes);
});

test('the first and last event are requested once for several insights and reports, without any filter', async () => {
  await imports('2026-09-01T08:00:00Z', '2026-11-20T08:00:00Z');
  await runReports([await request(), await request({ 'report-id': 'other' })], {
    nowMs: NOW_MS,
    log: silentLog,
    run: null,
  });
  const intervals = ['1970-01-01T00:00:00.000Z/2026-11-20T10:00:00.000Z'];
  expect(boundaries()).toEqual([{ queryType: 'timeBoundary', dataSource: 'org', intervals }]);
});

test('the first and last event are not requested if nothing is compared and no gate reads it', async () => {
  await report({ compare: 'none' });
  expect(boundaries()).toEqual([]);
  await report({ compare: 'none', thresholds: 'models: total() < 9' });
  expect(boundaries()).toHaveLength(1);
});

const ofB = { type: 'selector', dimension: 'appID', value: 'B' };

test.each([
  ['a selector', { filter: ofB }],
  [
    'one of several conditions',
    { filter: { type: 'and', fields: [{ type: 'and', fields: [isPhone, ofB] }] } },
  ],
])(
  'a larger app of the organization does not hide that an insight’s own app has a gap: %s',
  async (_, keys) => {
    await imports('2026-09-01T00:00:00Z', '2026-11-20T08:00:00Z', { appID: 'A', perDay: 200 });
    await imports('2026-09-01T00:00:00Z', '2026-11-09T23:59:00Z', { appID: 'B', perDay: 40 });
    await imports('2026-11-13T00:00:00Z', '2026-11-20T08:00:00Z', { appID: 'B', perDay: 40 });
    const id = '00000000-0000-4000-8000-000000000002';
    await service.store.insights.add('org', [{ id, name: 'b', query: { ...QUERIES[0], ...keys } }]);
    const [insight] = reported(await report({ insights: `b: ${id}` }));
    expect(insight).toMatchObject({ compare: null, noEventsOn: '2026-11-10 to 2026-11-12' });
  },
);

test.each([
  ['slow clocks sent a few of all events', 1, '2026-09-07'],
  ['the source had as many events before', 40, undefined],
])('a trend leaves out periods with a gap, and knows the first event if %s', async (_, perDay, since) => {
  await imports('2025-09-20T00:00:00Z', '2025-11-20T08:00:00Z', { perDay });
  await imports('2026-09-07T00:00:00Z', '2026-10-09T23:59:00Z', { perDay: 40 });
  await imports('2026-10-14T00:00:00Z', '2026-11-20T08:00:00Z', { perDay: 40 });
  const inputs = { insights: `daily: ${DAILY}`, interval: 'last week', compare: 'none', history: '12' };
  const [insight] = reported(await report(inputs));
  const isKnown = insight?.totalHistory.map((total) => (total === null ? '-' : 'x')).join('');
  expect([insight?.eventsSince, isKnown]).toEqual([since, '---xxxx--xxx']);
  expect(insight?.notes.join()).toContain('2026-10-10 to 2026-10-13');
});

test('a gap in the current period is said, and nothing is usual, although nothing is compared', async () => {
  await imports('2026-08-01T00:00:00Z', '2026-11-10T23:59:00Z', { perDay: 40 });
  await imports('2026-11-14T00:00:00Z', '2026-11-20T08:00:00Z', { perDay: 40 });
  const inputs = { insights: `models: ${MODELS}`, interval: 'last week', compare: 'none', history: '8' };
  const [insight] = reported(await report(inputs));
  expect(insight?.noEventsOn).toBe('2026-11-11 to 2026-11-13');
  expect(insight?.notes).toEqual(['There are no events on 2026-11-11 to 2026-11-13.']);
});

test('a retention, which compares its own weeks, says which days have no events', async () => {
  await imports('2026-09-01T00:00:00Z', '2026-10-19T23:59:00Z', { perDay: 40 });
  await imports('2026-10-25T00:00:00Z', '2026-11-20T08:00:00Z', { perDay: 40 });
  const id = '00000000-0000-4000-8000-000000000003';
  const query = { queryType: 'retention', granularity: 'week' };
  await service.store.insights.add('org', [{ id, name: 'r', query }]);
  const [insight] = reported(await report({ insights: `r: ${id}`, interval: 'last 6 complete weeks' }));
  expect(insight?.notes).toContain('There are no events on 2026-10-20 to 2026-10-24.');
});

test.each<readonly [string, () => Json]>([
  ['no event', () => []],
  ['no date', () => [{ timestamp: 'x', result: { minTime: 'yesterday', maxTime: 'x' } }]],
  ['text', () => 'no'],
  [
    'a refusal',
    () => {
      throw new QueryError('queryType', 'is not supported');
    },
  ],
])('the question for the first and last event changes nothing if its answer is %s', async (_, answer) => {
  await imports('2026-10-09T08:00:00Z', '2026-11-20T08:00:00Z');
  answerBoundary = answer;
  for (const { compare, notes } of reported(await report()))
    expect([compare?.start, notes]).toEqual(['2026-09-25T00:00:00.000Z', []]);
});
