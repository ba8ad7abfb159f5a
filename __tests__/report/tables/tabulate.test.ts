import { ResponseError } from '../../../src/text/errors.ts';
import { tabulate } from '../../../src/report/tables/tabulate.ts';
import type { Json } from '../../../src/tql/json.ts';
import type { ResultRow } from '../../../src/tql/result.ts';
import {
  DAY_MS,
  groupsOf,
  modelQuery,
  modelsWith,
  OCTOBER_5_MS,
  timeseriesOf,
  topNOf,
} from '../../support/table-queries.ts';
import { asQuery } from '../../support/as-query.ts';
import type { Query } from '../../../src/tql/query.ts';

test('a topN shares ranks between rows without an event that its filtered count counts, null or 0', () => {
  const crashes = {
    type: 'filtered',
    name: 'crashes',
    filter: { type: 'selector', dimension: 'type', value: 'crash' },
    aggregator: { type: 'eventCount', name: 'crashes' },
  };
  const metric = { type: 'numeric', metric: 'crashes' };
  const query = asQuery({ ...modelQuery, aggregations: [crashes], metric });
  const counts = [3, 0, null, null];
  const result = topNOf(...counts.map((each, index) => ({ crashes: each, modelName: `m${index}` })));
  expect(tabulate(query, result, null).rows.map(({ rank }) => rank)).toEqual([1, 2, 2, 2]);
});

test('a topN is the specification’s example, with total and shares', () => {
  const result = topNOf(
    { count: 516, modelName: 'iPhone15,3' },
    { count: 304, modelName: 'iPhone14,5' },
    { count: 180, modelName: null },
  );
  expect(tabulate(modelQuery, result, null)).toEqual({
    queryType: 'topN',
    metric: 'count',
    unit: 'events',
    dimensions: ['modelName'],
    outputs: ['count'],
    rows: [
      {
        key: 'iPhone15,3',
        parts: ['iPhone15,3'],
        value: 516,
        share: 0.516,
        rank: 1,
        values: { count: 516 },
      },
      {
        key: 'iPhone14,5',
        parts: ['iPhone14,5'],
        value: 304,
        share: 0.304,
        rank: 2,
        values: { count: 304 },
      },
      { key: 'null', parts: [null], value: 180, share: 0.18, rank: 3, values: { count: 180 } },
    ],
    total: 1000,
    cutOff: false,
    firstBucketMs: OCTOBER_5_MS,
  });
});

test('a topN is cut off if it holds as many rows as its threshold, and then its rows do not tell the total', () => {
  const rows = Array.from({ length: 10 }, (_, i) => ({ modelName: `m${i}`, count: 10 - i }));
  expect(tabulate(modelQuery, topNOf(...rows), null)).toMatchObject({
    cutOff: true,
    total: null,
    rows: rows.map(() => ({ share: null })),
  });
  expect(tabulate(modelQuery, topNOf(...rows.slice(1)), null)).toMatchObject({ cutOff: false, total: 45 });
});

test('a topN keeps rows of several buckets with one key apart', () => {
  const result = {
    kind: 'topN' as const,
    buckets: [
      { timestampMs: OCTOBER_5_MS, rows: [{ modelName: 'a', count: 1 }] },
      { timestampMs: OCTOBER_5_MS + DAY_MS, rows: [] },
      { timestampMs: OCTOBER_5_MS + 2 * DAY_MS, rows: [{ modelName: 'a', count: 3 }] },
    ],
  };
  const table = tabulate(modelsWith({ granularity: 'day' }), result, null);
  expect(table.rows.map((row) => row.key)).toEqual(['2026-10-05T00:00:00Z / a', '2026-10-07T00:00:00Z / a']);
  expect(table.total).toBe(4);
});

test('a topN finds a dimension that has another name in the rows', () => {
  const table = tabulate(modelQuery, topNOf({ model: 'a', count: 1 }, { model: null, count: 1 }), null);
  expect(table).toMatchObject({
    dimensions: ['model'],
    outputs: ['count'],
    rows: [{ key: 'a' }, { key: 'null' }],
  });
});

