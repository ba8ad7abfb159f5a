import {
  readTile,
  readTrend,
  releasesOf,
  findTiles,
  tileQuery,
  readTotal,
  totalsQuery,
  trendQuery,
} from '../../../src/explorer/query/home.ts';
import {
  isPeriod,
  pageOf,
  queryOver,
  rangesOf,
  readPage,
  withCondition,
  writePage,
} from '../../../src/explorer/query/page.ts';
import { parseRunQuery } from '../../../src/tql/schema/run-query.ts';

const STATE = {
  period: { from: '2026-10-01', to: '2026-10-31' },
  conditions: [{ column: 'a&b', value: null, isNot: true }],
  column: 'version',
  version: '2.0',
  limit: 0.05,
} as const;
const FIRST = { days: 28 };
const NOW_MS = Date.parse('2026-11-05T14:30:00Z');

test('an address holds the whole state of a page', () => {
  const fragment = writePage('drop', STATE);
  expect(pageOf(fragment)).toBe('drop');
  expect(readPage(fragment, FIRST)).toEqual(STATE);
});

test('an address without a page is the home, and one with a query is Ask', () => {
  expect(['', '#page=elsewhere', '#query=%7B%7D', '#page=ask'].map(pageOf)).toEqual([
    'home',
    'home',
    'ask',
    'ask',
  ]);
});

test.each([
  'days=0',
  'days=1.5',
  'from=2026-02-30&to=2026-03-01',
  'from=2026-03-02&to=2026-03-01',
  'limit=2&filters=[[1]]',
])('an address that says %s says nothing', (fields) => {
  expect(readPage(`#page=home&${fields}`, FIRST)).toEqual(readPage('', FIRST));
});

test('a period of dates holds both of them', () => {
  expect(isPeriod('2026-10-31', '2026-10-31')).toBe(true);
  const { intervals } = queryOver(STATE.period, { kind: 'top' }) as { intervals: readonly string[] };
  expect(intervals).toEqual(['2026-10-01/2026-11-01']);
});

test('the last days end with yesterday, and follow on as many days before them', () => {
  const { now, before } = rangesOf({ days: 7 }, NOW_MS);
  expect(new Date(now.endMs).toISOString()).toBe('2026-11-05T00:00:00.000Z');
  expect(before.endMs).toBe(now.startMs);
  expect(now.endMs - now.startMs).toBe(before.endMs - before.startMs);
});

test('a column has one filter: another value takes its place', () => {
  const next = withCondition(STATE, { column: 'a&b', value: 'x', isNot: false });
  expect(next).toEqual([{ column: 'a&b', value: 'x', isNot: false }]);
});

test('the home has tiles of the columns that the events have', () => {
  const titles = (...columns: string[]) =>
    findTiles(columns).map(({ title, column }) => `${title}: ${column}`);
  expect(titles('region', 'type', 'TelemetryDeck.AppInfo.version', 'conversion')).toEqual([
    'Event: type',
    'App version: TelemetryDeck.AppInfo.version',
    'Country: region',
  ]);
});

test('the queries of the home are valid', () => {
  const ranges = rangesOf(FIRST, NOW_MS);
  for (const query of [
    totalsQuery(['users', 'events', 'sessions'], ranges, STATE.conditions),
    trendQuery(ranges, STATE.conditions),
    ...findTiles(['type', 'appVersion']).map((tile) => tileQuery(tile, ranges, STATE.conditions)),
  ])
    expect(parseRunQuery(query)).toMatchObject({ ok: true });
});

test('the first event of a value is requested only where it marks a release', () => {
  const ranges = rangesOf(FIRST, NOW_MS);
  const tiles = findTiles(['type', 'appVersion', 'systemVersion', 'modelName', 'region']);
  const withFirst = tiles.filter((tile) => JSON.stringify(tileQuery(tile, ranges, [])).includes('"longMin"'));
  expect(withFirst.map(({ column }) => column)).toEqual(['appVersion']);
});

test('a number of the home is that of the bucket of its period, and 0 without one', () => {
  const ranges = rangesOf(FIRST, NOW_MS);
  const bucket = { timestampMs: ranges.now.startMs, values: { users: 41.7 } };
  const total = readTotal({ kind: 'timeseries', buckets: [bucket] }, 'users', ranges);
  expect(total).toEqual({ now: 42, before: 0 });
});

test('a version is released on its first day if that is within the period and nobody had it before', () => {
  const ranges = rangesOf({ days: 7 }, NOW_MS);
  const { now, before } = ranges;
  const row = (value: string, firstMs: number) => ({ value, users: 10, first: firstMs });
  const result = {
    kind: 'topN' as const,
    buckets: [
      { timestampMs: before.startMs, rows: [row('1.0', before.startMs + 1)] },
      {
        timestampMs: now.startMs,
        rows: [
          row('1.0', now.startMs + 3),
          row('2.1', now.startMs + 2),
          row('2.0', now.startMs + 1),
          row('everywhere', now.startMs),
        ],
      },
    ],
  };
  const values = readTile(result, ranges);
  expect(values.map((each) => each.before)).toEqual([10, 0, 0, 0]);
  expect(releasesOf(values, ranges).map(({ value }) => value)).toEqual(['2.0', '2.1']);
});

test('the home draws today by the hour until now, next to the same hours of yesterday', () => {
  const ranges = rangesOf({ from: '2026-11-05', to: '2026-11-05' }, NOW_MS);
  expect(trendQuery(ranges, [])).toMatchObject({ granularity: 'hour' });
  const at = (moment: string, users: number) => ({ timestampMs: Date.parse(moment), values: { users } });
  const buckets = [at('2026-11-04T13:00:00Z', 3), at('2026-11-05T13:00:00Z', 5)];
  const trend = readTrend({ kind: 'timeseries', buckets }, ranges, NOW_MS);
  expect(trend).toHaveLength(15);
  expect(trend.slice(13)).toEqual([
    { startMs: Date.parse('2026-11-05T13:00:00Z'), now: 5, before: 3 },
    { startMs: Date.parse('2026-11-05T14:00:00Z'), now: 0, before: 0 },
  ]);
});
