import { Temporal } from 'temporal-polyfill';
import { renderReport } from '../../../../../src/report/render/report.ts';
import { renderTerminal } from '../../../../../src/report/render/terminal/report.ts';
import { buildView } from '../../../../../src/report/render/view/report.ts';
import type { ReportedInsight } from '../../../../../src/report/results/results.ts';
import { days, PAGE, report } from '../../../../support/render/results.ts';

const figures = (insight: ReportedInsight) => {
  const [view] = buildView(report([insight]), 'file', null).insights;
  return {
    average: view?.series?.average?.value,
    highest: view?.series?.highest?.value,
    lowest: view?.series?.lowest?.value,
    last: view?.series?.last?.value,
  };
};

test('a timeseries has an average and extremes', () => {
  expect(figures(days([40, 20, 60]))).toEqual({ average: 40, highest: 60, lowest: 20, last: 60 });
});

test('a timeseries that its limit cut off has neither an average nor extremes', () => {
  const nothing = { average: undefined, highest: undefined, lowest: undefined, last: undefined };
  expect(figures(days([40, 20, 60], { cutOff: true }))).toEqual(nothing);
});

test('missing sums are ignored in the average', () => {
  const sums = days([40, null, 60], { unit: 'other', metric: 'sum' });
  expect(figures(sums)).toEqual({ average: 50, highest: 60, lowest: 40, last: 60 });
});

test('a series of means has no average, which would count each day alike', () => {
  const mean = { type: 'doubleMean', name: 'mean', fieldName: 'load' } as const;
  const query = { queryType: 'timeseries', granularity: 'day', aggregations: [mean] } as const;
  const means = days([1, 5], { unit: 'other', metric: 'mean', query });
  expect(figures(means)).toEqual({ average: undefined, highest: 5, lowest: 1, last: 5 });
});

/** Buckets of a fixed length from Monday, 9 November 2026 on. */
function buckets(period: string, stepHours: number, values: readonly number[]): ReportedInsight {
  const startMs = Date.UTC(2026, 10, 9);
  const keyOf = (index: number) => new Date(startMs + index * stepHours * 3_600_000).toISOString();
  const insight = days(values, {
    interval: { label: 'x', start: keyOf(0), end: keyOf(values.length), complete: true },
  });
  return {
    ...insight,
    rows: insight.rows.map((each, index) => ({ ...each, key: keyOf(index) })),
    query: { queryType: 'timeseries', granularity: { type: 'period', period } },
  };
}

test.each([
  ['PT1H', 1, 13],
  ['PT6H', 6, 13],
  ['PT30M', 0.5, 2],
] as const)('neither a night nor a weekend is a step in buckets of %s', (period, stepHours, dayCount) => {
  const values = Array.from({ length: (dayCount * 24) / stepHours }, (_, index) => {
    const hour = index * stepHours;
    const isDay = hour % 24 >= 6 && hour % 24 < 18;
    const isWeekend = Math.floor(hour / 24) % 7 >= 5;
    return (isDay ? 60 : 8) * (isWeekend ? 2 : 6) + (index % 3);
  });
  const [view] = buildView(report([buckets(period, stepHours, values)], LATER), 'file', null).insights;
  expect(view?.series?.finding).toBe('');
});

test.each([
  ['an hour', '2026-12-07T01:00:00Z', ''],
  ['half a day', '2026-12-07T12:00:00Z', 'Sun, Dec 6 had 0.5 times the usual (about 300).'],
])('a last day with few events is unusual only if they had %s to arrive', (_, generatedAt, finding) => {
  const values = [...Array<number>(27).fill(300), 150];
  const insight = days(values, { unit: 'events' });
  const [view] = buildView({ ...report([insight]), generatedAt }, 'file', null).insights;
  expect(view?.series?.finding).toBe(finding);
});

test('no weekend is unusual in buckets of two days, into which weeks do not divide', () => {
  const pairs = buckets('P2D', 48, [200, 200, 105, 105, 200, 200, 10, 200, 200]);
  const [view] = buildView(report([pairs], LATER), 'file', null).insights;
  expect(view?.series?.finding).toBe('');
});

test('a bucket of six hours is named with its time, also at midnight', () => {
  const [view] = buildView(report([buckets('PT6H', 6, [4, 9, 9, 9, 9, 9])], LATER), 'file', null).insights;
  expect(view?.series?.lowest?.label).toBe('Nov 9, 12:00 AM');
});

const LATER = { generatedAt: '2027-06-01T00:00:00Z' };

test('many buckets are averaged in groups', () => {
  const values = Array.from({ length: 120 }, (_, index) => (index === 3 ? null : index < 2 ? 0 : 10));
  const [view] = buildView(report([days(values, { unit: 'other' })], LATER), 'file', null).insights;
  expect(view?.trend?.values.slice(0, 3)).toEqual([0, 10, 10]);
});

