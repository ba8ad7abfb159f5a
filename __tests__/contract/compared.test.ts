// Comparison and history of whole reports, with the real client and the real service; every expected number
// is computed by loops.
import { nodeInputEffects } from '../../src/report/run/effects.ts';
import { parseInputs } from '../../src/report/inputs/parse-report.ts';
import { silentLog } from '../../src/text/log.ts';
import { runReport } from '../../src/report/run/reports.ts';
import type { ReportedInsight } from '../../src/report/results/results.ts';
import type { JsonObject } from '../../src/tql/json.ts';
import { addEvents, serviceOfFile, addOrganization } from '../support/service/service-of-file.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Friday; Berlin put its clocks back on 25 October. */
const NOW_MS = Date.parse('2026-11-20T10:20:00Z');
const MODELS = ['iPhone', 'iPad', null, 'null', 'a / b', ''] as const;

interface Event {
  readonly ms: number;
  readonly user: string;
  readonly model: string | null;
  readonly step: string;
}

/**
 * 6,000 events at irregular times over 430 days; the model `old` ends in mid-October, `new` begins in
 * November.
 */
const EVENTS: readonly Event[] = Array.from({ length: 6000 }, (_, i) => {
  const ms = NOW_MS - 60_000 - Math.floor((i * 430 * DAY_MS) / 6000) - ((i * 7919) % 1000) * 3600;
  const season =
    ms > Date.parse('2026-11-01T00:00:00Z') ? 'new' : ms < Date.parse('2026-10-15T12:00:00Z') ? 'old' : null;
  const model = season !== null && i % 5 === 0 ? season : (MODELS[(i * 13) % 6] ?? null);
  return { ms, user: `u${(i * 31) % 211}`, model, step: i % 3 === 0 ? 'bought' : 'opened' };
});

const insightOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const DIMENSION = { type: 'default', dimension: 'model', outputName: 'Model' };
const topN = (aggregation: string, more: JsonObject = {}): JsonObject => ({
  queryType: 'topN',
  granularity: 'all',
  aggregations: [{ type: aggregation, name: 'n' }],
  dimension: DIMENSION,
  metric: { type: 'numeric', metric: 'n' },
  threshold: 50,
  ...more,
});
const step = (name: string): JsonObject => ({
  name,
  filter: { type: 'selector', dimension: 'step', value: name },
});
const QUERIES: readonly JsonObject[] = [
  topN('eventCount'),
  topN('userCount'),
  topN('eventCount', { threshold: 3 }),
  topN('eventCount', { granularity: 'week' }),
  { queryType: 'timeseries', granularity: 'day', aggregations: [{ type: 'userCount', name: 'n' }] },
  { queryType: 'funnel', steps: [step('opened'), step('bought')] },
  { queryType: 'scan', columns: ['model'], limit: 5 },
];

const service = await serviceOfFile({ nowMs: NOW_MS });
const token = await addOrganization(service, 'org');
await service.store.insights.add(
  'org',
  QUERIES.map((query, i) => ({ id: insightOf(i), name: `q${i}`, query })),
);
await addEvents(
  service,
  'org',
  EVENTS.map(({ ms, user, model, step: name }) => ({
    timestamp: new Date(ms).toISOString(),
    appID: 'app',
    clientUser: user,
    type: 't',
    payload: { step: name, ...(model !== null && { model }) },
  })),
);

async function report(index: number, inputs: Readonly<Record<string, string>>): Promise<ReportedInsight> {
  const given = {
    insights: insightOf(index),
    'api-url': service.url,
    'api-token': token,
    'dry-run': 'true',
    interval: 'last 30 days',
    ...inputs,
  };
  const request = await parseInputs(given, nodeInputEffects());
  const [insight] = (await runReport(request, { nowMs: NOW_MS, log: silentLog, run: null })).insights;
  if (insight?.status !== 'ok') throw new Error(JSON.stringify(insight));
  return insight;
}

