import { renderCsv, renderMarkdownTable } from '../../../../../src/report/render/markdown/table.ts';
import { buildView } from '../../../../../src/report/render/view/report.ts';
import { findLeaders, findSoleLeader } from '../../../../../src/report/render/view/kinds/leaders.ts';
import { renderReport } from '../../../../../src/report/render/report.ts';
import type { ReportedInsight } from '../../../../../src/report/results/results.ts';
import type { QueryMetric } from '../../../../../src/tql/query-parts.ts';
import { days, ranking, report, row } from '../../../../support/render/results.ts';
import { sentenceAsText } from '../../../../../src/report/render/view/sentences/sentence.ts';

const AGGREGATIONS = { aggregations: [{ type: 'eventCount', name: 'count' }] } as const;
const GROUPS = { queryType: 'groupBy', query: { queryType: 'groupBy', ...AGGREGATIONS } } as const;
const BY_COUNT = { type: 'numeric', metric: 'count' } as const;
const BY_NAME = { type: 'dimension', ordering: 'lexicographic' } as const;
const ordered = (metric: QueryMetric) => ({ query: { queryType: 'topN', metric, ...AGGREGATIONS } }) as const;
const named = (...values: readonly (number | null)[]) =>
  values.map((value, i) => row(i + 1, 'abcdef'.charAt(i), value));
const leaders = (insight: ReportedInsight) => findLeaders(insight).map(({ key }) => key);

describe('the model identifiers of Apple’s devices', () => {
  const devices = ranking(
    [row(1, 'iPhone17,1', 5), row(2, 'iPhone9,1', 4), row(3, 'iPhone9,3', 3), row(4, 'Pixel 9', 1)],
    {
      ...ordered(BY_COUNT),
      dimensions: ['modelName'],
      interval: {
        label: 'last week',
        start: '2026-11-09T00:00:00Z',
        end: '2026-11-16T00:00:00Z',
        complete: true,
      },
      gone: [{ key: 'iPhone16,1', parts: ['iPhone16,1'], previous: 2, previousRank: 4 }],
    },
  );

  test('identifiers of Apple’s devices read as product names, with the identifier where several share a name', () => {
    const [view] = buildView(report([devices]), 'summary', null).insights;
    expect(view?.rows.map(({ label }) => label)).toEqual([
      'iPhone 16 Pro',
      'iPhone 7 (iPhone9,1)',
      'iPhone 7 (iPhone9,3)',
      'Pixel 9',
    ]);
    expect(view?.rows.map(({ key }) => key)).toEqual(['iPhone17,1', 'iPhone9,1', 'iPhone9,3', 'Pixel 9']);
    expect(view?.ranking?.gone.map(({ label }) => label)).toEqual(['iPhone 15 Pro']);
  });

  test('identifiers of Apple’s devices read as product names in each dimension of a table, and stay in CSV', () => {
    const rows = [
      row(1, 'iPhone17,1 / DE', 3),
      row(2, 'iPhone 16 Pro / DE', 2),
      row(3, 'iPad14,3 / null', 1),
    ].map((each) => ({
      ...each,
      parts: each.key.split(' / ').map((part) => (part === 'null' ? null : part)),
    }));
    const both = ranking(rows, { ...GROUPS, dimensions: ['model', 'country'] });
    const [view] = buildView(report([both]), 'summary', null).insights;
    const markdown = renderMarkdownTable(view!, 'en-US');
    expect(markdown).toContain('| iPhone 16 Pro (iPhone17,1) | DE |');
    expect(markdown).toContain('| iPhone 16 Pro | DE |');
    expect(markdown).toContain('| iPad Pro 11-inch (4th generation) | _not set_ |');
    expect(renderCsv(view!)).toContain('"iPhone17,1",DE');
  });
});