// The first of them is Monday, 9 November 2026.
test.each([
  [null, 3, 'day', 0],
  ['2026-11-06', 3, 'day', 3],
  ['2026-10-10', 2, 'day', 30],
  ['2026-10-10', 1, 'day', 0],
  ['2026-10-10', 3, 'week', 0],
  ['2026-10-10', 3, 'minute', 0],
] as const)(
  'compared from %s on, %i buckets of a %s get a note about %i days (0: no note)',
  (start, count, granularity, daysBefore) => {
    const compare = start === null ? null : { start: `${start}T00:00:00Z`, end: '2026-11-09T00:00:00Z' };
    const interval = {
      label: 'x',
      start: '2026-11-09T00:00:00Z',
      end: '2026-11-12T00:00:00Z',
      complete: true,
    };
    const insight = days([3, 4, 5].slice(0, count), {
      interval,
      compare,
      metric: 'Events',
      query: { queryType: 'timeseries', granularity, aggregations: [{ type: 'count', name: 'Events' }] },
    });
    const notes = buildView(report([insight]), 'file', null).insights[0]!.notes;
    const sentence = `Each day is compared with the one ${daysBefore} days before it, another day of the week.`;
    expect(notes).toEqual(daysBefore === 0 ? [] : [sentence]);
  },
);

describe('a series of distinct users', () => {
  const compare = { start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' } as const;
  const values = [150, 160, 158, 155, 157, 156, 156];
  const daily = days(values, { total: 822, previousTotal: 654, compare });
  const rows = daily.rows.map((each) => ({ ...each, previous: 161, change: (each.value ?? 0) / 161 - 1 }));
  const results = report([{ ...daily, rows }]);

  test.each(['report', 'compact'] as const)(
    'a series of distinct users leads with its average and that change, and no other arrow, in %s',
    async (name) => {
      const options = {
        destination: 'file',
        limit: { units: 'utf16', count: 100_000 },
        links: { whole: null },
      } as const;
      const { markdown } = await renderReport(results, { ...options, template: { kind: 'builtin', name } });
      const [headings = ''] = markdown.split('| ');
      const text = headings
        .replaceAll('*', '')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('\u00a0', ' ');
      expect(text).toMatch(/[Aa]verage 156.{1,3}▼ 3.1%/);
      expect(text).toContain('822 different users in the period');
      expect(new Set(text.match(/[▲▼] [\d.]+%/g))).toEqual(new Set(['▼ 3.1%']));
    },
  );

  test('a series of distinct users leads with its average in the terminal too', () => {
    const text = renderTerminal(results, { width: 120, color: false }).replaceAll('\u00a0', ' ');
    expect(text).toContain(
      'Average 156, ▼ 3.1%, highest Tue, Nov 10 (160). 822 different users in the period.',
    );
    expect(text).not.toContain('25.7%');
  });

  test('a series of distinct users of one bucket has its total only', () => {
    const [view] = buildView(report([days([5], { total: 5 })]), 'file', null).insights;
    expect(view).toMatchObject({ series: { average: null } });
  });
});

test('the last bucket is not named again if it is the highest or the lowest', async () => {
  const pageOf = async (values: readonly number[]) =>
    (await renderReport(report([days(values)]), { ...PAGE, template: { kind: 'builtin', name: 'report' } }))
      .markdown;
  expect(await pageOf([50, 40, 60, 55])).toContain(
    'lowest **Tue, Nov 10** (40) · last **Thu, Nov 12** (55) · ',
  );
  expect(await pageOf([50, 60, 40])).toContain('lowest **Wed, Nov 11** (40) · trend over 3 days');
  expect(await pageOf([40, 50, 60])).toContain('lowest **Mon, Nov 9** (40) · trend over 3 days');
});

test.each(['UTC', 'Pacific/Honolulu', 'Pacific/Auckland'])(
  'a mark of a date is drawn on that date in %s',
  (timezone) => {
    const starts = ['09', '10', '11'].map((day) => {
      const plain = Temporal.PlainDate.from(`2026-11-${day}`);
      return new Date(plain.toZonedDateTime({ timeZone: timezone }).epochMilliseconds).toISOString();
    });
    const series = days([3, 4, 5], { timezone });
    const rows = series.rows.map((each, index) => ({ ...each, key: starts[index] ?? '' }));
    const interval = { label: 'x', start: starts[0] ?? '', end: '2026-11-12T11:00:00Z', complete: true };
    const marks = [{ at: '2026-11-10T10:30:00.000Z', text: 'sale' }];
    const results = report([{ ...series, rows, interval }], { generatedAt: '2026-11-20T00:00:00Z', marks });
    const [view] = buildView(results, 'file', null).insights;
    expect(view?.rows.map((each) => each.marks.length)).toEqual([0, 1, 0]);
    expect(view?.trend?.marks.map(({ day }) => day)).toEqual(['Nov 10']);
  },
);
