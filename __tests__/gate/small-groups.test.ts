import { expect, test } from '@jest/globals';
import type { ReportedInsight } from '../../src/results.ts';
import { judged, SETTING, threshold, users, USERS_BY_SYSTEM, type Written } from './fixtures.ts';

const events = (written: readonly Written[], more: Partial<ReportedInsight> = {}) =>
  users(written, {
    ...{ metric: 'count', unit: 'events', outputs: ['count'], ...more },
    query: { ...USERS_BY_SYSTEM, aggregations: [{ type: 'eventCount', name: 'count' }], ...more.query },
  });
// Of 120 before, 7 are of `new` and 3 of `small`.
const table = events(
  [
    ['big', 90, 80],
    ['large', 60, 30],
    ['new', 40, 7],
    ['small', 4, 3],
    ['tiny', 1, null],
  ],
  { previousTotal: 120 },
);

test.each<[string, number | null, number | null, number | null]>([
  ['total() - value("small") > 200', null, null, null],
  ['value("big") - value("small") > 200', null, null, null],
  ['value("big") > value("tiny") + 99', 90, 90, 195],
  ['previous("new") > 100', null, null, null],
  ['change("new") > 1000%', null, 40, 195],
  ['rows.filter(r, r.value < 10).size() > 5', null, null, null],
  ['value("large") - value("new") > 100', 20, null, null],
  ['total() > 1000', 195, null, 195],
  ['totalChange() > 90%', 0.625, null, 195],
  ['count() > 10', 5, null, null],
])('%s does not reveal a small group', async (assertion, value, count, of) => {
  const verdict = await judged(table, threshold(assertion), {}, { ...SETTING, minGroupSize: 10 });
  const sample = count === null && of === null ? null : { count, of };
  expect(verdict).toMatchObject({ outcome: 'failed', value, sample });
});

test('a verdict says that its value is hidden', async () => {
  const note = async (assertion: string, minGroupSize: number): Promise<string | null> =>
    (await judged(table, threshold(assertion), {}, { ...SETTING, minGroupSize })).note;
  const kept = 'its value would reveal small groups, which are hidden (min-group-size)';
  expect(await note('value("small") > 200', 10)).toBe(kept);
  expect(await note('value("small") < 200', 10)).toBe(kept);
  expect(await note('value("small") > 200', 0)).toBeNull();
  expect(await note('value("big") > 200', 10)).toBeNull();
});

test('a limit does not reveal a small group', async () => {
  const setting = { ...SETTING, minGroupSize: 10 };
  expect(await judged(table, threshold('value("big") > value("tiny") + 99'), {}, setting)).toMatchObject({
    limit: null,
  });
  expect(await judged(table, threshold('value("big") > value("large") + 99'), {}, setting)).toMatchObject({
    limit: 159,
  });
});

test('offending rows and similar keys do not name a small group', async () => {
  const note = async (assertion: string): Promise<string | null> =>
    (await judged(table, threshold(assertion), {}, { ...SETTING, minGroupSize: 10 })).note;
  expect(await note('rows.all(r, r.value >= 50)')).toBe('it does not hold for "new" and 2 more');
  expect(await note('rows.all(r, r.value >= 5)')).toBe('it does not hold for 2 small groups');
  expect(await note('value("smal") < 5')).toContain('there is no row "smal", which counts');
  expect(await note('value("larg") < 5')).toContain('(the most similar is "large")');
});

test('a bucket of a timeseries does not reveal a small group, nor one that is hidden beside it', async () => {
  const keys = ['2026-11-16', '2026-11-17', '2026-11-18'].map((each) => `${each}T00:00:00.000Z`);
  const [first = '', second = '', third = ''] = keys;
  const query = { queryType: 'timeseries', granularity: 'day' };
  const days = events(
    [
      [first, 12],
      [second, 3],
      [third, 40],
    ],
    { queryType: 'timeseries', dimensions: [], query },
  );
  const value = async (assertion: string, size: number): Promise<number | null> =>
    (await judged(days, threshold(assertion), {}, { ...SETTING, minGroupSize: size })).value;
  expect([await value('first() > 1', 10), await value('last() > 1', 10)]).toEqual([null, 40]);
  expect(await value('first() > 1', 0)).toBe(12);
});

test('a sample that is too small does not reveal a small group', async () => {
  const few = events([['a', 3]]);
  const asked = threshold('total() > 1', { minSample: 100 });
  const verdict = await judged(few, asked, {}, { ...SETTING, minGroupSize: 10 });
  expect(verdict).toMatchObject({ outcome: 'inconclusive', value: null, sample: null });
  expect(verdict.note).toBe('a small number of events, fewer than the 100 of min-sample');
  expect((await judged(few, asked)).note).toBe('3 events, fewer than the 100 of min-sample');
});

test('a number that is asked for by itself is shown if all counts beside it are large', async () => {
  const query = {
    ...USERS_BY_SYSTEM,
    aggregations: [
      { type: 'userCount', name: 'Users' },
      { type: 'filtered', filter: {}, aggregator: { type: 'eventCount', name: 'crashes' } },
    ],
    postAggregations: [{ type: 'arithmetic', name: 'rate', fn: '/', fields: [] }],
  };
  const cut = users([['a', 600]], { total: 1000, cutOff: true, outputs: ['Users', 'crashes', 'rate'], query });
  const value = async (crashes: number): Promise<number | null> => {
    const points = { b: { Users: 40, crashes, rate: 0.5 } };
    return (await judged(cut, threshold('value("b") > 100'), points, { ...SETTING, minGroupSize: 10 })).value;
  };
  expect([await value(20), await value(0), await value(9)]).toEqual([40, 40, null]);
});

test('a small group that is folded for readers is judged, and its number is not shown', async () => {
  const insight = users([
    ['a', 990],
    ['b', 10],
  ]);
  const verdict = await judged(insight, threshold('share("b") < 2%'), {}, { ...SETTING, minGroupSize: 20 });
  expect(verdict).toMatchObject({
    outcome: 'passed',
    value: null,
    valueText: null,
    sample: { count: null, of: 1000 },
  });
  expect(verdict.message).toBe(
    'os: share("b") < 2%: passed, its value would reveal small groups, which are hidden (min-group-size)',
  );
});
