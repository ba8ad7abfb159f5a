import fc from '../../support/properties.ts';
import { ResponseError } from '../../../src/text/errors.ts';
import { tabulate } from '../../../src/report/tables/tabulate.ts';
import { historyQuery, rowsQuery, totalQuery } from '../../../src/report/tables/companion-queries.ts';
import { withTotal } from '../../../src/report/tables/total.ts';
import type { Json } from '../../../src/tql/json.ts';
import {
  modelQuery,
  modelsWith,
  timeseriesOf,
  topNOf,
  groupsOf,
  usersQuery,
} from '../../support/table-queries.ts';
import { asQuery } from '../../support/as-query.ts';
import type { Query } from '../../../src/tql/query.ts';

const two = topNOf(
  { modelName: 'a', people: 6, count: 6, m: 6 },
  { modelName: 'b', people: 3, count: 3, m: 3 },
);

describe('totalQuery', () => {
  test('totalQuery gives the same query as one bucket, with its aggregation named', () => {
    const query = modelsWith({
      aggregations: [{ type: 'longSum', name: 'other', fieldName: 'x' }, { type: 'userCount' }],
      postAggregations: [{ type: 'constant', name: 'c', value: 1 }],
      metric: { type: 'numeric', metric: 'Users' },
      context: { timezone: 'Europe/Berlin' },
      virtualColumns: [],
      unknownKey: true,
    });
    const table = tabulate(
      query,
      topNOf({ modelName: 'a', Users: 6, other: 1, c: 1 }, { modelName: 'b', Users: 3, other: 1, c: 1 }),
      null,
    );
    expect(totalQuery(query, table)).toEqual({
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'userCount', name: 'Users' }],
      dataSource: 'com.example',
      filter: modelQuery['filter'],
      relativeIntervals: modelQuery['relativeIntervals'],
      context: { timezone: 'Europe/Berlin' },
      virtualColumns: [],
      unknownKey: true,
    });
  });

  test('totalQuery names the specification’s unnamed eventCount as its rows do', () => {
    const query = modelsWith({ threshold: 2 });
    expect(totalQuery(query, tabulate(query, two, null))).toMatchObject({
      aggregations: [{ type: 'eventCount', name: 'count' }],
    });
  });

  test('totalQuery drops the order, the limit and the having of a groupBy', () => {
    const query: Query = {
      queryType: 'groupBy',
      dimensions: ['modelName'],
      having: { type: 'greaterThan', aggregation: 'count', value: 1 },
      limit: 50,
      aggregations: [{ type: 'count', name: 'count' }],
    };
    const table = tabulate(query, groupsOf({ modelName: 'a', count: 6 }), null);
    expect(table.total).toBeNull();
    expect(totalQuery(query, table)).toEqual({
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'count', name: 'count' }],
    });
  });

  const ordered = (aggregation: Readonly<Record<string, Json>>) => ({
    aggregations: [{ ...aggregation, name: 'm' }],
    metric: { type: 'numeric', metric: 'm' },
  });
  const filtered = (aggregator: Readonly<Record<string, Json>>) => ({
    type: 'filtered',
    filter: { type: 'selector', dimension: 'type', value: 'x' },
    aggregator,
  });

  test.each<[string, Readonly<Record<string, Json>>, 'sum' | 'asked' | 'none']>([
    ['eventCount', { type: 'eventCount' }, 'sum'],
    ['count', { type: 'count' }, 'sum'],
    ['doubleSum', { type: 'doubleSum', fieldName: 'x' }, 'sum'],
    ['filtered eventCount', filtered({ type: 'eventCount' }), 'sum'],
    ['filtered filtered count', filtered(filtered({ type: 'count', name: 'inner' })), 'sum'],
    ['userCount', { type: 'userCount' }, 'asked'],
    ['filtered userCount', filtered({ type: 'userCount' }), 'asked'],
    ['doubleMean', { type: 'doubleMean', fieldName: 'x' }, 'asked'],
    ['doubleMax', { type: 'doubleMax', fieldName: 'x' }, 'none'],
    ['filtered doubleMin', filtered({ type: 'doubleMin', fieldName: 'x' }), 'none'],
    ['an unknown type', { type: 'median', fieldName: 'x' }, 'none'],
  ])(
    'the total of a table is summed, requested or unknown, depending on its aggregation: %s',
    (_, aggregation, how) => {
      const query = modelsWith(ordered(aggregation));
      const table = tabulate(query, two, null);
      expect(table.total).toBe(how === 'sum' ? 9 : null);
      expect(totalQuery(query, table) === null).toBe(how !== 'asked');
      const cut = modelsWith({ ...ordered(aggregation), threshold: 2 });
      const cutTable = tabulate(cut, two, null);
      expect(cutTable.total).toBeNull();
      expect(totalQuery(cut, cutTable) === null).toBe(how === 'none');
    },
  );

  test('totalQuery gives no query for a post-aggregation', () => {
    const query = modelsWith({
      postAggregations: [{ type: 'arithmetic', name: 'm' }],
      metric: { type: 'numeric', metric: 'm' },
      threshold: 2,
    });
    expect(totalQuery(query, tabulate(query, two, null))).toBeNull();
  });

  test('totalQuery gives no query for a complete table of one row', () => {
    const table = tabulate(usersQuery, topNOf({ modelName: 'a', people: 7 }), null);
    expect(table).toMatchObject({ total: 7, rows: [{ share: 1 }] });
    expect(totalQuery(usersQuery, table)).toBeNull();
    expect(tabulate(usersQuery, topNOf(), null)).toMatchObject({ total: 0 });
  });

  test.each(['rate', 'smallest'])(
    'totalQuery gives no query for the one bucket of a timeseries, which is the total of %s',
    (metric) => {
      const query: Query = {
        queryType: 'timeseries',
        granularity: 'all',
        aggregations: [{ type: 'longMin', name: 'smallest', fieldName: 'floatValue' }],
        postAggregations: [{ type: 'constant', name: 'rate', value: 0.25 }],
      };
      const table = tabulate(query, timeseriesOf({ smallest: 3, rate: 0.25 }), metric);
      expect(table).toMatchObject({ total: metric === 'rate' ? 0.25 : 3, rows: [{ share: null }] });
      expect(totalQuery(query, table)).toBeNull();
      expect(
        totalQuery(
          { ...query, granularity: 'day' },
          tabulate({ ...query, granularity: 'day' }, timeseriesOf({ smallest: 3, rate: 0.25 }), metric),
        ),
      ).toBeNull();
    },
  );

  test('totalQuery gives a query for the distinct users of a timeseries of several buckets', () => {
    const query: Query = {
      queryType: 'timeseries',
      granularity: 'day',
      aggregations: [{ type: 'userCount' }],
      limit: 30,
      descending: true,
    };
    const table = tabulate(query, timeseriesOf({ Users: 3 }, { Users: 4 }), null);
    expect(totalQuery(query, table)).toEqual({
      queryType: 'timeseries',
      granularity: 'all',
      aggregations: [{ type: 'userCount', name: 'Users' }],
    });
  });

  test('totalQuery gives a query for a table that does not begin with the first row', () => {
    const offset: Query = {
      queryType: 'groupBy',
      dimensions: ['modelName'],
      aggregations: [{ type: 'count', name: 'count' }],
      offset: 1,
    };
    const later = modelsWith({
      metric: { type: 'dimension', previousStop: 'a' },
      aggregations: [{ type: 'count', name: 'count' }],
    });
    for (const [query, result] of [
      [offset, groupsOf({ modelName: 'b', count: 3 })],
      [later, topNOf({ modelName: 'b', count: 3 })],
    ] as const) {
      const table = tabulate(query, result, null);
      expect(table.total).toBeNull();
      expect(totalQuery(query, table)).toMatchObject({ granularity: 'all' });
    }
  });

  test('totalQuery copies no hostile key into a prototype', () => {
    const query = { ...(JSON.parse('{"__proto__":{"x":1}}') as Record<string, Json>), ...usersQuery };
    const companion = totalQuery(query, tabulate(query, two, null));
    expect(companion).not.toHaveProperty('x');
    expect(JSON.stringify(companion)).toContain('"__proto__":{"x":1}');
  });
});