test('the leaders of a ranking are its first rows if it is ordered by value', () => {
  expect(leaders(ranking(named(9, 7, 7, 2), ordered(BY_COUNT)))).toEqual(['a', 'b', 'c']);
  expect(leaders(ranking(named(9, 7, 7, 2), { ...ordered(BY_COUNT), cutOff: true }))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('the leaders of a ranking are the largest of all rows if it is ordered otherwise', () => {
  const values = named(2, 8, null, 5, 120, 66);
  expect(leaders(ranking(values, GROUPS))).toEqual(['e', 'f', 'b']);
  expect(leaders(ranking(values, ordered(BY_NAME)))).toEqual(['e', 'f', 'b']);
  expect(leaders(ranking(named(1, 3, 4, 7), ordered({ type: 'inverted', metric: BY_COUNT })))).toEqual([
    'd',
    'c',
    'b',
  ]);
});

test('the leaders of a ranking do not exist if a row that was cut off may have more', () => {
  const turned = [BY_NAME, BY_COUNT].map((metric): QueryMetric => ({ type: 'inverted', metric }));
  for (const metric of [BY_NAME, ...turned]) {
    expect(leaders(ranking(named(4, 3), { ...ordered(metric), cutOff: true }))).toEqual([]);
  }
  expect(leaders(ranking(named(4, 3, 5), { ...ordered(BY_COUNT), cutOff: true }))).toEqual([]);
});

test('the leaders of a ranking do not exist for other kinds of insights', () => {
  expect(leaders(days([1, 2]))).toEqual([]);
  const outputs = named(83, 53);
  expect(leaders(ranking(outputs, { queryType: 'experiment', unit: 'other', metric: 'value' }))).toEqual([]);
});

test.each([
  ['the first of unequal rows', [9, 7, 7], 'a'],
  ['any row, in the order of names', [1, 2, null], 'b'],
  ['none of equal rows', [2, 2, 2], undefined],
  ['none of two rows that share the first place', [5, 5, 1], undefined],
  ['no single row that is 0', [0], undefined],
])('the highest value has %s', (_, values, key) => {
  expect(findSoleLeader(findLeaders(ranking(named(...values), GROUPS)))?.key).toBe(key);
});

test.each(['report', 'compact'] as const)(
  'rows that are 0 or equal are not named as the most: %s',
  async (name) => {
    const insights = [
      [0, 0],
      [4, 4],
      [4, 3],
    ].map((values) => ranking(named(...values), GROUPS));
    const options = { destination: 'summary', limit: null, links: { whole: null } } as const;
    const { markdown } = await renderReport(report(insights), {
      ...options,
      template: { kind: 'builtin', name },
    });
    expect(markdown.match(/\w\*\* has the most/g)).toEqual(['a** has the most']);
  },
);

test('a total that a line before has said is said again if there is nothing else to say', () => {
  const inverted = { ...ordered({ type: 'inverted', metric: BY_COUNT }), cutOff: true, total: 9 };
  const view = buildView(report([ranking(named(9)), ranking(named(1, 3), inverted)]), 'summary', null);
  expect(view.insights[1]).toMatchObject({ ranking: { leaders: [] } });
  expect(sentenceAsText(view.insights[1]!.says.highlight)).toContain('9 events');
});

test.each([
  ['the places it gained', ordered(BY_COUNT), 2],
  ['no places gained in the order of names', GROUPS, null],
  ['no places gained in the order of names, cut off', { ...ordered(BY_NAME), cutOff: true }, null],
])('a row has %s', (_, more, moved) => {
  const rows = [{ ...row(1, 'a', 9), previous: 4, previousRank: 3 }];
  expect(buildView(report([ranking(rows, more)]), 'summary', null).insights[0]?.rows[0]?.moved).toBe(moved);
});

test('the biggest drop is none while events of the last days may arrive, unless it is larger than one day', () => {
  const dropOf = (value: number, generatedAt: string) => {
    const insight = ranking([{ ...row(1, 'iOS', value), previous: 7000 }], {
      ...GROUPS,
      total: value,
      previousTotal: 7000,
      interval: {
        label: 'last week',
        start: '2026-11-09T00:00:00Z',
        end: '2026-11-16T00:00:00Z',
        complete: true,
      },
      compare: { start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' },
    });
    return buildView(report([insight], { generatedAt }), 'file', null).insights[0]?.ranking?.down?.label;
  };
  expect(dropOf(6100, '2026-11-16T07:00:00Z')).toBeUndefined();
  expect([dropOf(5900, '2026-11-16T07:00:00Z'), dropOf(6100, '2026-11-18T07:00:00Z')]).toEqual([
    'iOS',
    'iOS',
  ]);
});
