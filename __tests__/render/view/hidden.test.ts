// Counts below `min-group-size` are 0 in the results. Whether one was hidden or was truly 0, nobody may know; a report must not say 0.
import { expect, test } from '@jest/globals';
import type { ReportedInsight, Results } from '../../../src/results.ts';
import { buildBadge } from '../../../src/render/badge.ts';
import { renderCsv } from '../../../src/render/markdown/csv.ts';
import { renderReport } from '../../../src/render/report.ts';
import { renderSlackMessage } from '../../../src/render/slack/message.ts';
import { renderTerminal } from '../../../src/render/terminal/report.ts';
import { buildView } from '../../../src/render/view/report.ts';
import { days, PAGE, ranking, report, row } from '../../support/render/results.ts';

const ROUNDED = { roundedTo: 10 } as const;
const COMPARE = { start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' };
const LATER = { generatedAt: '2027-06-01T00:00:00Z' };

const viewOf = (insight: ReportedInsight) => buildView(report([insight], LATER), 'file', null).insights[0]!;
const markdown = async (results: Results, name = 'report'): Promise<string> =>
  (await renderReport(results, { ...PAGE, template: { kind: 'builtin', name } })).markdown;

/** Days with the values of the days before. */
function compared(
  values: readonly number[],
  before: readonly number[],
  more: Partial<ReportedInsight>,
): ReportedInsight {
  const insight = days(values, { compare: COMPARE, ...more });
  const rows = insight.rows.map((each, index) => {
    const previous = before[index] ?? null;
    return { ...each, previous, change: previous ? ((each.value ?? 0) - previous) / previous : null };
  });
  return { ...insight, rows };
}

test('a day whose count is hidden is told as under the smallest group, now and before, without a change or a share', async () => {
  const insight = compared([40, 0, 60], [20, 30, 0], { ...ROUNDED, total: 100, previousTotal: 50 });
  const { rows } = viewOf(insight);
  expect(rows.map(({ value, previous, change, difference }) => [value, previous, change, difference])).toEqual([
    [40, 20, 1, 20],
    ['under 10', 30, null, null],
    [60, 'under 10', null, null],
  ]);
  const lines = (await markdown(report([insight], LATER))).split('\n').filter((line) => /^\| \w+,\s/.test(line));
  expect(lines.map((line) => line.split(' | ').filter((cell) => !cell.includes('█')))).toEqual([
    ['| Mon,\u00a0Nov\u00a09', '40', '▲\u00a0100%', '20 |'],
    ['| Tue,\u00a0Nov\u00a010', 'under 10', '–', '', '30 |'],
    ['| Wed,\u00a0Nov\u00a011', '60', '–', 'under 10 |'],
  ]);
  expect(renderCsv(viewOf(insight))).toContain('2026-11-10T00:00:00.000Z,under 10,,30');
  for (const text of [renderTerminal(report([insight], LATER), { width: 120, color: false })])
    expect(text.match(/under 10/g)).toHaveLength(2);
});

test('neither an average, a lowest day, a trend nor a chart takes a hidden day for an empty one', () => {
  const { average, averageChange, lowest, highest, trend, diagram } = viewOf(
    compared([40, 0, 60, 50], [40, 40, 40, 40], ROUNDED),
  );
  expect({ average, averageChange, lowest, trend, diagram }).toEqual({
    ...{ average: null, averageChange: null, lowest: null },
    ...{ trend: [40, null, 60, 50], diagram: '' },
  });
  expect(highest?.value).toBe(60);
  // Without rounding 0 is 0, and a hidden day before makes the change of the average unknown.
  const open = viewOf(compared([40, 0, 60, 50], [40, 40, 40, 40], {}));
  expect([open.average, open.lowest?.value, open.trend[1]]).toEqual([37.5, 0, 0]);
  const before = viewOf(compared([40, 50, 60, 50], [40, 0, 40, 40], ROUNDED));
  expect([before.average, before.averageChange]).toEqual([50, null]);
});

const steady = (count: number, level: number) => Array.from({ length: count }, (_, index) => level + (index % 3) * 10);

test.each([
  ['a silence', [...steady(20, 100), 0, 0, 0, 0], /^No users since/],
  ['a step down', [...steady(14, 20), ...Array.from({ length: 14 }, () => 0)], /./],
])('%s is not told if it may be one of small counts', (_, values, otherwise) => {
  expect(viewOf(days(values, ROUNDED)).finding).toBe('');
  expect(viewOf(days(values)).finding).toMatch(otherwise);
});

test('a step that no hidden count can explain is told', () => {
  const values = [...steady(14, 100), 0, ...steady(14, 900)];
  expect(viewOf(days(values, ROUNDED)).finding).toMatch(/^Since Tue, Nov 24 about 8/);
});

test('hidden totals of earlier periods are gaps in the trend, and no usual range is computed from them', () => {
  const history = Array.from({ length: 8 }, (_, index) => ({
    start: new Date(Date.UTC(2026, 8, 14) + index * 7 * 86_400_000).toISOString(),
    end: new Date(Date.UTC(2026, 8, 21) + index * 7 * 86_400_000).toISOString(),
  }));
  const interval = { label: 'last week', start: '2026-11-09T00:00:00Z', end: '2026-11-16T00:00:00Z', complete: true };
  const totalHistory = [10, 20, 0, 10, 20, 10, 20, 10];
  const rows = [{ ...row(1, 'a', 20, 1), history: totalHistory }];
  const insight = { ...ranking(rows, { total: 20, interval, history, totalHistory }), ...ROUNDED };
  const view = viewOf(insight);
  expect(view.totalTrend).toEqual([10, 20, null, 10, 20, 10, 20, 10, 20]);
  expect(view.rows[0]?.trend).toEqual(view.totalTrend);
  expect(view.usual).toBeNull();
  expect(viewOf({ ...insight, totalHistory: totalHistory.map((value) => value + 10) }).usual).not.toBeNull();
});

test('a hidden total is told as under the smallest group, in the report, its first line, Slack and the badge', async () => {
  const insight = compared([0, 0, 0], [20, 0, 0], {
    ...{ ...ROUNDED, unit: 'events', metric: 'count', total: 0, previousTotal: 20, title: 'Events' },
    query: { queryType: 'timeseries', granularity: 'day', aggregations: [{ type: 'eventCount', name: 'count' }] },
  });
  const results = report([insight], LATER);
  const texts = [
    await markdown(results),
    await markdown(results, 'compact'),
    renderTerminal(results, { width: 120, color: false }),
    JSON.stringify(renderSlackMessage(results)),
  ];
  for (const text of texts) {
    expect(text).toContain('under 10 events');
    expect(text).not.toMatch(/[^\d,.]0 events|No events|100%|none before|from 20 to 0/);
  }
  expect(buildBadge([results], 'neutral').message).toBe('under 10 events');
  const history = [0, 1].map((week) => ({
    start: `2026-10-${19 + 7 * week}T00:00:00Z`,
    end: `2026-10-${26 + 5 * week}T00:00:00Z`,
  }));
  expect(viewOf({ ...insight, history, totalHistory: [0, 0] }).totalTrend).toEqual([]);
});

test('a ranking whose rows are all folded does not say that nobody was there', async () => {
  const nobody = ranking([], { total: 0, previousTotal: 30, compare: COMPARE, unit: 'users' });
  const query = { ...nobody.query, aggregations: [{ type: 'userCount', name: 'count' }] };
  for (const name of ['report', 'compact']) {
    expect(await markdown(report([nobody]), name)).toContain('No users in this period, 30 users before');
    const folded = await markdown(report([{ ...nobody, ...ROUNDED, query }]), name);
    expect(folded).toContain('No users in groups of 10 or more in this period, 30 users before');
  }
  expect(renderTerminal(report([{ ...nobody, ...ROUNDED, query }]), { width: 120, color: false })).toContain(
    'No users in groups of 10 or more in this period.',
  );
});

test('a hidden step of a funnel has no rate, and the other counts beside a metric are told in the same way', () => {
  const steps = [row(1, 'start', 50, 1), row(2, 'middle', 20, 0.4), row(3, 'end', 0, 0)];
  const funnel = viewOf(
    ranking(steps, { queryType: 'funnel', unit: 'users', metric: 'Users', query: { queryType: 'funnel' }, ...ROUNDED }),
  );
  expect(funnel.rows.map(({ value, share, cells }) => [value, share, cells[0]])).toEqual([
    [50, 1, null],
    [20, 0.4, 0.4],
    ['under 10', null, null],
  ]);
  expect(funnel.funnel).toBeNull();
  const crashes = { type: 'filtered', aggregator: { type: 'eventCount', name: 'crashes' } };
  const query = {
    queryType: 'timeseries',
    granularity: 'day',
    aggregations: [{ type: 'userCount', name: 'Users' }, crashes],
  };
  const both = days([20, 30], { outputs: ['Users', 'crashes'], query, ...ROUNDED });
  const rows = both.rows.map((each) => ({ ...each, values: { ...each.values, crashes: 0, mean: 0 } }));
  const view = viewOf({ ...both, rows, outputs: ['Users', 'crashes', 'mean'] });
  expect(view.rows.map(({ values }) => [values['crashes'], values['mean']])).toEqual([
    ['under 10', 0],
    ['under 10', 0],
  ]);
  expect(view.columns.find(({ name }) => name === 'crashes')?.align).toBe('right');
});

test('hidden successes of an experiment have no rate', () => {
  const counts = { cohort_1: 50, cohort_1_success: 0, cohort_2: 60, cohort_2_success: 30 };
  const rows = Object.entries(counts).map(([key, value], index) => row(index + 1, key, value));
  const more = { queryType: 'experiment', unit: 'other', metric: 'value', dimensions: ['output'] } as const;
  const view = viewOf(ranking(rows, { ...more, query: { queryType: 'experiment' }, ...ROUNDED }));
  expect(view.rows.map(({ value, share, cells }) => [value, share, cells[0]])).toEqual([
    ['under 10', null, 50],
    [30, 0.5, 60],
  ]);
  expect(view.experiments[0]).toMatchObject({ difference: null, worse: { successes: 'under 10', rate: null } });
});