describe('withTotal', () => {
  const table = tabulate(usersQuery, two, null);

  test('withTotal fills total and shares', () => {
    const filled = withTotal(usersQuery, table, timeseriesOf({ people: 8 }));
    expect(filled).toMatchObject({
      total: 8,
      rows: [
        { value: 6, share: 0.75 },
        { value: 3, share: 0.375 },
      ],
    });
  });

  test('withTotal takes the only number if it has another name', () => {
    expect(withTotal(usersQuery, table, timeseriesOf({ Users: 8 })).total).toBe(8);
    expect(withTotal(usersQuery, table, timeseriesOf({ a: 8, b: 9 })).total).toBeNull();
  });

  test.each([
    ['nothing', timeseriesOf()],
    ['null', timeseriesOf({ people: null })],
    ['infinity', timeseriesOf({ people: 'Infinity' })],
  ])('withTotal gives no total for %s', (_, result) => {
    expect(withTotal(usersQuery, table, result)).toMatchObject({
      total: null,
      rows: [{ share: null }, { share: null }],
    });
  });

  test('withTotal gives a mean no shares', () => {
    const query = modelsWith({
      aggregations: [{ type: 'doubleMean', name: 'm', fieldName: 'x' }],
      metric: { type: 'numeric', metric: 'm' },
    });
    const filled = withTotal(query, tabulate(query, two, null), timeseriesOf({ m: 4.1 }));
    expect(filled).toMatchObject({ total: 4.1, rows: [{ share: null }, { share: null }] });
  });

  test('withTotal gives a row of a sum the same share whatever other rows are negative, or beyond a cut-off', () => {
    const query = modelsWith({
      aggregations: [{ type: 'doubleSum', name: 'm', fieldName: 'x' }],
      metric: { type: 'numeric', metric: 'm' },
      threshold: 2,
    });
    const result = topNOf({ modelName: 'a', m: 50 }, { modelName: 'b', m: 30 });
    const sums = tabulate(query, result, null);
    expect(sums.cutOff).toBe(true);
    expect(withTotal(query, sums, timeseriesOf({ m: 60 })).rows).toMatchObject([
      { share: 50 / 60 },
      { share: 0.5 },
    ]);
    // A row that is more than all, or negative, has no share.
    expect(withTotal(query, sums, timeseriesOf({ m: 40 })).rows).toMatchObject([
      { share: null },
      { share: 0.75 },
    ]);
    expect(withTotal(query, sums, timeseriesOf({ m: 100 })).rows).toMatchObject([
      { share: 0.5 },
      { share: 0.3 },
    ]);
  });

  test('withTotal gives a share of at most 1 to an estimate', () => {
    expect(withTotal(usersQuery, table, timeseriesOf({ people: 5.9 })).rows[0]?.share).toBe(1);
  });

  test('withTotal refuses another kind of result', () => {
    expect(() => withTotal(usersQuery, table, two)).toThrow(ResponseError);
  });
});