type Range = readonly [string, string];
const within = ([start, end]: Range): Event[] =>
  EVENTS.filter(({ ms }) => ms >= Date.parse(start) && ms < Date.parse(end));
const usersOf = (events: readonly Event[]): number => new Set(events.map(({ user }) => user)).size;
const countOf = (events: readonly Event[]): number => events.length;
const CUT: Range = ['2026-09-20T00:00:00Z', '2026-10-20T10:00:00Z'];
const CURRENT: Range = ['2026-10-21T00:00:00Z', '2026-11-20T10:00:00Z'];

/** The number of each model. */
function ranked(range: Range, measure: (events: readonly Event[]) => number) {
  const models = [...new Set(within(range).map(({ model }) => model))];
  const sized = models.map((model) => ({
    model,
    n: measure(within(range).filter((each) => each.model === model)),
  }));
  return new Map(sized.map(({ model, n }) => [model, n]));
}

test.each([
  ['events', 0, countOf],
  ['users', 1, usersOf],
] as const)(
  'a running period of %s is compared with the one before, both cut at the last full hour',
  async (_, index, measure) => {
    const { rows, gone, compare, total, previousTotal, notes } = await report(index, {});
    const [now, before] = [ranked(CURRENT, measure), ranked(CUT, measure)];
    expect(compare).toEqual({
      start: '2026-09-20T00:00:00.000Z',
      end: '2026-10-20T10:00:00.000Z',
      relation: 'previous-period',
    });
    expect(new Map(rows.map(({ parts, value }) => [parts[0] ?? null, value]))).toEqual(now);
    for (const {
      parts: [model = null],
      value,
      previous,
      change,
      previousRank,
      isNew,
    } of rows) {
      const was = before.get(model) ?? null;
      expect([previous, isNew]).toEqual([was, was === null]);
      expect(change).toBe(was === null || value === null ? null : (value - was) / was);
      if (was === null) expect(previousRank).toBeNull();
      else expect([...before.values()].filter((n) => n > was).length).toBeLessThan(previousRank ?? 0);
    }
    expect(rows.find(({ isNew }) => isNew)?.key).toBe('new');
    expect(gone.map(({ key, previous }) => [key, previous])).toEqual([['old', before.get('old')]]);
    expect([total, previousTotal]).toEqual([measure(within(CURRENT)), measure(within(CUT))]);
    expect(notes).toEqual([]);
  },
);

test('a running period has neither new nor gone rows if the answer was cut off, but its totals are correct', async () => {
  const { rows, gone, previousTotal, total } = await report(2, {});
  expect(rows).toHaveLength(3);
  expect(rows.map(({ isNew }) => isNew)).toEqual([false, false, false]);
  expect(gone).toEqual([]);
  expect([total, previousTotal]).toEqual([within(CURRENT).length, within(CUT).length]);
});

test('a running period of days is compared day by day', async () => {
  const { rows, previousTotal, gone } = await report(4, {});
  const day = (date: number): Range => [
    new Date(date).toISOString(),
    new Date(Math.min(date + DAY_MS, Date.parse(CUT[1]))).toISOString(),
  ];
  expect(rows.map(({ previous }) => previous)).toEqual(
    rows.map((_, i) => usersOf(within(day(Date.parse(CUT[0]) + i * DAY_MS)))),
  );
  expect(rows).toHaveLength(31);
  expect(rows.map(({ previousRank }) => previousRank)).toEqual(rows.map(({ rank }) => rank));
  expect([previousTotal, gone]).toEqual([usersOf(within(CUT)), []]);
});

test('a running period of a funnel is compared step by step, and a scan is not compared', async () => {
  const { rows } = await report(5, {});
  const both = (range: Range): number[] => {
    const did = (name: string) =>
      new Set(
        within(range)
          .filter((each) => each.step === name)
          .map(({ user }) => user),
      );
    const opened = did('opened');
    return [opened.size, [...did('bought')].filter((user) => opened.has(user)).length];
  };
  expect(rows.map(({ value }) => value)).toEqual(both(CURRENT));
  expect(rows.map(({ previous }) => previous)).toEqual(both(CUT));
  expect(await report(6, {})).toMatchObject({ compare: null, previousTotal: null, notes: [] });
});

