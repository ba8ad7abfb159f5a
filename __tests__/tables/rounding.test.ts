import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.ts';
import { groupsOf, modelsWith, timeseriesOf, topNOf } from '../support/table-queries.ts';
import { withGroupSizes } from '../../src/tables/group-sizes.ts';
import { leavesRoom, roundCount, roundWhole } from '../../src/tables/round-row.ts';
import { roundResult, withMoreRows } from '../../src/tables/rounding.ts';
import { tabulate } from '../../src/tables/tabulate.ts';
import { withTotal } from '../../src/tables/total.ts';
import type { Json } from '../../src/tql/json.ts';
import type { Query } from '../../src/tql/query.ts';
import type { QueryResult, ResultRow } from '../../src/tql/result.ts';

const EVENTS = { type: 'eventCount', name: 'count' };
const USERS = { type: 'userCount', name: 'Users' };
const CRASHES = { type: 'filtered', name: 'crashes', filter: {}, aggregator: { type: 'eventCount', name: 'crashes' } };
const MEAN = { type: 'doubleMean', name: 'mean', fieldName: 'floatValue' };
const models = (aggregations: readonly Json[], more: Readonly<Record<string, Json>> = {}): Query =>
  modelsWith({ aggregations, filter: {}, ...more });
const rowsOf = (query: Query, result: QueryResult, size = 10): readonly ResultRow[] => {
  const rounded = roundResult(withGroupSizes(query), result, size, null);
  return rounded.kind === 'topN' ? (rounded.buckets[0]?.rows ?? []) : rounded.kind === 'groupBy' ? rounded.rows.map(({ event }) => event) : []; // prettier-ignore
};
const plain = (rows: readonly ResultRow[]): unknown[] => rows.map((row) => ({ ...row }));
const model = (modelName: string, values: ResultRow): ResultRow => ({ modelName, ...values });

