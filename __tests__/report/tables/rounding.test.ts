import fc from '../../support/properties.ts';
import { groupsOf, modelsWith, timeseriesOf, topNOf } from '../../support/table-queries.ts';
import { aggregationsOf } from '../../../src/report/tables/aggregations.ts';
import { totalsQuery } from '../../../src/report/tables/companion-queries.ts';
import { countedBy } from '../../../src/report/tables/rounding/counted.ts';
import { roundResult } from '../../../src/report/tables/rounding/result.ts';
import { roundCount, type RoundedBy } from '../../../src/report/tables/rounding/row.ts';
import { withGroupSizes } from '../../../src/report/tables/rounding/sizes.ts';
import { tabulate } from '../../../src/report/tables/tabulate.ts';
import { withTotal } from '../../../src/report/tables/total.ts';
import type { Json } from '../../../src/tql/json.ts';
import type { Query } from '../../../src/tql/query.ts';
import type { QueryResult, ResultRow } from '../../../src/tql/result.ts';

const EVENTS = { type: 'eventCount', name: 'count' } as const;
const USERS = { type: 'userCount', name: 'Users' } as const;
const CRASHES = {
  type: 'filtered',
  name: 'crashes',
  filter: {},
  aggregator: { type: 'eventCount', name: 'crashes' },
};
const MEAN = { type: 'doubleMean', name: 'mean', fieldName: 'floatValue' };
const models = (aggregations: readonly Json[], more: Readonly<Record<string, Json>> = {}): Query =>
  modelsWith({ aggregations, filter: {}, ...more });
/** Rounds without offsets, or with one for all counts. */
const by = (size: number, offset = 0): RoundedBy => ({
  size,
  round: (count) => roundCount(count, size, offset),
});
const rowsOf = (query: Query, result: QueryResult, size = 10): readonly ResultRow[] => {
  const rounded = roundResult(withGroupSizes(query), result, by(size));
  return rounded.kind === 'topN'
    ? (rounded.buckets[0]?.rows ?? [])
    : rounded.kind === 'groupBy'
      ? rounded.rows.map(({ event }) => event)
      : [];
};
const plain = (rows: readonly ResultRow[]): unknown[] => rows.map((row) => ({ ...row }));
const model = (modelName: string, values: ResultRow): ResultRow => ({ modelName, ...values });

test('counts are rounded to multiples of the group size, and rows of which nothing is left are left out', () => {
  const query = models([EVENTS]);
  const result = topNOf(model('a', { count: 57 }), model('b', { count: 10 }), model('c', { count: 9 }));
  expect(plain(rowsOf(query, result))).toEqual([
    { modelName: 'a', count: 50 },
    { modelName: 'b', count: 10 },
  ]);
  const offset = roundResult(query, result, by(10, 8));
  expect(offset.kind === 'topN' && plain(offset.buckets[0]?.rows ?? [])).toEqual([
    { modelName: 'a', count: 40 },
  ]);
});

test('counts are shown as N·⌊(count − t)/N⌋, and as 0 below', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.integer({ min: 2, max: 50 }), fc.nat(49), (count, size, drawn) => {
      const [t, shown] = [drawn % size, roundCount(count, size, drawn % size)];
      expect(shown % size).toBe(0);
      expect(shown).toBe(Math.max(0, size * Math.floor((count - t) / size)));
      if (count < size) expect(shown).toBe(0);
      expect(count - shown).toBeLessThanOrEqual(2 * size - 2);
    }),
  );
});

test('counts of rows that are not of the metric are folded, too, and the total is asked for', () => {
  const query = models([EVENTS, CRASHES], { metric: { type: 'numeric', metric: 'crashes' } });
  const result = topNOf(model('a', { count: 57, crashes: 12 }), model('b', { count: 40, crashes: 9 }));
  const table = tabulate(query, roundResult(query, result, by(10)), null);
  expect([table.rows.map(({ key }) => key), table.total, table.roundedTo]).toEqual([['a'], null, 10]);
  expect(withTotal(query, table, timeseriesOf({ crashes: 20 })).rows[0]?.share).toBe(0.5);
});

