import { renderMarkdownTable } from '../../../../../src/report/render/markdown/table.ts';
import { buildView } from '../../../../../src/report/render/view/report.ts';
import type { ReportedInsight } from '../../../../../src/report/results/results.ts';
import { ranking, report, row } from '../../../../support/render/results.ts';

const WEEKS = [
  '2026-10-05_2026-10-11',
  '2026-10-12_2026-10-18',
  '2026-10-19_2026-10-25',
  '2026-10-26_2026-11-01',
];
const INTERVAL = {
  label: 'last 4 weeks',
  start: '2026-10-05T00:00:00Z',
  end: '2026-11-02T00:00:00Z',
  complete: true,
};

/** Weekly cohorts; each list begins with the cohort's own size. */
function viewOf(
  cohorts: readonly (readonly (number | null)[])[],
  interval: ReportedInsight['interval'] = INTERVAL,
  more: Partial<ReportedInsight> = {},
) {
  const rows = cohorts
    .flatMap((users, cohort) =>
      users.map((value, offset) => ({ parts: [WEEKS[cohort]!, WEEKS[cohort + offset]!], value })),
    )
    .map(({ parts, value }, index) => ({ ...row(index + 1, parts.join(' / '), value), parts }));
  const retention = ranking(rows, {
    queryType: 'retention',
    metric: 'Users',
    unit: 'users',
    dimensions: ['cohort', 'period'],
    interval,
    query: { queryType: 'retention', granularity: 'week' },
    ...more,
  });
  return buildView(report([retention]), 'file', null).insights[0]!;
}

function returns(...given: Parameters<typeof viewOf>) {
  return viewOf(...given).returns.map(({ after, rate }) => [after, rate]);
}

test('the last line of a retention is the average of its cohorts, and darker cells are higher rates', () => {
  const lines = renderMarkdownTable(viewOf([[100, 80, 20, 10], [60, 30, 10], [40, 10], [20]]), 'en-US').split(
    '\n',
  );
  expect(lines.at(-1)).toBe('| Average | – | ▓ 60.0% | ░ 18.8% | ░ 10.0% |');
  expect(lines[2]).toContain('| █ 80.0% | ░ 20.0% | ░ 10.0% |');
  expect(viewOf([[100, 50, 20, 10]]).average).toBeNull();
});

test('a retention over days without events says no average and no rate of return', () => {
  const cohorts = [[100, 80, 20, 10], [60, 30, 10], [40, 10], [20]];
  const noEventsOn = '2026-10-20 to 2026-10-24';
  expect(returns(cohorts, INTERVAL, { noEventsOn })).toEqual([]);
  expect(viewOf(cohorts, INTERVAL, { noEventsOn }).average).toBeNull();
});

test('returns are counted over the cohorts whose week of return is known', () => {
  expect(returns([[100, 50, 20, 10], [60, 30, 10], [40, 20], [20]])).toEqual([
    ['1 week later', 100 / 200],
    ['2 weeks later', 30 / 160],
    ['3 weeks later', 10 / 100],
  ]);
});

test('a number that was left out does not count as 0', () => {
  expect(returns([[100, 50, null, null], [60, null, 30], [40, 20], [null]])).toEqual([
    ['1 week later', 70 / 140],
    ['2 weeks later', 30 / 60],
  ]);
  expect(returns([[null, 50], [60]])).toEqual([]);
});

test.each([
  ['still runs', { ...INTERVAL, complete: false }],
  ['the period cuts', { ...INTERVAL, end: '2026-10-30T00:00:00Z' }],
  ['the period cuts by its last day', { ...INTERVAL, end: '2026-11-01T00:00:00Z' }],
])('a last week that %s does not count as a week of return', (_, interval) => {
  expect(returns([[100, 50, 20, 1], [60, 30, 1], [40, 1], [20]], interval)).toEqual([
    ['1 week later', 80 / 160],
    ['2 weeks later', 20 / 100],
  ]);
});

test.each(['2026-11-01T10:00:00Z', '2026-11-02T12:00:00Z'])(
  'a week that ends at %s in its zone is whole',
  (end) => {
    expect(returns([[100, 50], [60]], { ...INTERVAL, end })).toEqual([['1 week later', 0.5]]);
    expect(returns([[100, 50, 20, 10], [60, 30, 10], [40, 20], [20]], { ...INTERVAL, end })).toHaveLength(3);
  },
);

test('weeks that have not begun are neither cohorts nor columns', () => {
  const users = [[100, 50, 0, 0], [60, 0, 0], [0, 0], [0]];
  const rows = users.flatMap((each, cohort) =>
    each.map((value, offset) => ({
      ...row(1, `${WEEKS[cohort]!} / ${WEEKS[cohort + offset]!}`, value),
      parts: [WEEKS[cohort]!, WEEKS[cohort + offset]!],
    })),
  );
  const retention = ranking(rows, {
    queryType: 'retention',
    metric: 'Users',
    unit: 'users',
    dimensions: ['cohort', 'period'],
    interval: { ...INTERVAL, complete: false },
    query: { queryType: 'retention', granularity: 'week' },
  });
  const at = (generatedAt: string) =>
    buildView({ ...report([retention]), generatedAt }, 'file', null).insights[0]!;
  const second = at('2026-10-14T12:00:00Z');
  expect(second.rows.map(({ value, cells }) => [value, cells])).toEqual([
    [100, [0.5]],
    [60, [null]],
  ]);
  expect([second.columns.map(({ title }) => title), second.returns]).toEqual([
    ['Cohort', 'Users', '+1 week'],
    [],
  ]);
  expect(at('2026-10-12T00:00:00Z').rows).toHaveLength(2);
  expect(at('2026-10-11T23:59:59Z').rows).toHaveLength(1);
});