describe('counts', () => {
  test('are rounded down to multiples of the group size, and small rows are folded', () => {
    const query = models([EVENTS]);
    const result = topNOf(model('a', { count: 57 }), model('b', { count: 10 }), model('c', { count: 9 }));
    expect(plain(rowsOf(query, result))).toEqual([
      { modelName: 'a', count: 50 },
      { modelName: 'b', count: 10 },
    ]);
    expect(roundResult(query, result, 1, null)).toBe(result);
  });

  test('of the folded rows are told together if they reach the group size', () => {
    const total = (...small: number[]): number | null => {
      const rows = [57, ...small].map((count, i) => model(`m${i}`, { count }));
      return tabulate(models([EVENTS]), roundResult(models([EVENTS]), topNOf(...rows), 10, null), null).total;
    };
    expect([total(), total(9), total(9, 2), total(9, 9, 9)]).toEqual([50, 50, 60, 70]);
  });

  test('never make a whole for which each part must be as large as it can be', () => {
    expect(roundWhole(6, [0, 0, 0], 3)).toBe(3);
    expect(roundWhole(3, [0, 0, 0], 3)).toBe(3);
    expect(roundWhole(9, [3, 0, 0], 3)).toBe(6);
    expect(roundWhole(6, [0, 0, 0, 0], 3)).toBe(3);
    expect(roundWhole(9, [6, 3, 0], 3)).toBe(9);
    expect(roundWhole(6, [0, 0, 0], 1)).toBe(6);
  });

  test('are told as parts of a whole only if neither they nor their absence show each of them', () => {
    expect([leavesRoom(6, [0, 0, 0], 3), leavesRoom(3, [0, 0, 0], 3)]).toEqual([false, false]);
    // It may be known which of them are empty.
    expect([leavesRoom(9, [6, 0, 3], 3), leavesRoom(3, [0, 0, 0, 0, 0], 3)]).toEqual([false, false]);
    expect([leavesRoom(9, [3, 3, 3], 3), leavesRoom(6, [6, 3, 0], 3)]).toEqual([true, true]);
  });

  test('are rounded so that parts never add up to more than their whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 1 }), fc.integer({ min: 1, max: 50 }), (counts, size) => {
        const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
        expect(sum(counts.map((count) => roundCount(count, size)))).toBeLessThanOrEqual(roundCount(sum(counts), size));
      }),
    );
  });

  test('of a timeseries, a funnel and a retention keep their place, and 0 stands for fewer than the group size', () => {
    const days = roundResult(
      { queryType: 'timeseries', aggregations: [EVENTS] },
      timeseriesOf({ count: 25 }, { count: 9 }, { count: null }),
      10,
      null,
    );
    expect(days.kind === 'timeseries' && plain(days.buckets.map(({ values }) => values))).toEqual([
      { count: 20 },
      { count: 0 },
      { count: 0 },
    ]);
    const [steps] = rowsOf({ queryType: 'funnel', steps: [] }, groupsOf({ '0_start': 30, '1_end': 4, _sketch: 7 }));
    expect({ ...steps }).toEqual({ '0_start': 30, '1_end': 0, _sketch: null });
  });
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

  test('is asked for with the users whose values it is of, or with events if the query counts these', () => {
    const asked = (aggregations: readonly Json[]): unknown => withGroupSizes(models(aggregations))['aggregations'];
    const hasValue = { type: 'not', field: { type: 'null', column: 'floatValue' } };
    const users = { type: 'thetaSketch', name: size, fieldName: 'clientUser' };
    const filtered = { type: 'filtered', name: size, filter: hasValue, aggregator: users };
    expect(asked([MEAN])).toEqual([MEAN, filtered]);
    expect(asked([EVENTS, USERS, MEAN])).toEqual([EVENTS, USERS, MEAN, filtered]);
    expect(asked([EVENTS, MEAN])).toEqual([
      ...[EVENTS, MEAN],
      { ...filtered, aggregator: { type: 'longSum', name: size, fieldName: 'count' } },
    ]);
    expect(asked([EVENTS])).toEqual([EVENTS]);
    const once = withGroupSizes(models([MEAN]));
    expect(withGroupSizes(once)).toBe(once);
  });

  test('is told only of a group that is large enough, and the group is not reported', () => {
    const query = models([MEAN], { metric: 'mean' });
    const result = topNOf(model('a', { mean: 4.5, [size]: 12 }), model('b', { mean: 9, [size]: 9 }));
    const rounded = roundResult(withGroupSizes(query), result, 10, null);
    const table = tabulate(query, rounded, null);
    expect(table.rows.map(({ key, value, values }) => [key, value, { ...values }])).toEqual([
      ['a', 4.5, { mean: 4.5 }],
    ]);
  });

  test('of the whole is told only if the rows that are not shown are large enough together, or there are none', () => {
    const query = models([MEAN], { metric: 'mean' });
    const total = (...sizes: number[]): number | null => {
      const rows = sizes.map((count, i) => model(`m${i}`, { mean: 4, [size]: count }));
      const table = tabulate(query, roundResult(withGroupSizes(query), topNOf(...rows), 10, null), null);
      const whole = timeseriesOf({ mean: 4, [size]: sizes.reduce((a, b) => a + b, 0) });
      return withTotal(query, table, whole).total;
    };
    expect([total(20, 15), total(20, 9), total(20, 9, 8)]).toEqual([4, null, 4]);
  });
});

test('a topN is ordered by its rounded numbers, and equal ones by name', () => {
  const result = topNOf(model('z', { count: 19 }), model('y', { count: 12 }), model('x', { count: 11 }));
  expect(rowsOf(models([EVENTS]), result).map(({ modelName }) => modelName)).toEqual(['x', 'y', 'z']);
});

