import { describe, expect, test } from '@jest/globals';
import { buildView } from '../../../src/render/view/report.ts';
import { findLeaders, findSoleLeader } from '../../../src/render/view/ranking.ts';
import { renderReport } from '../../../src/render/report.ts';
import type { ReportedInsight } from '../../../src/results.ts';
import { days, ranking, report, row } from '../../support/render/results.ts';

const AGGREGATIONS = { aggregations: [{ type: 'eventCount', name: 'count' }] };
const GROUPS = { queryType: 'groupBy', query: { queryType: 'groupBy', ...AGGREGATIONS } } as const;
const BY_COUNT = { type: 'numeric', metric: 'count' };
const BY_NAME = { type: 'dimension', ordering: 'lexicographic' };
const ordered = (metric: ReportedInsight['query']['metric'] = null) => ({
  query: { queryType: 'topN', metric, ...AGGREGATIONS },
});
const named = (...values: readonly (number | null)[]) =>
  values.map((value, i) => row(i + 1, 'abcdef'.charAt(i), value));
const leaders = (insight: ReportedInsight) => findLeaders(insight).map(({ key }) => key);

describe('the leaders of a ranking', () => {
  test('are its first rows where the most comes first', () => {
    expect(leaders(ranking(named(9, 7, 7, 2), ordered(BY_COUNT)))).toEqual(['a', 'b', 'c']);
    expect(leaders(ranking(named(9, 7, 7, 2), { ...ordered(BY_COUNT), cutOff: true }))).toEqual(['a', 'b', 'c']);
  });

  test('are the largest of all rows where these stand in another order', () => {
    const values = named(2, 8, null, 5, 120, 66);
    expect(leaders(ranking(values, GROUPS))).toEqual(['e', 'f', 'b']);
    expect(leaders(ranking(values, ordered(BY_NAME)))).toEqual(['e', 'f', 'b']);
    expect(leaders(ranking(named(1, 3, 4, 7), ordered({ type: 'inverted', metric: BY_COUNT })))).toEqual([
      'd',
      'c',
      'b',
    ]);
  });

  test('are none where a row that was left off may have more', () => {
    for (const metric of [BY_NAME, { type: 'inverted', metric: BY_NAME }, { type: 'inverted', metric: BY_COUNT }]) {
      expect(leaders(ranking(named(4, 3), { ...ordered(metric), cutOff: true }))).toEqual([]);
    }
    expect(leaders(ranking(named(4, 3, 5), { ...ordered(BY_COUNT), cutOff: true }))).toEqual([]);
  });

  test('are none of what is no ranking', () => {
    expect(leaders(days([1, 2]))).toEqual([]);
    const outputs = named(83, 53);
    expect(leaders(ranking(outputs, { queryType: 'experiment', unit: 'other', metric: 'value' }))).toEqual([]);
  });
});

test('are none where a row that was folded for a count beside the metric may have more', () => {
  const folded = { rows: 2, value: null, share: null, previous: null };
  const means = (more: Partial<ReportedInsight>): ReportedInsight => {
    const query = {
      queryType: 'groupBy',
      aggregations: [
        { type: 'doubleMean', name: 'mean', fieldName: 'floatValue' },
        { type: 'eventCount', name: 'n' },
      ],
    };
    return ranking(named(4, 3), {
      queryType: 'groupBy',
      query,
      metric: 'mean',
      unit: 'other',
      outputs: ['mean', 'n'],
      ...more,
    });
  };
  expect(leaders(means({ folded }))).toEqual([]);
  expect(leaders(means({ folded: { ...folded, value: 3.5 } }))).toEqual([]);
  expect(leaders(means({ folded: { ...folded, value: 3 } }))).toEqual(['a', 'b']);
  expect(leaders(means({}))).toEqual(['a', 'b']);
  // Folded for their own value, they have less.
  expect(leaders(ranking(named(4, 3), { folded }))).toEqual(['a', 'b']);
});

test.each([
  ['the first of unequal ones', [9, 7, 7], 'a'],
  ['a single one', [3], 'a'],
  ['whichever has it, in the order of names', [1, 2, null], 'b'],
  ['a negative one, where all are', [-3, -1], 'b'],
  ['none of equal ones', [2, 2, 2], undefined],
  ['none of two that share the first place', [5, 5, 1], undefined],
  ['none of nothing', [0, 0], undefined],
  ['none of a single nothing', [0], undefined],
  ['none that is not known', [null, null], undefined],
])('the most has %s', (_, values, key) => {
  expect(findSoleLeader(findLeaders(ranking(named(...values), GROUPS)))?.key).toBe(key);
});

test.each(['report', 'compact'] as const)('nobody is said to have the most of nothing: %s', async (name) => {
  const insights = [
    [0, 0],
    [4, 4],
    [4, 3],
  ].map((values) => ranking(named(...values), GROUPS));
  const options = { destination: 'summary', limit: null, links: { whole: null } } as const;
  const { markdown } = await renderReport(report(insights), { ...options, template: { kind: 'builtin', name } });
  expect(markdown.match(/Most: \*\*\w/g)).toEqual(['Most: **a']);
});

test('the row with the most is named, though others come first by their names', async () => {
  const { markdown } = await renderReport(report([ranking(named(2, 8, 120), { ...GROUPS, top: 1 })]), {
    ...{ destination: 'summary', limit: null, links: { whole: null } },
    template: { kind: 'builtin', name: 'report' },
  });
  expect(markdown).toContain('Most: **c**');
});

test('of a table that has no leaders the total is said again', () => {
  const inverted = { ...ordered({ type: 'inverted', metric: BY_COUNT }), cutOff: true, total: 9 };
  const [, second] = buildView(report([ranking(named(9)), ranking(named(1, 3), inverted)]), 'summary', null).insights;
  expect(second).toMatchObject({ leaders: [], others: 2, repeatsTotal: false });
});

test.each([
  ['places gained', ordered(BY_COUNT), 2],
  ['none in the order of names', GROUPS, null],
  ['none in the order of names, cut off', { ...ordered(BY_NAME), cutOff: true }, null],
])('a row has %s', (_, more, moved) => {
  const rows = [{ ...row(1, 'a', 9), previous: 4, previousRank: 3 }];
  expect(buildView(report([ranking(rows, more)]), 'summary', null).insights[0]?.rows[0]?.moved).toBe(moved);
});
