// What the stand-in plays: each fact of the hosted service with its grade (see refusals.ts).
import { type Hosted, startHosted } from './stand-in.ts';
import { APP, hostedWorld, INSIGHTS, NAMESPACE, OTHER_NAMESPACE, TOKEN, TOKEN_OF_TWO } from './world.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);
const DAYS = ['2026-11-01T00:00:00.000Z/2026-11-20T00:00:00.000Z'];

const hosted = await startHosted(hostedWorld(NOW_MS));
const wrapped = await startHosted(hostedWorld(NOW_MS, { form: 'envelope' }));

afterAll(() => Promise.all([hosted.close(), wrapped.close()]));

async function ask(path: string, body: unknown, token = TOKEN, { url } = hosted) {
  const init = body === null ? { method: 'GET' } : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, text: await answer.text() };
}

const run = (query: object, token?: string, service?: Hosted) =>
  ask('/api/v4/query/tql', query, token, service);

const COUNT = {
  queryType: 'timeseries',
  granularity: 'all',
  intervals: DAYS,
  aggregations: [{ type: 'eventCount' }],
};
const OWN = { ...COUNT, dataSource: NAMESPACE };
const MODEL = 'TelemetryDeck.Device.modelName';
const RETENTION = { queryType: 'retention', granularity: 'week', intervals: DAYS, dataSource: NAMESPACE };

describe('a run query is refused', () => {
  test.each<[string, object, number, string]>([
    ['C: without a data source', COUNT, 401, "Missing key 'dataSource'"],
    [
      'C: with another organization',
      { ...COUNT, dataSource: OTHER_NAMESPACE },
      401,
      `User can not access ${OTHER_NAMESPACE}`,
    ],
    [
      'C: with a display name',
      { ...COUNT, dataSource: 'Example Ltd.' },
      401,
      'User can not access Example Ltd.',
    ],
    [
      'C: with the shared table',
      { ...COUNT, dataSource: 'telemetry-signals' },
      401,
      'User can not access telemetry-signals',
    ],
    ['B: if appID is not a UUID', { ...OWN, appID: 'notes' }, 400, 'appID'],
    [
      'B: if a dimension is a text',
      {
        ...OWN,
        queryType: 'topN',
        dimension: MODEL,
        threshold: 3,
        metric: { type: 'numeric', metric: 'Events' },
      },
      ...([400, 'is a text'] as const),
    ],
    ['B: with an unknown base filter', { ...OWN, baseFilters: 'everyone' }, 400, 'baseFilters'],
    ['D: with thisApp and no app', { ...OWN, baseFilters: 'thisApp' }, 401, "Missing key 'appID'"],
    ['D: as a funnel without steps', { ...OWN, queryType: 'funnel' }, 401, "Missing key 'steps'"],
    [
      'D: as a funnel without an interval',
      { queryType: 'funnel', dataSource: NAMESPACE, steps: [{ name: 'a' }] },
      401,
      'Either',
    ],
    [
      'D: as a retention without an interval',
      { queryType: 'retention', dataSource: NAMESPACE },
      401,
      'Missing intervals',
    ],
    [
      'D: as a weekly retention in a zone',
      { ...RETENTION, context: { timezone: 'UTC' } },
      400,
      'granularity',
    ],
    [
      'D: with a date-time without a zone',
      { ...OWN, intervals: ['2026-11-01T00:00:00/2026-11-20T00:00:00'] },
      400,
      'no zone',
    ],
  ])('a run query is refused (%s)', async (_, query, status, words) => {
    const answer = await run(query);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toEqual({ error: true, reason: expect.stringContaining(words) });
  });

  test('C: a run query with a token of nobody is refused', async () => {
    expect(await run(OWN, 'tdpat_of_nobody')).toMatchObject({ status: 401 });
  });
});

describe('a run query is answered', () => {
  test('A, C: a run query is answered with doubles for counts and timestamps with a fraction', async () => {
    const { text } = await run(OWN);
    expect(text).toBe('[{"timestamp":"2026-11-01T00:00:00.000Z","result":{"Events":456.0}}]');
  });

  test('B: a run query is answered in an envelope', async () => {
    const { text } = await run(OWN, TOKEN, wrapped);
    expect(JSON.parse(text)).toMatchObject({
      result: { type: 'timeSeriesResult', rows: [{ result: { Events: 456 } }] },
    });
  });

  test('A: a run query is answered without a filter for test events, whatever testMode says', async () => {
    const { text } = await run({ ...OWN, testMode: false, baseFilters: 'thisApp', appID: APP.toLowerCase() });
    expect(text).toContain('456.0');
  });

  test('A: a run query is answered without anything of exampleData’s organization', async () => {
    expect(await run({ ...OWN, baseFilters: 'exampleData' })).toMatchObject({
      status: 200,
      text: expect.stringContaining('0.0'),
    });
  });

  test('A: a run query is answered with an empty bucket of 1970 before the rows of a topN', async () => {
    const dimension = { type: 'default', dimension: MODEL, outputName: 'model' };
    const metric = { type: 'numeric', metric: 'Events' };
    const { text } = await run({ ...OWN, queryType: 'topN', dimension, metric, threshold: 3 });
    expect(JSON.parse(text)).toEqual([
      { timestamp: '1970-01-01T00:00:00.000Z', result: [] },
      {
        timestamp: '2026-11-01T00:00:00.000Z',
        result: expect.arrayContaining([expect.objectContaining({ Events: expect.any(Number) })]),
      },
    ]);
  });

  test('A, C: a run query is answered with "Infinity" as text', async () => {
    const fields = [1, 0].map((value) => ({ type: 'constant', name: String(value), value }));
    const postAggregations = [{ type: 'arithmetic', name: 'ratio', fn: 'quotient', fields }];
    expect((await run({ ...OWN, postAggregations })).text).toContain('"ratio":"Infinity"');
  });

  test('C: a run query is answered although limitSpec and unknown keys are in it', async () => {
    expect(await run({ ...OWN, limitSpec: { type: 'default', limit: 1 }, filtre: {} })).toMatchObject({
      status: 200,
    });
  });

  test('A: a run query is answered to a token of each organization of its owner', async () => {
    expect(await run({ ...COUNT, dataSource: OTHER_NAMESPACE }, TOKEN_OF_TWO)).toMatchObject({ status: 200 });
  });
});

describe('a saved insight', () => {
  const relativeInterval = {
    beginningDate: { component: 'day', offset: -7, position: 'beginning' },
    endDate: { component: 'day', offset: -1, position: 'end' },
  };
  const resolve = (id: string) => ask(`/api/v3/insights/${id}/query/`, { relativeInterval });

  test('A: a saved insight is resolved to a query without a data source and without a title', async () => {
    const { text } = await resolve(INSIGHTS.devices);
    const query = JSON.parse(text) as object;
    expect(query).toMatchObject({
      baseFilters: 'thisApp',
      appID: APP,
      relativeIntervals: [relativeInterval],
    });
    expect(Object.keys(query)).not.toEqual(expect.arrayContaining(['dataSource']));
    expect(text).not.toContain('Devices of everybody');
  });

  test('C: a saved insight of another organization is not found', async () => {
    expect(await resolve(INSIGHTS.theirs)).toMatchObject({ status: 404 });
  });
});