test('a topN without rows is an empty table', () => {
  expect(tabulate(modelQuery, topNOf(), null)).toEqual({
    queryType: 'topN',
    metric: 'count',
    unit: 'events',
    dimensions: ['modelName'],
    outputs: ['count'],
    rows: [],
    total: 0,
    cutOff: false,
    firstBucketMs: null,
  });
  expect(tabulate({ queryType: 'topN' }, { kind: 'topN', buckets: [] }, null)).toMatchObject({
    metric: null,
    rows: [],
    total: null,
  });
});

test.each<[string, Json, string]>([
  ['a number', 7, '7'],
  ['a boolean', true, 'true'],
  ['several values', ['a', null, 2], 'a, null, 2'],
  ['empty text', '', ''],
])('a topN writes %s as a key', (_, value, key) => {
  const table = tabulate(modelQuery, topNOf({ modelName: value as ResultRow[string], count: 1 }), null);
  expect(table.rows[0]).toMatchObject({ key, parts: [key] });
});

describe('a metric', () => {
  const both = [{ type: 'eventCount' }, { type: 'userCount' }];
  const named = [
    { type: 'eventCount', name: 'opens' },
    { type: 'userCount', name: 'people' },
  ];
  const row = { modelName: 'a', Events: 9, Users: 4 };
  const inverted = {
    type: 'inverted',
    metric: { type: 'inverted', metric: { type: 'numeric', metric: 'people' } },
  };

  test.each<[string, Readonly<Record<string, Json>>, ResultRow, string | null, string, string]>([
    [
      'the one a topN is ordered by',
      { aggregations: named, metric: { type: 'numeric', metric: 'people' } },
      { modelName: 'a', opens: 9, people: 4 },
      null,
      'people',
      'users',
    ],
    [
      'that through inverted',
      { aggregations: named, metric: inverted },
      { modelName: 'a', opens: 9, people: 4 },
      null,
      'people',
      'users',
    ],
    [
      'the first aggregation, for an order by dimension',
      { aggregations: named, metric: { type: 'dimension', ordering: 'numeric' } },
      { modelName: 'a', opens: 9, people: 4 },
      null,
      'opens',
      'events',
    ],
    [
      'the one wanted',
      { aggregations: both, metric: { type: 'numeric', metric: 'Events' } },
      row,
      'Users',
      'Users',
      'users',
    ],
    [
      'the default name where the query says another',
      {},
      { modelName: 'a', Events: 9, other: 2 },
      null,
      'Events',
      'events',
    ],
    [
      'the only number',
      {
        aggregations: [{ type: 'longSum', name: 'sum', fieldName: 'x' }],
        metric: { type: 'numeric', metric: 'sum' },
      },
      { modelName: 'a', hits: 9 },
      null,
      'hits',
      'other',
    ],
    [
      'the name of a filtered aggregation',
      {
        aggregations: [{ type: 'filtered', name: 'f', filter: {}, aggregator: { type: 'userCount' } }],
        metric: { type: 'numeric', metric: 'f' },
      },
      { modelName: 'a', f: 2 },
      null,
      'f',
      'users',
    ],
    [
      'the service’s form of an eventCount',
      { aggregations: [{ type: 'longSum', name: 'count', fieldName: 'count' }] },
      { modelName: 'a', count: 2 },
      null,
      'count',
      'events',
    ],
    [
      'a sketch of something else',
      { aggregations: [{ type: 'thetaSketch', name: 'count', fieldName: 'sessionID' }] },
      { modelName: 'a', count: 2 },
      null,
      'count',
      'other',
    ],
    [
      'a hidden one, if wanted',
      { aggregations: named },
      { modelName: 'a', opens: 1, _inner: 3 },
      '_inner',
      '_inner',
      'other',
    ],
  ])('a metric is %s', (_, changes, values, wanted, metric, unit) => {
    const result = changes['queryType'] === 'groupBy' ? groupsOf(values) : topNOf(values);
    const table = tabulate(modelsWith(changes), result, wanted);
    expect(table).toMatchObject({ metric, unit });
    expect(table.rows[0]?.value).toBe(values[metric]);
  });

  test('a metric comes with the outputs in the query’s order, without internal ones', () => {
    const table = tabulate(
      modelsWith({ aggregations: named, postAggregations: [{ type: 'expression', name: 'ratio' }] }),
      topNOf({ ratio: 2, people: 4, extra: 'x', modelName: 'a', opens: 9, _hidden: 1 }),
      'people',
    );
    expect(table.outputs).toEqual(['opens', 'people', 'ratio', 'extra']);
    expect(table.rows[0]?.values).toEqual({ ratio: 2, people: 4, extra: 'x', opens: 9, _hidden: 1 });
  });

  test.each<[string, ResultRow, string | null, RegExp]>([
    [
      'that is wanted and is not there',
      row,
      'Visits',
      /^The metric "Visits" is not among the outputs of the answer's rows: they hold "Events", "Users"\.$/,
    ],
    [
      'that is only nearly there',
      { modelName: 'a', Users: 3 },
      'users',
      /"users" is not among .* they hold "Users"/,
    ],
    [
      'that could be any',
      { modelName: 'a', x: 1, y: 2 },
      null,
      /hold no output "count".*they hold "x", "y"\. Name the one to report with `metric`/,
    ],
    ['in rows without numbers', { modelName: 'a' }, null, /hold no number\. Give the query an aggregation/],
  ])('%s is an error', (_, values, wanted, message) => {
    expect(() => tabulate(modelQuery, topNOf(values), wanted)).toThrow(ResponseError);
    expect(() => tabulate(modelQuery, topNOf(values), wanted)).toThrow(message);
  });

  test('a metric is found safely among hostile names', () => {
    const values = JSON.parse('{"modelName":"a","__proto__":1,"constructor":2}') as ResultRow;
    expect(() => tabulate(modelQuery, topNOf(values), 'toString')).toThrow(/"toString" is not among/);
    expect(tabulate(modelQuery, topNOf(values), 'constructor').rows[0]?.value).toBe(2);
    expect(tabulate(modelQuery, topNOf(values), '__proto__').rows[0]?.value).toBe(1);
  });

  test('a metric that is missing is reported with at most ten others', () => {
    const values = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'o'.repeat(100)}${i}`, i]));
    expect(() => tabulate(modelQuery, topNOf(values), 'x')).toThrow(/…" and 490 more\.$/);
  });
});

describe('a timeseries', () => {
  const query: Query = {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'eventCount' }],
  };

  test('a timeseries has a row for each bucket, in the order of the answer', () => {
    const table = tabulate(
      query,
      timeseriesOf({ Events: 3 }, { Events: 0 }, { Events: null }, { Events: 1 }),
      null,
    );
    expect(table).toMatchObject({
      metric: 'Events',
      unit: 'events',
      dimensions: [],
      outputs: ['Events'],
      total: 4,
      firstBucketMs: OCTOBER_5_MS,
    });
    expect(table.rows.map(({ key, parts, value, share, rank }) => [key, parts, value, share, rank])).toEqual([
      ['2026-10-05T00:00:00Z', ['2026-10-05T00:00:00Z'], 3, 0.75, 1],
      ['2026-10-06T00:00:00Z', ['2026-10-06T00:00:00Z'], 0, 0, 2],
      ['2026-10-07T00:00:00Z', ['2026-10-07T00:00:00Z'], 0, 0, 3],
      ['2026-10-08T00:00:00Z', ['2026-10-08T00:00:00Z'], 1, 0.25, 4],
    ]);
  });

  test.each([
    ['events', { type: 'eventCount', name: 'n' }, { n: null }, 0],
    ['filtered events', { type: 'filtered', aggregator: { type: 'eventCount', name: 'n' } }, { n: null }, 0],
    ['a sum', { type: 'doubleSum', name: 'n', fieldName: 'x' }, { n: null }, null],
    ['a mean', { type: 'doubleMean', name: 'n', fieldName: 'x' }, { n: null }, null],
    ['an event count that is not a number', { type: 'eventCount', name: 'n' }, { n: 'NaN' }, null],
    ['events that are left out', { type: 'eventCount', name: 'n' }, {}, null],
  ])(
    'a timeseries of %s has 0 for a count of nothing and null for a sum of nothing',
    (_, aggregation, values, expected) => {
      const table = tabulate(
        asQuery({ ...query, aggregations: [aggregation] }),
        timeseriesOf({ n: 3 }, values),
        null,
      );
      expect(table.rows.map(({ value }) => value)).toEqual([3, expected]);
    },
  );

  test('a timeseries in descending order has the earliest bucket as its first', () => {
    const { buckets } = timeseriesOf({ Events: 3 }, { Events: 1 });
    const table = tabulate(
      { ...query, descending: true },
      { kind: 'timeseries', buckets: buckets.toReversed() },
      null,
    );
    expect(table.firstBucketMs).toBe(OCTOBER_5_MS);
    expect(table.rows[0]?.key).toBe('2026-10-06T00:00:00Z');
  });

  test('a timeseries treats infinities and NaN as unknown values', () => {
    const table = tabulate(
      { ...query, aggregations: [{ type: 'doubleSum', name: 'n', fieldName: 'x' }] },
      timeseriesOf({ n: 'Infinity' }, { n: 'NaN' }, { n: 1.5 }),
      null,
    );
    expect(table.rows.map((row) => row.value)).toEqual([null, null, 1.5]);
    expect(table.total).toBeNull();
    expect(table.rows[0]?.values).toEqual({ n: 'Infinity' });
  });

  test('a timeseries is cut off at its limit', () => {
    expect(tabulate({ ...query, limit: 2 }, timeseriesOf({ Events: 3 }, { Events: 1 }), null)).toMatchObject({
      cutOff: true,
      total: null,
    });
    expect(tabulate({ ...query, limit: 0 }, timeseriesOf(), null)).toMatchObject({ cutOff: false });
  });
});

describe('a groupBy', () => {
  const dimensions = [
    { type: 'default', dimension: 'os', outputName: 'OS' },
    { type: 'default', dimension: 'model', outputName: 'Model' },
  ];
  const query = asQuery({
    queryType: 'groupBy',
    granularity: 'all',
    aggregations: [{ type: 'count', name: 'n' }],
    dimensions,
  });

  test('a groupBy joins its dimensions', () => {
    const table = tabulate(
      query,
      groupsOf({ OS: 'iOS', Model: null, n: 1 }, { OS: 'a / b', Model: 'M', n: 3 }),
      null,
    );
    expect(table.dimensions).toEqual(['OS', 'Model']);
    expect(table.rows.map(({ key, parts, share }) => [key, parts, share])).toEqual([
      ['iOS / null', ['iOS', null], 0.25],
      ['a / b / M', ['a / b', 'M'], 0.75],
    ]);
  });

  test('a groupBy without dimensions is one row under its bucket', () => {
    expect(tabulate(asQuery({ ...query, dimensions: [] }), groupsOf({ n: 7 }), null)).toMatchObject({
      rows: [{ key: '2026-10-05T00:00:00Z', value: 7, share: 1 }],
      total: 7,
    });
  });
});

describe('a scan', () => {
  const query = { queryType: 'scan', limit: 2 } as const;
  const result = {
    kind: 'scan' as const,
    columns: ['__time', 'type'],
    events: [
      { __time: 1, type: 'a' },
      { __time: 2, type: null },
    ],
  };

  test('a scan has a row for each event, with its place as the key', () => {
    expect(tabulate(query, result, null)).toEqual({
      queryType: 'scan',
      metric: null,
      unit: 'other',
      dimensions: [],
      outputs: ['__time', 'type'],
      rows: [
        { key: '1', parts: ['1'], value: null, share: null, rank: 1, values: { __time: 1, type: 'a' } },
        { key: '2', parts: ['2'], value: null, share: null, rank: 2, values: { __time: 2, type: null } },
      ],
      total: null,
      cutOff: true,
      firstBucketMs: null,
    });
  });

  test('a scan has no metric', () => {
    expect(() => tabulate(query, result, 'type')).toThrow(/counts nothing/);
  });
});