describe('historyQuery', () => {
  const table = tabulate(modelQuery, two, null);

  test('historyQuery requests only a ranking’s rows, without its order and limit', () => {
    expect(historyQuery(modelQuery, table, table.rows)).toEqual({
      queryType: 'groupBy',
      granularity: 'all',
      dataSource: 'com.example',
      dimensions: [{ dimension: 'modelName', outputName: 'modelName', type: 'default' }],
      aggregations: [{ type: 'eventCount', name: 'count' }],
      filter: {
        type: 'and',
        fields: [modelQuery['filter'], { type: 'in', dimension: 'modelName', values: ['a', 'b'] }],
      },
      relativeIntervals: modelQuery['relativeIntervals'],
    });
  });

  test.each([
    ['no rows', modelQuery, table, []],
    ['no metric', modelQuery, { ...table, metric: null }, table.rows],
    ['no dimension', asQuery({ queryType: 'groupBy', granularity: 'day' }), table, table.rows],
    ['no ranking', asQuery({ queryType: 'timeseries', granularity: 'day' }), table, table.rows],
  ])('historyQuery asks for nothing if there is %s', (_, query, ofQuery, rows) => {
    expect(historyQuery(query, ofQuery, rows)).toBeNull();
  });
});

describe('rowsQuery', () => {
  test.each<[string, Readonly<Record<string, Json>>, boolean]>([
    ['all', { granularity: 'all' }, false],
    ['{type: all}', { granularity: { type: 'all' } }, false],
    ['day', { granularity: 'day' }, true],
    ['a period', { granularity: { type: 'period', period: 'P1W' } }, true],
    ['a timeseries by day', { granularity: 'day', queryType: 'timeseries' }, false],
    ['a groupBy by day', { granularity: 'day', queryType: 'groupBy' }, true],
  ])(
    'rowsQuery requests whole rows only if the query divides them into buckets: %s',
    (_, changes, isAsked) => {
      const query = modelsWith(changes);
      expect(rowsQuery(query)).toEqual(isAsked ? { ...query, granularity: 'all' } : null);
    },
  );
});

