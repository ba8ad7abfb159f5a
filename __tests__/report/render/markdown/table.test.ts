import { buildView } from '../../../../src/report/render/view/report.ts';
import { renderMarkdownTable } from '../../../../src/report/render/markdown/table.ts';
import { renderTerminal } from '../../../../src/report/render/terminal/report.ts';
import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import { days, ranking, report, row } from '../../../support/render/results.ts';

function table(insight: ReportedInsight, generatedAt?: string) {
  const view = buildView(
    report([insight], generatedAt === undefined ? {} : { generatedAt }),
    'summary',
    null,
  );
  return renderMarkdownTable(view.insights[0]!, 'en-US');
}

test('a table of a timeseries that was answered newest first shows the latest rows, oldest first', () => {
  const insight = days([1, 2, 3, 4]);
  const descending = { ...insight, top: 2, interval: { ...insight.interval, complete: false } };
  expect(table({ ...descending, rows: [...insight.rows].reverse() })).toBe(table(descending));
  expect(table(descending, '2026-11-12T18:00:00Z')).toContain(
    '| Thu,\u00a0Nov\u00a012 <sup>so far</sup> | 4 |',
  );
});

test('a table of several dimensions has a column for each, and shows a missing one as `not set`', () => {
  const rows = [{ ...row(1, 'x', 5, 1), parts: ['iPhone', null], key: 'iPhone / null' }];
  expect(table(ranking(rows, { queryType: 'groupBy', dimensions: ['model', 'os'] }))).toBe(
    '| Model | OS | Events | Share |\n|:--|:--|--:|--:|\n| iPhone | _not set_ | 5 | 100% |',
  );
});

test('a table of several aggregations has a column for each', () => {
  const rows = [
    { ...row(1, 'a', 5), values: { count: 5, mean: 1.25, name: '@you', gone: null, most: 'Infinity' } },
    { ...row(2, 'b', 4), values: { count: 4 } },
  ];
  expect(
    table(ranking(rows, { outputs: ['count', 'mean', 'name', 'gone', 'most'] }))
      .split('\n')
      .slice(2),
  ).toEqual([
    '| a | 5 | `██████████` | 1.25 | `@\u200byou` | – | infinite |',
    '| b | 4 | `████████` | – | – | – | – |',
  ]);
});

test('a table of a funnel has a column for its steps', () => {
  const rows = [row(1, 'Paywall shown', 5210, 1), row(2, 'Purchased', 402, 0.077)];
  expect(
    table(ranking(rows, { queryType: 'funnel', dimensions: ['step'], unit: 'users' })).split('\n')[0],
  ).toBe('| Step | Users | Of all | Continue | Drop-off |  |');
});

test('a table of a scan has only the columns of the scan', () => {
  const rows = [{ ...row(1, 'null', null), parts: [], values: { type: 'launched', at: 5 } }];
  const scan = ranking(rows, {
    queryType: 'scan',
    metric: null,
    dimensions: [],
    outputs: ['type', 'at'],
    total: null,
  });
  expect(table(scan)).toBe('| Type | At |\n|:--|--:|\n| launched | 5 |');
});

test('a table shows infinities as words, and draws no bars for them', () => {
  const rows = [{ ...row(1, 'a', null), values: { count: 'Infinity' } }, row(2, 'b', -4), row(3, 'c', 2)];
  expect(table(ranking(rows)).split('\n').slice(2)).toEqual([
    '| a | infinite |  |',
    '| b | −4 | `−██████████` |',
    '| c | 2 | `█████` |',
  ]);
});

test('a table of days shows the latest ones, marks the one that is running and leaves out those to come', () => {
  const interval = {
    label: 'x',
    start: '2026-11-09T00:00:00Z',
    end: '2026-11-16T00:00:00Z',
    complete: false,
  };
  expect(
    table(days([5, 6, 7, 8, 0, 0, 0], { top: 3, interval }), '2026-11-12T08:00:00Z')
      .split('\n')
      .slice(2),
  ).toEqual([
    '| Tue,\u00a0Nov\u00a010 | 6 | `████▉` |',
    '| Wed,\u00a0Nov\u00a011 | 7 | `█████▊` |',
    '| Thu,\u00a0Nov\u00a012 <sup>so far</sup> | 8 | `██████▌` |',
    '',
    '<sub>1 earlier</sub>',
  ]);
});

test.each([
  [{ top: 10 }, null],
  [{ top: 2 }, '| _Other (1 more)_ | 1 |  |'],
  [{ top: 2, cutOff: true }, '| _Other (at least 1 more)_ | 1 |  |'],
  [{ top: 10, cutOff: true, total: null }, '<sub>more may exist</sub>'],
  [{ top: 10, cutOff: true, total: 10 }, '| _Other (not in the first 3)_ | 4 |  |'],
  [{ top: 10, cutOff: true, total: 6 }, null],
])('a table with %j ends in %s', (more, last) => {
  const lines = table(ranking([row(1, 'a', 3), row(2, 'b', 2), row(3, 'c', 1)], more)).split('\n');
  if (last === null) expect(lines).toHaveLength(5);
  else expect(lines.at(-1)).toBe(last);
});

describe('a change from 0 to 0', () => {
  const rows = [
    { ...row(1, 'a', 4), previous: 0 },
    { ...row(2, 'b', 0), previous: 0 },
    { ...row(3, 'c', 0), previous: null },
  ];
  const compared = { compare: { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' } };

  test('a change from 0 to 0 is ±0% in a table, and one from an unknown value is a dash', () => {
    expect(table(ranking(rows, compared)).match(/new|±0%|–(?= \| {2})/g)).toEqual(['new', '±0%', '–']);
    expect(renderTerminal(report([ranking(rows, compared)]), { width: 80, color: false })).toMatch(
      /b +0 +±0%/,
    );
  });

  test.each([
    [0, 0, 0],
    [5, 0, null],
    [-5, -10, 0.5],
    [0, null, null],
  ])(
    'a change from 0 to 0 of totals is handled: %p after %p changes by %p',
    (total, previousTotal, change) => {
      const insight = ranking([row(1, 'a', total)], { ...compared, total, previousTotal });
      expect(buildView(report([insight]), 'summary', null).insights[0]?.change).toBe(change);
    },
  );
});
