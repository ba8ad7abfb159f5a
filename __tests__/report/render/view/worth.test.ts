import { renderReport } from '../../../../src/report/render/report.ts';
import { renderTerminal } from '../../../../src/report/render/terminal/report.ts';
import { orderByWorth } from '../../../../src/report/render/view/arrange/worth.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import type { Results } from '../../../../src/report/results/results.ts';
import { VERDICTS } from '../../../golden/gates.ts';
import { days, ranking, report, row } from '../../../support/render/results.ts';

const WEEKS = Array.from({ length: 8 }, (_, index) => ({
  start: new Date(Date.UTC(2026, 8, 14) + index * 7 * 86_400_000).toISOString(),
  end: new Date(Date.UTC(2026, 8, 21) + index * 7 * 86_400_000).toISOString(),
}));
const DAY_MS = 86_400_000;
const WEEK = {
  label: 'last week',
  start: '2026-11-09T00:00:00Z',
  end: '2026-11-16T00:00:00Z',
  complete: true,
};
const COMPARE = { start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' };
const TOTALS = [990, 1010, 1000, 1005, 995, 1000, 1002, 998];

const weekly = (name: string, total: number, more: object = {}) =>
  ranking([row(1, 'a', total, 1)], {
    name,
    title: name,
    total,
    interval: WEEK,
    compare: COMPARE,
    previousTotal: 998,
    history: WEEKS,
    totalHistory: TOTALS,
    ...more,
  });
const markdown = async (results: Results): Promise<string> =>
  (
    await renderReport(results, {
      destination: 'issue',
      limit: null,
      links: { whole: null },
      template: { kind: 'builtin', name: 'report' },
    })
  ).markdown;

test('of users by day, the different users are as usual or not, and not the average of days', async () => {
  const daily = (total: number) =>
    days([100, 50], {
      ...weekly('daily', total),
      queryType: 'timeseries',
      unit: 'users',
      rows: days([100, 50]).rows,
    });
  const calm = await markdown(report([daily(1003), weekly('quiet', 999)]));
  expect(calm).toContain(
    '- **As usual**: daily (1,003 users, ▲\u00a00.5%), quiet (999 events, ▲\u00a00.1%).',
  );
  expect(await markdown(report([daily(1400), weekly('quiet', 999)]))).toMatch(
    /Usual range of different users: [89]\d\d to/,
  );
});

test('insights within their usual range share one line, and one outside of it says the range', async () => {
  const text = await markdown(report([weekly('calm', 1003), weekly('quiet', 999), weekly('loud', 1400)]));
  expect(text).toContain(
    '- **As usual**: calm (1,003 events, ▲\u00a00.5%), quiet (999 events, ▲\u00a00.1%).',
  );
  expect(text).toMatch(
    /- \*\*loud\*\*: \*\*1,400 events\*\*.* Usual range: [89]\d\d to 1,1\d\d \(from the 8 periods before\)\./,
  );
  // Of the eight periods before, one is of the same weekday.
  const oneDay = weekly('loud', 1400, { interval: { ...WEEK, start: '2026-11-15T00:00:00Z' } });
  expect(await markdown(report([oneDay]))).not.toContain('Usual range');
  expect(text.indexOf('### loud')).toBeLessThan(text.indexOf('<summary><b>calm</b> · 1,003 events'));
  // In the line at the top, in the title of its fold and in its table.
  expect(text.split('1,003')).toHaveLength(4);
  const twins = await markdown(
    report([weekly('loud', 1400), ...['calm', 'by country'].map((name) => weekly(name, 1003))]),
  );
  expect(twins).toContain('- **As usual**: calm (1,003 events, ▲\u00a00.5%), by country.');
  // One highlight and the line of usual ones are below the words on what they are compared with.
  expect(twins).toContain('**loud**: **1,400 events**, **▲\u00a040.3%**. ');
});

test('a funnel is not as usual, because no range is known of the rate that it shows', async () => {
  const rows = ['opened', 'paid'].map((key, step) => ({
    ...days([1003]).rows[0]!,
    key,
    parts: [key],
    value: [1003, 48][step]!,
  }));
  const funnel = {
    ...weekly('funnel', 1003),
    queryType: 'funnel',
    unit: 'users',
    dimensions: ['step'],
    rows,
  } as const;
  const text = await markdown(report([weekly('calm', 1003), weekly('quiet', 999), funnel]));
  expect(text).toMatch(/- \*\*As usual\*\*: calm .*, quiet /);
  expect(text).toContain('- **funnel**: ');
});

test('nothing is as usual after a campaign, because the range of the periods before is too wide', async () => {
  const totalHistory = [...TOTALS.slice(2), 1308, 2258];
  const insights = ['events', 'visits'].map((name) => weekly(name, 1552, { totalHistory }));
  expect(await markdown(report(insights))).not.toContain('As usual');
});

test('the insights of gates that failed come first, then those of other open gates, and so do the gates', () => {
  const gate = (insight: string, outcome: 'failed' | 'warned' | 'passed') => ({
    ...VERDICTS[0]!,
    insight,
    insights: [insight],
    outcome,
  });
  const thresholds = [gate('c', 'failed'), gate('b', 'warned'), gate('a', 'passed')];
  const results = report([weekly('a', 1000), weekly('b', 1000), weekly('c', 1000)], { thresholds });
  expect(orderByWorth(results).insights.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  const more = { ...results, thresholds: [...thresholds].reverse() };
  for (const each of [results, more])
    expect(buildView(each, 'issue', null).gates.map(({ insight }) => insight)).toEqual(['c', 'b', 'a']);
});

test('a step is shown with its day, its size and the release that it follows', async () => {
  const values = [...new Array<number>(10).fill(500), ...new Array<number>(18).fill(1000)];
  const interval = { ...WEEK, start: '2026-11-09T00:00:00Z', end: '2026-12-07T00:00:00Z' };
  const series = days(values, { unit: 'events', total: 23_000, interval, top: 30 });
  const marks = [{ at: '2026-11-18T17:00:00.000Z', text: 'v2.4.0' }];
  const results = report([series], { generatedAt: '2026-12-07T07:00:00Z', marks });
  const text = await markdown(results);
  expect(text).toContain('**Since Thu, Nov 19 about 2 times as many as before, the day after v2.4.0.**');
  expect(text).toContain('| Wed,\u00a0Nov\u00a018 <sup>v2.4.0</sup> | 500 |');
  expect(text).toMatch(/x-axis .*▲\u200b*"/);
  expect(text).toMatch(/trend over 28 days `[▁-█]{28}` \(v2\.4\.0 on Nov 18\)/);
  expect(renderTerminal(results, { width: 100, color: false })).toMatch(/ \(v2\.4\.0\s+on Nov 18\)/);
});

test('the trends of a ranking begin with the first known period, and carry the newest five marks within them', async () => {
  const ofWeek = (n: number) => ({
    start: new Date(Date.parse(WEEK.start) - n * 7 * DAY_MS).toISOString(),
    end: new Date(Date.parse(WEEK.start) - (n - 1) * 7 * DAY_MS).toISOString(),
  });
  const rows = [
    { ...row(1, 'x', 9), history: [null, null, 3, 6] },
    { ...row(2, 'y', 4), history: [null, null, null, 2] },
  ];
  const history = [4, 3, 2, 1].map(ofWeek);
  const insight = ranking(rows, { interval: WEEK, history, totalHistory: [null, null, 3, 8], total: 13 });
  const tags = ['0', '1', '2', '3', '4', '5|`@x`', '6', '7', '8', '9'];
  const marks = tags.map((text, index) => ({
    at: new Date(Date.parse(ofWeek(3).start) + index * 3 * DAY_MS).toISOString(),
    text,
  }));
  const results = report([insight], { generatedAt: WEEK.end, marks });
  const [view] = buildView(results, 'issue', null).insights;
  expect([view?.trend?.values, ...view!.rows.map(({ history }) => history)]).toEqual([
    [3, 8, 13],
    [3, 6, 9],
    [null, 2, 4],
  ]);
  expect(view?.trend?.marks.map(({ text }) => text)).toEqual(tags.slice(-5));
  expect(
    buildView({ ...results, marks: marks.slice(0, 5) }, 'issue', null).insights[0]?.trend?.marks.map(
      ({ day }) => day,
    ),
  ).toEqual(['Oct 28', 'Oct 31']);
  expect(await markdown(results)).toContain(
    'trend over 3 weeks `▃▅█` (`5`\\|`` `@\u200bx` `` on Nov 3, 6 on',
  );
});

test('a change of small numbers carries them and a caution, and says what is good news', async () => {
  const more = { compare: COMPARE, interval: WEEK, previousTotal: 6 };
  const crashes = ranking([row(1, 'x', 16, 1)], { ...more, title: 'Crashes', total: 16, good: 'down' });
  expect(await markdown(report([crashes]))).toContain('**▲\u00a0166.7%** (from 6 to 16, may be chance)');
  const many = { ...crashes, total: 900, previousTotal: 600 };
  expect(await markdown(report([many]))).toContain('**▲\u00a050.0%** (🔴 worse)');
  expect(await markdown(report([{ ...many, good: 'up' }]))).toContain('**▲\u00a050.0%** (🟢 better)');
  const sunday = { ...many, interval: { ...WEEK, start: '2026-11-15T00:00:00Z' } };
  const dayLater = { ...sunday, compare: { start: '2026-11-14T00:00:00Z', end: '2026-11-15T00:00:00Z' } };
  expect(await markdown(report([dayLater]))).toContain(
    '**▲\u00a050.0%** on the day before, another day of the week.',
  );
  // A rate of 36 users, of whom 14 are in its numerator and 9 were before.
  const fields = ['part', 'whole'].map((fieldName) => ({ type: 'fieldAccess', fieldName }) as const);
  const post = { type: 'arithmetic', name: 'rate', fn: '/', fields } as const;
  const rate = ranking([{ ...row(1, 'x', 0.39), values: { part: 14, whole: 36 } }], {
    ...{ ...more, unit: 'other', metric: 'rate', total: 0.39, previousTotal: 0.25, good: 'up' },
    query: { queryType: 'timeseries', postAggregations: [post] },
  });
  expect(await markdown(report([rate]))).not.toContain('better');
});