test('counts never make a share of more than 1', () => {
  const table = tabulate(
    models([EVENTS]),
    roundResult(models([EVENTS]), topNOf(model('a', { count: 20 })), by(10)),
    null,
  );
  expect(withTotal(models([EVENTS]), table, timeseriesOf({ count: 10 })).rows[0]?.share).toBe(1);
  const steps = ['start', 'end'].map((value) => {
    return { name: value, filter: { type: 'selector', dimension: 'type', value } } as const;
  });
  const funnel = roundResult({ queryType: 'funnel', steps }, groupsOf({ '0_start': 30, '1_end': 30 }), {
    size: 10,
    round: (count, counted) => roundCount(count, 10, counted.includes('end') ? 0 : 9),
  });
  expect(
    tabulate({ queryType: 'funnel', steps: [] }, funnel, null).rows.map(({ value, share }) => [value, share]),
  ).toEqual([
    [20, 1],
    [30, 1],
  ]);
});

test('counts of a timeseries, a funnel and a retention keep their place, and 0 stands for a small one', () => {
  const days = roundResult(
    { queryType: 'timeseries', aggregations: [EVENTS] },
    timeseriesOf({ count: 25 }, { count: 9 }, { count: null }),
    by(10),
  );
  expect(days.kind === 'timeseries' && plain(days.buckets.map(({ values }) => values))).toEqual([
    { count: 20 },
    { count: 0 },
    { count: 0 },
  ]);
  const [steps] = rowsOf(
    { queryType: 'funnel', steps: [] },
    groupsOf({ '0_start': 30, '1_end': 4, _sketch: 7 }),
  );
  expect({ ...steps }).toEqual({ '0_start': 30, '1_end': 0, _sketch: null });
});

test('a rate is computed from the rounded counts, and not told if one of them is small', () => {
  const fields = [
    { type: 'fieldAccess', fieldName: 'crashes' },
    { type: 'finalizingFieldAccess', fieldName: 'Users' },
  ];
  const rate = { type: 'arithmetic', name: 'rate', fn: '/', fields };
  const query = models([USERS, CRASHES], { postAggregations: [rate], metric: 'Users' });
  const result = topNOf(
    model('a', { Users: 109, crashes: 25, rate: 25 / 109 }),
    model('b', { Users: 17, crashes: 2, rate: 2 / 17 }),
    model('c', { Users: 15, crashes: 0, rate: 0 }),
  );
  expect(plain(rowsOf(query, result))).toEqual([
    { modelName: 'a', Users: 100, crashes: 20, rate: 0.2 },
    { modelName: 'b', Users: 10, crashes: 0, rate: null },
    { modelName: 'c', Users: 10, crashes: 0, rate: null },
  ]);
});

describe('a mean', () => {
  const size = '_group_size_of_mean';

  test('a mean is asked for with the users whose values it is of, or with events if the query counts these', () => {
    const asked = (aggregations: readonly Json[]): unknown =>
      aggregationsOf(withGroupSizes(models(aggregations)));
    const hasValue = { type: 'not', field: { type: 'null', column: 'floatValue' } };
    const users = { type: 'thetaSketch', name: size, fieldName: 'clientUser' };
    const filtered = { type: 'filtered', name: size, filter: hasValue, aggregator: users };
    expect(asked([MEAN])).toEqual([MEAN, filtered]);
    expect(asked([EVENTS, USERS, MEAN])).toEqual([EVENTS, USERS, MEAN, filtered]);
    expect(asked([EVENTS, MEAN])).toEqual([
      EVENTS,
      MEAN,
      { ...filtered, aggregator: { type: 'longSum', name: size, fieldName: 'count' } },
    ]);
    expect(asked([EVENTS])).toEqual([EVENTS]);
  });

  test('a mean is shown to two digits, and only of a group that is large enough, which is not reported', () => {
    const query = models([MEAN], { metric: 'mean' });
    const result = topNOf(model('a', { mean: 4.5678, [size]: 12 }), model('b', { mean: 9, [size]: 9 }));
    const table = tabulate(query, roundResult(withGroupSizes(query), result, by(10)), null);
    expect(table.rows.map(({ key, value, values }) => [key, value, { ...values }])).toEqual([
      ['a', 4.6, { mean: 4.6 }],
    ]);
  });

  test('a mean of the whole is shown only if what the rows do not show is large enough', () => {
    const query = models([MEAN], { metric: 'mean' });
    const table = tabulate(
      query,
      roundResult(withGroupSizes(query), topNOf(model('a', { mean: 4, [size]: 20 })), by(10)),
      null,
    );
    const asked = totalsQuery(query, table, 'all');
    const total = (rest: number): number | null => {
      const whole = timeseriesOf({ mean: 4, [size]: 20 + rest, _rest_size_of_mean: rest });
      return withTotal(query, table, roundResult(withGroupSizes(asked ?? query), whole, by(10))).total;
    };
    expect(JSON.stringify(asked)).toContain(
      '{"type":"not","field":{"type":"in","dimension":"modelName","values":["a"]}}',
    );
    expect([total(0), total(9), total(10)]).toEqual([null, null, 4]);
  });
});