test('the rounded numbers choose the rows of a topN, which is asked for more of them', () => {
  const query = models([EVENTS], { threshold: 1 });
  const asked = withMoreRows(query);
  const firstOf = (...rows: Parameters<typeof topNOf>): unknown => {
    const rounded = roundResult(asked, topNOf(...rows), 10, null, query['threshold']);
    const { rows: shown, cutOff } = tabulate(query, rounded, null);
    return [shown.map(({ key }) => key), cutOff];
  };
  expect(asked['threshold']).toBe(1000);
  expect(firstOf(model('z', { count: 19 }), model('y', { count: 12 }))).toEqual([['y'], true]);
  expect(firstOf(model('z', { count: 19 }), model('y', { count: 9 }))).toEqual([['z'], false]);
  expect(withMoreRows({ ...query, granularity: 'day' })['threshold']).toBe(100);
  expect(withMoreRows({ ...query, threshold: 2000 })['threshold']).toBe(2000);
});

test('a cut-off topN whose last rows are small holds every row that is not', () => {
  const cutOff = (last: number, more: Readonly<Record<string, Json>> = {}): boolean => {
    const query = models([EVENTS], { threshold: 2, ...more });
    const result = topNOf(model('a', { count: 50 }), model('b', { count: last }));
    return tabulate(query, roundResult(query, result, 10, null), null).cutOff;
  };
  expect([cutOff(20), cutOff(9), cutOff(9, { metric: { type: 'dimension' } })]).toEqual([true, false, true]);
});

test('a row that passes a condition on a small number is folded, since it would tell that number', () => {
  const query = (having: Json): Query => ({
    ...{ queryType: 'groupBy', dimensions: ['modelName'], aggregations: [USERS, CRASHES], having },
  });
  const result = groupsOf(model('a', { Users: 40, crashes: 2 }), model('b', { Users: 40, crashes: 12 }));
  const keys = (having: Json): unknown[] => rowsOf(query(having), result).map(({ modelName }) => modelName);
  expect(keys({ type: 'greaterThan', aggregation: 'crashes', value: 1 })).toEqual(['b']);
  expect(keys({ type: 'dimSelector', dimension: 'modelName', value: 'a' })).toEqual(['a', 'b']);
});

test('an experiment is tested by its rounded counts, if none is small', () => {
  const query: Query = { queryType: 'experiment' };
  const counts = { cohort_1: 205, cohort_1_success: 42, cohort_2: 190, cohort_2_success: 29, success: 71, users: 395 };
  const [row] = rowsOf(query, groupsOf({ ...counts, zscore: 9, pvalue: 9 }));
  // By hand: 40 of 200 against 20 of 190.
  expect(row?.['zscore']).toBeCloseTo((0.2 - 20 / 190) / Math.sqrt(0.16 / 200 + ((20 / 190) * (170 / 190)) / 190), 12);
  expect(row?.['pvalue']).toBeCloseTo(0.0084913, 6);
  const [small] = rowsOf(query, groupsOf({ ...counts, cohort_2_success: 9, zscore: 9, pvalue: 9 }));
  expect([small?.['zscore'], small?.['pvalue']]).toEqual([null, null]);
});

test('what is not understood is not told: ranks, expressions, and every event of a scan', () => {
  const posts = [
    { type: 'expression', name: 'e', expression: 'count * 2' },
    { type: 'quantilesDoublesSketchToRank', name: 'r', field: { type: 'fieldAccess', fieldName: 'q' }, value: 3 },
  ];
  const query = models([EVENTS], { postAggregations: posts });
  const [row] = rowsOf(query, topNOf(model('a', { count: 57, e: 114, r: 0.5, other: 3 })));
  expect({ ...row }).toEqual({ modelName: 'a', count: 50, e: null, r: null, other: null });
  const scan = roundResult({ queryType: 'scan' }, { kind: 'scan', columns: ['a'], events: [{ a: 1 }] }, 2, null);
  expect(scan).toMatchObject({ events: [] });
});