describe('for any complete table of counts', () => {
  const counts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 200 });
  const query = modelsWith({ threshold: 1000 });

  test('shares add up to 1, values to the total, and rows keep their order', () => {
    fc.assert(
      fc.property(counts, (values) => {
        const table = tabulate(
          query,
          topNOf(...values.map((count, i) => ({ modelName: `m${i}`, count }))),
          null,
        );
        let sum = 0n;
        for (const value of values) sum += BigInt(value);
        expect(table.total).toBe(Number(sum));
        expect(table.rows.map((row) => row.value)).toEqual(values);
        expect(table.rows.map((row) => row.rank)).toEqual(values.map((__, i) => i + 1));
        expect(table.rows.map((row) => row.key)).toEqual(values.map((__, i) => `m${i}`));
        const shares = table.rows.map((row) => row.share);
        if (sum === 0n) expect(new Set(shares)).toEqual(new Set([null]));
        else expect(shares.reduce<number>((all, share) => all + (share ?? NaN), 0)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('values are finite or null and shares between 0 and 1, whatever the rows hold', () => {
    const cell = fc.oneof(
      fc.double(),
      fc.constantFrom('Infinity', '-Infinity', 'NaN', 'text', null, true),
      fc.constant([1, 2]),
    );
    const query = modelsWith({
      aggregations: [{ type: 'doubleSum', fieldName: 'x', name: 'count' }],
      threshold: 1000,
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const rows = cells.map((count, i) => ({ modelName: `m${i}`, count }));
        const table = tabulate(query, topNOf(...rows), null);
        expect(JSON.parse(JSON.stringify(table.rows.map((row) => row.value)))).toEqual(
          table.rows.map((row) => (row.value === 0 ? 0 : row.value)),
        );
        for (const { share } of table.rows) if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
        if (table.total !== null) expect(Number.isFinite(table.total)).toBe(true);
      }),
    );
  });
});

test('a total of empty buckets is 0 events, however the service answers, and unknown for other sums', () => {
  const empty = timeseriesOf({ n: null }, { n: null });
  const of = (aggregation: Json) =>
    asQuery({ queryType: 'timeseries', granularity: 'day', aggregations: [aggregation] });
  expect(tabulate(of({ type: 'eventCount', name: 'n' }), empty, null).total).toBe(0);
  expect(
    tabulate(of({ type: 'doubleSum', name: 'n', fieldName: 'floatValue' }), empty, null).total,
  ).toBeNull();
});
