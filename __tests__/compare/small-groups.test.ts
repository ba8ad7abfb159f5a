import { describe, expect, test } from '@jest/globals';
import fc from '../support/properties.ts';
import { hideSmallGroups } from '../../src/compare/small-groups.ts';
import { remainingRows } from '../../src/compare/remaining-rows.ts';
import type { GoneRow, ReportedInsight, ResultsRow } from '../../src/results.ts';
import { days, ranking, row } from '../support/render/results.ts';

const COMPARED = { compare: { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' } };
const was = (rank: number, value: number, previous: number | null, history: readonly number[] = []): ResultsRow => ({
  ...row(rank, `row ${rank}`, value, 0.1),
  ...{
    previous,
    history,
    change: previous === null ? null : 0.5,
    previousRank: previous === null ? null : rank,
    isNew: previous === null,
  },
});
const gone = (key: string, previous: number): GoneRow => ({ key, parts: [key], previous, previousRank: 1 });
const USERS = { queryType: 'topN', aggregations: [{ type: 'userCount', name: 'count' }] };
const values = ({ rows }: ReportedInsight): (number | null)[] => rows.map(({ value }) => value);
const ranked = (...all: readonly number[]): ResultsRow[] => all.map((value, i) => row(i + 1, `row ${i + 1}`, value));

describe('a ranking', () => {
  test('folds its small rows into one', () => {
    const folded = hideSmallGroups(ranking(ranked(100, 50, 10, 9, 3, 1)), 10);
    expect(values(folded)).toEqual([100, 50, 10]);
    expect(folded).toMatchObject({ total: 173, folded: { rows: 3, value: 13 } });
    expect(remainingRows(folded, 2)).toMatchObject({ rows: 4, value: 23 });
    expect(JSON.stringify(folded)).not.toMatch(/row [456]/);
  });

  test('folds at least two rows, since one is the rest of the total', () => {
    const folded = hideSmallGroups(ranking(ranked(100, 50, 3)), 10);
    expect(values(folded)).toEqual([100]);
    expect(folded.folded).toMatchObject({ rows: 2, value: 53 });
  });

  test('that has one small row and no other shows nothing', () => {
    const folded = hideSmallGroups(ranking(ranked(3), { previousTotal: 40, totalHistory: [50] }), 10);
    expect(folded).toMatchObject({ rows: [], total: null, previousTotal: null, totalHistory: [] });
    expect(folded.folded).toEqual({ rows: 1, value: null, share: null, previous: null });
  });

  test('stays as it is if all rows are large, or nothing has to be hidden', () => {
    const insight = ranking(ranked(100, 50, 10));
    expect(hideSmallGroups(insight, 10)).toEqual(insight);
    const small = ranking(ranked(3, 1));
    expect(hideSmallGroups(small, 0)).toBe(small);
  });

  test('of users has no sum of its folded rows', () => {
    const folded = hideSmallGroups(ranking(ranked(100, 4, 3), { query: USERS, unit: 'users' }), 10);
    expect([values(folded), folded.folded]).toEqual([[100], { rows: 2, value: null, share: null, previous: null }]);
  });

  test('folds a row without a number', () => {
    const folded = hideSmallGroups(ranking([...ranked(100), row(2, 'b', null), row(3, 'c', 80)]), 10);
    expect(values(folded)).toEqual([100]);
  });

  test('folds nothing because of the order in which fractions were added', () => {
    const sums = ranking(ranked(10.1, 20.2, 30.3), { unit: 'other', cutOff: true, total: 60.6 });
    expect(10.1 + 20.2 + 30.3).toBeLessThan(60.6);
    expect(hideSmallGroups(sums, 5).folded).toBeNull();
    expect(hideSmallGroups({ ...sums, total: 60.7 }, 5).folded).toMatchObject({ rows: 2 });
  });

  test('that was cut off folds two rows if the rest is small', () => {
    const cut = (total: number) => hideSmallGroups(ranking(ranked(100, 50, 20), { cutOff: true, total }), 10);
    expect(values(cut(173))).toEqual([100]);
    expect(values(cut(180))).toEqual([100, 50, 20]);
    expect(values(cut(170))).toEqual([100, 50, 20]);
  });

  test('is measured by the counts beside a metric that is not a count', () => {
    const query = {
      queryType: 'topN',
      aggregations: [
        { type: 'doubleMean', name: 'mean', fieldName: 'x' },
        { type: 'userCount', name: 'Users' },
      ],
    };
    const rows = [
      [8, 500],
      [7, 3],
      [6, 2],
    ].map(([mean = 0, users = 0], i) => ({ ...row(i + 1, `row ${i}`, mean), values: { mean, Users: users } }));
    const more = { query, unit: 'other', metric: 'mean', outputs: ['mean', 'Users'], total: null } as const;
    expect(values(hideSmallGroups(ranking(rows, more), 10))).toEqual([8]);
  });

  test('hides small counts beside its metric', () => {
    const query = {
      queryType: 'topN',
      aggregations: [
        { type: 'eventCount', name: 'count' },
        { type: 'userCount', name: 'Users' },
      ],
    };
    const rows = ranked(500, 400).map((each, i) => ({
      ...each,
      values: { count: each.value, Users: i === 0 ? 30 : 3 },
    }));
    const folded = hideSmallGroups(ranking(rows, { query, outputs: ['count', 'Users'] }), 10);
    expect(folded.rows.map((each) => each.values)).toEqual([
      { count: 500, Users: 30 },
      { count: 400, Users: null },
    ]);
  });
});

describe('an earlier value', () => {
  test('is hidden if it was small, together with another if it was the only one', () => {
    const insight = ranking([was(1, 100, 3), was(2, 90, 60), was(3, 80, 20), was(4, 70, null)], {
      ...COMPARED,
      previousTotal: 83 + 45,
      gone: [gone('x', 45)],
    });
    const folded = hideSmallGroups(insight, 10);
    expect(folded.rows.map(({ previous }) => previous)).toEqual([null, 60, null, null]);
    expect(folded.rows.map(({ change, previousRank }) => [change, previousRank])).toEqual([
      [null, null],
      [0.5, 2],
      [null, null],
      [null, null],
    ]);
    expect(folded.rows.map(({ isNew }) => isNew)).toEqual([false, false, false, true]);
    expect(folded.gone).toEqual([gone('x', 45)]);
  });

  test('of a gone row is hidden with the row if it was small', () => {
    const insight = ranking([was(1, 100, 90), was(2, 90, 50)], {
      ...COMPARED,
      gone: [gone('x', 4), gone('y', 3), gone('z', 30)],
    });
    const folded = hideSmallGroups(insight, 10);
    expect(folded.gone.map(({ key }) => key)).toEqual(['z']);
    expect(folded.rows.map(({ previous }) => previous)).toEqual([90, 50]);
  });

  test('of the folded rows is a sum, unless that would reveal a hidden one', () => {
    const plain = ranking([was(1, 100, 90), was(2, 5, 4), was(3, 4, 3)], COMPARED);
    expect(hideSmallGroups(plain, 10).folded).toMatchObject({ value: 9, previous: 7 });
    const hiding = ranking([was(1, 100, 3), was(2, 5, 4), was(3, 4, 3)], COMPARED);
    expect(hideSmallGroups(hiding, 10).folded).toMatchObject({ value: 9, previous: null });
  });

  test('is hidden in each period of the history', () => {
    const insight = ranking([was(1, 100, 90, [3, 70, 40]), was(2, 90, 50, [40, 60, 5]), was(3, 80, 50, [20, 50, 4])], {
      ...COMPARED,
      totalHistory: [63, 180, 9],
    });
    const folded = hideSmallGroups(insight, 10);
    expect(folded.rows.map(({ history }) => history)).toEqual([
      [null, 70, 40],
      [40, 60, null],
      [null, 50, null],
    ]);
    expect(folded.totalHistory).toEqual([63, 180, null]);
  });

  test('is not protected by folded rows that were empty', () => {
    const histories = (ofFolded: readonly number[]) => {
      const rows = [was(1, 100, 90, [3, 30]), was(2, 90, 80, [50, 40]), was(3, 80, 70, [60, 9])];
      const small = [was(4, 5, 40, ofFolded), was(5, 4, 50, ofFolded)];
      return hideSmallGroups(ranking([...rows, ...small]), 10).rows.map(({ history }) => history);
    };
    expect(histories([0, 20])).toEqual([
      [null, 30],
      [null, 40],
      [60, null],
    ]);
    // Beyond the rows shown, histories are not known.
    expect(histories([])).toEqual([
      [null, null],
      [null, 40],
      [60, null],
    ]);
  });
});

describe('a table that keeps its rows', () => {
  test('loses small values and keeps their times', () => {
    const folded = hideSmallGroups(days([40, 3, 0, 30], { total: 60, previousTotal: 4 }), 10);
    expect(values(folded)).toEqual([40, null, 0, 30]);
    expect(folded.rows.map(({ values: all }) => all)).toEqual([
      { Users: 40 },
      { Users: null },
      { Users: 0 },
      { Users: 30 },
    ]);
    expect(folded).toMatchObject({ total: 60, previousTotal: null, folded: null });
    expect(folded.notes).toEqual(['1 row is shown without values: groups smaller than 10 are left out.']);
  });

  test('hides a second value if values add up', () => {
    const events = { query: { queryType: 'timeseries', aggregations: [{ type: 'eventCount', name: 'Users' }] } };
    expect(values(hideSmallGroups(days([40, 3, 20, 30], { ...events, total: 93 }), 10))).toEqual([40, null, null, 30]);
  });

  test('loses small steps of a funnel and small cohorts of a retention', () => {
    for (const queryType of ['funnel', 'retention']) {
      const folded = hideSmallGroups(
        ranking(ranked(100, 20, 3), { queryType, metric: 'Users', unit: 'users', total: 100 }),
        10,
      );
      expect([values(folded), folded.total, folded.folded]).toEqual([[100, 20, null], 100, null]);
    }
  });

  test('loses what an experiment computes from a small count', () => {
    const names = ['cohort_1', 'cohort_2', 'success', 'zscore', 'pvalue'];
    const experiment = (cohort: number): ReportedInsight =>
      ranking(
        [200, cohort, 50, 1.7, 0.09].map((value, i) => row(i + 1, names[i] ?? '', value)),
        { queryType: 'experiment', metric: 'value', unit: 'other', total: null },
      );
    expect(values(hideSmallGroups(experiment(180), 10))).toEqual([200, 180, 50, 1.7, 0.09]);
    expect(values(hideSmallGroups(experiment(8), 10))).toEqual([200, null, 50, null, null]);
  });
});

test('a scan loses all events, since each is a group of one', () => {
  const scan = ranking([row(1, '1', null), row(2, '2', null)], { queryType: 'scan', metric: null, total: null });
  expect(hideSmallGroups(scan, 2)).toMatchObject({ rows: [], folded: { rows: 2, value: null } });
  expect(hideSmallGroups(scan, 2).notes).toHaveLength(1);
  expect(hideSmallGroups(scan, 1).rows).toHaveLength(2);
});

test('what a complete ranking still shows does not reveal a small group', () => {
  const counts = fc.array(fc.tuple(fc.nat(40), fc.option(fc.nat(40)), fc.nat(40)), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(counts, fc.array(fc.nat(40), { maxLength: 5 }), fc.integer({ min: 1, max: 20 }), (all, left, size) => {
      const rows = all
        .toSorted(([a], [b]) => b - a)
        .map(([value, previous, before], i) => was(i + 1, value, previous, [before]));
      const vanished = left.map((previous, i) => gone(`gone ${i}`, previous));
      const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((a, b) => a + (b ?? 0), 0);
      const insight = ranking(rows, {
        ...{ ...COMPARED, gone: vanished, totalHistory: [sum(rows.map(({ history }) => history[0] ?? 0))] },
        previousTotal: sum([...rows, ...vanished].map(({ previous }) => previous)),
      });
      const folded = hideSmallGroups(insight, size);
      const shown = (numbers: readonly (number | null | undefined)[]): number[] =>
        numbers.filter((each) => typeof each === 'number');
      const now = shown(values(folded));
      const before = shown([...folded.rows, ...folded.gone].map(({ previous }) => previous));
      const history = shown(folded.rows.map((each) => each.history[0]));
      for (const value of now) expect(value).toBeGreaterThanOrEqual(size);
      for (const value of [...before, ...history]) expect(value === 0 || value >= size).toBe(true);
      // The rest of each total is at least two groups, or nothing is hidden.
      const hiddenNow = rows.length - now.length;
      expect(hiddenNow).not.toBe(1);
      expect(sum(values(folded)) + (folded.folded?.value ?? 0)).toBe(folded.total);
      const keys = new Set(folded.rows.map(({ key }) => key));
      const had = (each: readonly { readonly previous: number | null }[]): number =>
        shown(each.map(({ previous }) => previous)).length;
      const hiddenBefore = had(rows.filter(({ key }) => keys.has(key))) + had(vanished) - before.length;
      const ofFolded = sum(rows.filter(({ key }) => !keys.has(key)).map(({ previous }) => previous));
      if (hiddenBefore === 1 && ofFolded === 0) expect(before.filter((each) => each > 0)).toHaveLength(0);
      const there = (each: readonly ResultsRow[]): readonly ResultsRow[] =>
        each.filter(({ history: [h] }) => (h ?? 0) > 0);
      const [wereThere, shownThere] = [
        there(rows.filter(({ key }) => keys.has(key))).length,
        there(folded.rows).length,
      ];
      const ofFoldedThere = there(rows.filter(({ key }) => !keys.has(key))).length;
      if (wereThere - shownThere === 1 && ofFoldedThere === 0) expect(shownThere).toBe(0);
    }),
  );
});
