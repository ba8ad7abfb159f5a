import { findMovers, isBeyondNoise } from '../../../src/report/compare/movers.ts';
import type { GoneRow, ReportedInsight, ResultsRow } from '../../../src/report/results/results.ts';
import { days, ranking, row } from '../../support/render/results.ts';

const COMPARED = { compare: { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' } };
const was = (key: string, value: number, previous: number): ResultsRow => ({
  ...row(1, key, value),
  previous,
});
const added = (key: string, value: number): ResultsRow => ({ ...row(1, key, value), isNew: true });
const gone = (key: string, previous: number): GoneRow => ({ key, parts: [key], previous, previousRank: 1 });
const keys = (insight: ReportedInsight): readonly (string | null)[] => {
  const movers = findMovers(insight);
  return [movers.up?.key, movers.down?.key, movers.isNew?.key, movers.gone?.key].map((key) => key ?? null);
};

describe('whether two counts differ by more than chance', () => {
  test.each<[number, number, number | null, boolean]>([
    // √7 × 3 = 7.9
    [4, 3, null, false],
    [0, 9, null, true],
    // √2,100 × 3 = 137.5
    [1100, 1000, null, false],
    [1150, 1000, null, true],
    // more than chance, but too little of the whole
    [1150, 1000, 15_001, false],
    [1150, 1000, 15_000, true],
    [50, -3, null, false],
  ])(
    'whether %d after %d, with the totals %p, differ by more than chance is %p',
    (value, previous, total, expected) => {
      expect(isBeyondNoise(value, previous, [total, null])).toBe(expected);
      expect(isBeyondNoise(value, previous, [null, total])).toBe(expected);
    },
  );
});

test('a row that lost no more than now has no value is not gone, and the missing value is not new', () => {
  const table = (lost: number): ReportedInsight => ({
    ...ranking([was('DE', 9600, 9600), { ...added('null', 400), parts: [null] }]),
    ...COMPARED,
    gone: [gone('FR', lost)],
    total: 10_000,
    previousTotal: 9600 + lost,
  });
  expect([400, 900].map((lost) => keys(table(lost)))).toEqual([
    [null, null, null, null],
    [null, null, null, 'FR'],
  ]);
});

test('a row of users moved only if it moved further than the users without a value, who may be in both rows', () => {
  const table = (without: number): ReportedInsight => ({
    ...ranking([
      was('Mac', 4000, 4010),
      was('Phone', 3200, 3630),
      { ...was('null', without, without), parts: [null] },
    ]),
    ...COMPARED,
    unit: 'users',
    total: 10_000,
    previousTotal: 10_000,
  });
  expect([2358, 200].map((without) => keys(table(without))[1])).toEqual([null, 'Phone']);
});

test('a row that is spelt anew is neither new nor gone, nor has it grown', () => {
  const moved = (name: string, row: ResultsRow) =>
    keys(ranking([row, was('other', 500, 500)], { ...COMPARED, gone: [gone(name, 530)] }));
  expect(moved('ios-18', added('iOS 18', 530))).toEqual([null, null, null, null]);
  expect(moved('ios 18', was('iOS 18', 560, 30))).toEqual([null, null, null, null]);
  expect(moved('C', added('C++', 530))).toEqual([null, null, 'C++', 'C']);
});

describe('the movers of a table', () => {
  const rows = [
    was('a', 900, 500),
    was('b', 700, 200),
    was('c', 100, 300),
    was('d', 4, 3),
    was('e', 100, 450),
    added('f', 60),
    added('g', 90),
    added('h', 2),
    row(9, 'unknown before', 300),
  ];
  const more = {
    ...COMPARED,
    gone: [gone('x', 40), gone('y', 70), gone('z', 3)],
    total: 2000,
    previousTotal: 1900,
  };

  test('the movers of a table are the largest gain, loss, new row and gone row in absolute numbers', () => {
    expect(keys(ranking(rows, more))).toEqual(['b', 'e', 'g', 'y']);
  });

  test('the movers of a table have no gain if the largest may be chance, and none from a Sunday to a Monday', () => {
    const some = [was('DE', 666, 570), was('US', 108, 29), added('FR', 90)];
    expect(keys(ranking(some, COMPARED))).toEqual([null, null, 'FR', null]);
    const [start, end] = ['2026-11-16T00:00:00Z', '2026-11-17T00:00:00Z'];
    const monday = { interval: { label: 'yesterday', start, end, complete: true } };
    const compare = { start: '2026-11-15T00:00:00Z', end: start };
    expect(keys(ranking(rows, { ...more, ...monday, compare }))).toEqual([null, null, 'g', 'y']);
  });

  test('the movers of a table of events are only what a few users who send many cannot explain', () => {
    const unitKeys = (unit: 'users' | 'events') =>
      keys(ranking([was('DE', 1200, 1000)], { ...COMPARED, unit }))[0];
    expect([unitKeys('users'), unitKeys('events')]).toEqual(['DE', null]);
  });

  test('the movers of a table do not exist if all changes may be chance', () => {
    const still = [was('a', 103, 100), was('b', 4, 3), added('c', 1)];
    expect(keys(ranking(still, { ...COMPARED, gone: [gone('x', 8)] }))).toEqual([null, null, null, null]);
  });

  test('the movers of a table have no new row if there was nothing before', () => {
    const all = [added('f', 600), added('g', 900)];
    expect(keys(ranking(all, { ...COMPARED, previousTotal: 0 }))).toEqual([null, null, null, null]);
    expect(keys(ranking(all, { ...COMPARED, gone: [gone('y', 70)] }))).toEqual([null, null, 'g', 'y']);
  });

  test('the movers of a table do not exist without a comparison, for sums and for a timeseries', () => {
    const none = [null, null, null, null];
    expect(keys(ranking(rows, { ...more, compare: null }))).toEqual(none);
    expect(keys(ranking(rows, { ...more, unit: 'other' }))).toEqual(none);
    expect(keys(days([900], { ...COMPARED, rows: [was('2026-11-09', 900, 100)] }))).toEqual(none);
  });

  test('the movers of a table that is cut off are named only if no hidden row can have moved more', () => {
    const some = [was('a', 900, 500), was('b', 300, 900), was('c', 200, 200)];
    const cut = (more: Partial<ReportedInsight>) =>
      keys(ranking(some, { ...COMPARED, cutOff: true, ...more }));
    expect(cut({})).toEqual([null, null, null, null]);
    expect(cut({ unseen: { value: 200, previous: 300 } })).toEqual(['a', 'b', null, null]);
    expect(cut({ unseen: { value: 401, previous: 300 } })).toEqual([null, 'b', null, null]);
    expect(cut({ unseen: { value: 200, previous: 601 } })).toEqual(['a', null, null, null]);
    // The row may have had nothing before.
    const added = [row(1, 'd', 1000), ...some];
    expect(
      keys(ranking(added, { ...COMPARED, cutOff: true, unseen: { value: 200, previous: 120 } }))[0],
    ).toBeNull();
  });
});