test('a period in a time zone has its comparison and its history in that zone', async () => {
  const { history, rows, compare, totalHistory } = await report(0, {
    interval: 'last month',
    timezone: 'Europe/Berlin',
    history: '2',
    compare: 'previous-year',
  });
  const [august, september]: Range[] = [
    ['2026-07-31T22:00:00Z', '2026-08-31T22:00:00Z'],
    ['2026-08-31T22:00:00Z', '2026-09-30T22:00:00Z'],
  ];
  expect(history.map(({ start, end }) => [start, end].map((iso) => iso.replace('.000', '')))).toEqual([
    august,
    september,
  ]);
  expect(compare).toEqual({
    start: '2025-09-30T22:00:00.000Z',
    end: '2025-10-31T23:00:00.000Z',
    relation: 'previous-year',
  });
  const counts = [august, september].map((range = ['', '']) => ranked(range, countOf));
  for (const {
    parts: [model = null],
    history: values,
  } of rows) {
    expect(values).toEqual(counts.map((each) => each.get(model) ?? 0));
  }
  expect(totalHistory).toEqual([august, september].map((range = ['', '']) => within(range).length));
});

describe('the history', () => {
  const THIRTY_ONE_DAYS = 31 * DAY_MS;
  const periods = Array.from({ length: 3 }, (_, i): Range => {
    const startMs = Date.parse(CURRENT[0]) - (3 - i) * THIRTY_ONE_DAYS;
    return [new Date(startMs).toISOString(), new Date(startMs + THIRTY_ONE_DAYS).toISOString()];
  });

  test.each([
    ['events', 0, countOf],
    ['users', 1, usersOf],
    ['a query with buckets', 3, countOf],
  ] as const)('the history of %s holds each period, uncut', async (_, index, measure) => {
    const { history, rows, totalHistory } = await report(index, { history: '3' });
    expect(history.map(({ start, end }) => [start, end])).toEqual(periods);
    const values = periods.map((period) => ranked(period, measure));
    for (const {
      parts: [model = null],
      history: found,
    } of rows) {
      expect(found).toEqual(values.map((each) => each.get(model) ?? 0));
    }
    expect(totalHistory).toEqual(periods.map((period) => measure(within(period))));
  });

  test('the history exists only for the rows shown', async () => {
    const { rows } = await report(0, { history: '3', top: '2' });
    expect(rows.map(({ history }) => history.length)).toEqual([3, 3, 0, 0, 0, 0, 0]);
  });

  test("the history is that of a query's own buckets if no other is requested", async () => {
    const { history, rows, totalHistory, total } = await report(3, { interval: '2026-10-01/2026-11-01' });
    const weeks: Range[] = [
      ['2026-10-01T00:00:00.000Z', '2026-10-05T00:00:00.000Z'],
      ['2026-10-05T00:00:00.000Z', '2026-10-12T00:00:00.000Z'],
      ['2026-10-12T00:00:00.000Z', '2026-10-19T00:00:00.000Z'],
      ['2026-10-19T00:00:00.000Z', '2026-10-26T00:00:00.000Z'],
      ['2026-10-26T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ];
    expect(history.map(({ start, end }) => [start, end])).toEqual(weeks);
    for (const {
      parts: [model = null],
      history: found,
    } of rows) {
      expect(found).toEqual(weeks.map((week) => within(week).filter((each) => each.model === model).length));
    }
    expect(totalHistory).toEqual(weeks.map((week) => within(week).length));
    expect(total).toBe(totalHistory.reduce<number>((sum, value) => sum + (value ?? 0), 0));
  });
});