test('a sum is a mean of two digits times a rounded count', () => {
  const sum = { type: 'doubleSum', name: 'sum', fieldName: 'floatValue' };
  const query = models([EVENTS, sum], { metric: 'sum' });
  const result = topNOf(
    model('a', { count: 27, sum: 27 * 12.345, _group_size_of_sum: 27 }),
    model('b', { count: 40, sum: 99, _group_size_of_sum: 9 }),
  );
  expect(plain(rowsOf(query, result))).toEqual([
    { modelName: 'a', count: 20, sum: 240 },
    { modelName: 'b', count: 40, sum: null },
  ]);
});

test('a topN is ordered by its rounded numbers, and equal ones by name', () => {
  const result = topNOf(model('z', { count: 19 }), model('y', { count: 12 }), model('x', { count: 11 }));
  expect(rowsOf(models([EVENTS]), result).map(({ modelName }) => modelName)).toEqual(['x', 'y', 'z']);
});

test('a topN of fewer rows than it may show is not cut off, unless it does not begin with the largest', () => {
  const cutOff = (last: number, more: Readonly<Record<string, Json>> = {}): boolean => {
    const query = models([EVENTS], { threshold: 2, ...more });
    const result = topNOf(model('a', { count: 50 }), model('b', { count: last }));
    return tabulate(query, roundResult(query, result, by(10)), null).cutOff;
  };
  expect([cutOff(20), cutOff(9), cutOff(9, { metric: { type: 'dimension' } })]).toEqual([true, false, true]);
});

test('an experiment is tested by its rounded counts, if none is small', () => {
  const query: Query = { queryType: 'experiment' };
  const counts = {
    cohort_1: 205,
    cohort_1_success: 42,
    cohort_2: 190,
    cohort_2_success: 29,
    success: 71,
    users: 395,
  };
  const [row] = rowsOf(query, groupsOf({ ...counts, zscore: 9, pvalue: 9 }));
  // By hand: 40 of 200 against 20 of 190.
  expect(row?.['zscore']).toBeCloseTo(
    (0.2 - 20 / 190) / Math.sqrt(0.16 / 200 + ((20 / 190) * (170 / 190)) / 190),
    12,
  );
  expect(row?.['pvalue']).toBeCloseTo(0.0084913, 6);
  const [small] = rowsOf(query, groupsOf({ ...counts, cohort_2_success: 9, zscore: 9, pvalue: 9 }));
  expect([small?.['zscore'], small?.['pvalue']]).toEqual([null, null]);
});

test('what is not understood is not told: ranks, expressions, and every event of a scan', () => {
  const posts = [
    { type: 'expression', name: 'e', expression: 'count * 2' },
    {
      type: 'quantilesDoublesSketchToRank',
      name: 'r',
      field: { type: 'fieldAccess', fieldName: 'q' },
      value: 3,
    },
  ];
  const query = models([EVENTS], { postAggregations: posts });
  const [row] = rowsOf(query, topNOf(model('a', { count: 57, e: 114, r: 0.5, other: 3 })));
  expect({ ...row }).toEqual({ modelName: 'a', count: 50, e: null, r: null, other: null });
  const scan = roundResult(
    { queryType: 'scan' },
    { kind: 'scan', columns: ['a'], events: [{ a: 1 }] },
    by(2),
  );
  expect(scan).toMatchObject({ events: [] });
});

test.each([
  ['UTC', ['2026-11-20T09:00:00.000Z', '2026-11-20T10:17:00.000Z', '2026-11-21T00:00:00.000Z']],
  ['Asia/Tokyo', ['2026-11-19T15:00:01.000Z', '2026-11-20T10:17:00.000Z', '2026-11-20T15:00:00.000Z']],
])('a period that is still running is one question all day, in %s', (timezone, ends) => {
  const asked = (end: string): string => {
    const intervals = [`2026-11-01T00:00:00.000Z/${end}`];
    const query = models([EVENTS], { context: { timezone }, intervals });
    return countedBy(query)('count', { modelName: 'a' }, Date.UTC(2026, 10, 1));
  };
  expect(new Set(ends.map(asked)).size).toBe(1);
  expect(asked('2026-11-22T00:00:00.000Z')).not.toBe(asked(ends[0] ?? ''));
});
