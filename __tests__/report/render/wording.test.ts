import { buildView } from '../../../src/report/render/view/report.ts';
import { formatRange } from '../../../src/report/render/format/dates.ts';
import { formatBucket } from '../../../src/report/render/format/buckets.ts';
import { escapeProse } from '../../../src/report/render/markdown/prose.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import { renderMarkdownTable } from '../../../src/report/render/markdown/table.ts';
import { renderTerminal } from '../../../src/report/render/terminal/report.ts';
import type { Query } from '../../../src/tql/query.ts';
import type { ComparedPeriod, ReportedInsight } from '../../../src/report/results/results.ts';
import { days, ranking, report, row } from '../../support/render/results.ts';
import { sentenceAsText } from '../../../src/report/render/view/sentences/sentence.ts';

type Days = readonly [start: string, end: string];

function compared(
  [start, end]: Days,
  [from, to]: Days,
  timezone = 'UTC',
  complete = true,
): string | undefined {
  const interval = { label: 'x', start: `${start}Z`, end: `${end}Z`, complete };
  const insight = ranking([row(1, 'a', 1)], {
    interval,
    timezone,
    compare: { start: `${from}Z`, end: `${to}Z` },
  });
  return buildView(report([insight]), 'file', null).insights[0]!.compared?.words;
}

const day = (text: string) => `${text}T00:00:00`;

test.each([
  // Nov 9, 2026 is a Monday.
  [[day('2026-11-09'), day('2026-11-16')], [day('2026-11-02'), day('2026-11-09')], 'the week before'],
  [[day('2026-11-10'), day('2026-11-17')], [day('2026-11-03'), day('2026-11-10')], 'the 7 days before'],
  [
    [day('2026-11-15'), day('2026-11-16')],
    [day('2026-11-14'), day('2026-11-15')],
    'the day before, another day of the week',
  ],
  [[day('2026-02-01'), day('2026-03-01')], [day('2026-01-01'), day('2026-02-01')], 'the month before'],
  [[day('2026-10-01'), day('2026-11-01')], [day('2026-08-31'), day('2026-10-01')], 'the 31 days before'],
  [
    ['2026-11-16T03:00:00', '2026-11-16T15:00:00'],
    ['2026-11-15T15:00:00', '2026-11-16T03:00:00'],
    'the 12 hours before, other hours',
  ],
  [
    ['2026-11-16T03:00:00', '2026-11-16T14:45:00'],
    ['2026-11-15T15:15:00', '2026-11-16T03:00:00'],
    'the same length of time before, other hours',
  ],
  [[day('2026-11-09'), day('2026-11-16')], [day('2026-10-05'), day('2026-10-12')], 'Oct 5 – 11, 2026'],
] as const)('the period %j against %j is compared with "%s"', (period, before, words) => {
  expect(compared(period, before)).toBe(words);
});

test("relations follow the calendar of the insight's time zone: clocks go back in Berlin on Oct 25, 2026", () => {
  const [before, start, end] = ['2026-10-18T22:00:00', '2026-10-25T23:00:00', '2026-11-01T23:00:00'];
  expect(compared([start, end], [before, start], 'Europe/Berlin')).toBe('the week before');
});

test('a running period is compared up to the same point', () => {
  const running = compared(
    [day('2026-11-01'), day('2026-12-01')],
    [day('2026-10-01'), '2026-10-20T12:00:00'],
    'UTC',
    false,
  );
  expect(running).toBe('the month before, up to the same point');
});

test('the relation in the results file decides, not the dates', () => {
  const interval = { label: 'x', start: '2026-11-09T00:00:00Z', end: '2026-11-16T00:00:00Z', complete: true };
  const wordsFor = (relation: NonNullable<ComparedPeriod['relation']>) => {
    const compare = { start: '2025-11-10T00:00:00Z', end: '2025-11-17T00:00:00Z', relation };
    const insight = ranking([row(1, 'a', 1)], { interval, compare });
    return buildView(report([insight]), 'file', null).insights[0]!.compared?.words;
  };
  expect(wordsFor('52-weeks-earlier')).toBe('the same weekdays 52 weeks earlier');
  expect(wordsFor('previous-year')).toBe('the same dates a year earlier');
  expect(wordsFor('previous-period')).toBe('Nov 10 – 16, 2025');
});

describe('the remark that events may still arrive', () => {
  const late = (end: string, complete: boolean, generatedAt: string): string | undefined => {
    const interval = { label: 'x', start: '2026-11-09T00:00:00Z', end, complete };
    return buildView(report([days([1, 2], { interval })], { generatedAt }), 'file', null).period?.late;
  };

  test.each([
    ['2026-11-16T00:00:00Z', false, '2026-11-15T10:00:00Z', 'the period is still running'],
    [
      '2026-11-16T00:00:00Z',
      true,
      '2026-11-16T00:30:00Z',
      'the period ended an hour ago, events may still arrive',
    ],
    [
      '2026-11-16T00:00:00Z',
      true,
      '2026-11-17T06:00:00Z',
      'the period ended 30 hours ago, events may still arrive',
    ],
    ['2026-11-16T00:00:00Z', true, '2026-11-18T00:00:00Z', ''],
  ] as const)(
    'the remark on late events for a period that ends at %s (complete: %s), reported at %s, is %j',
    (end, complete, generatedAt, words) => {
      expect(late(end, complete, generatedAt)).toBe(words);
    },
  );
});

describe('a valueFormatter', () => {
  const cell = (options: unknown, value: number, locale?: string) => {
    const query = {
      queryType: 'topN',
      valueFormatter: { ...(locale === undefined ? {} : { locale }), options },
    } as Query;
    const view = buildView(report([ranking([row(1, 'a', value)], { query, unit: 'other' })]), 'file', null);
    return renderMarkdownTable(view.insights[0]!, 'en-US')
      .split('\n')[2]
      ?.split(' | ')[1]
      ?.replace(/ \|$/, '');
  };

  test.each([
    [{ style: 'currency', currency: 'EUR' }, 1234.5, 'de-DE', '1.234,50\u00a0€'],
    // A dollar sign starts a formula on GitHub.
    [{ style: 'currency', currency: 'USD' }, 5, 'en-US', '`$5.00`'],
    [{ style: 'percent', minimumFractionDigits: 1 }, 0.256, undefined, '25.6%'],
    [{ style: 'unit', unit: 'user', unitDisplay: 'long' }, 100_000, undefined, '100,000 users'],
    [{ style: 'unit', unit: '<b>@x' }, 2, undefined, '2'],
    [{ style: 'currency', currency: 'EUR' }, -3, 'en-US', '-€3.00'],
    [{ maximumFractionDigits: 1 }, 2.25, 'no locale', '2.3'],
    ['nonsense', 2, undefined, '2'],
  ])('a valueFormatter with the options %j writes %d in %s as %s', (options, value, locale, text) => {
    expect(cell(options, value, locale)).toBe(text);
  });
});

test('the change of a rate is in points in the table and in its sentences, because "▲ 3%" next to 83% misleads', () => {
  const rate = (value: number, previous: number) =>
    renderTerminal(
      report([
        ranking([{ ...row(1, 'a', value), previous, change: (value - previous) / previous }], {
          query: {
            queryType: 'topN',
            valueFormatter: { options: { style: 'percent', maximumFractionDigits: 2 } },
          } as Query,
          unit: 'other',
          compare: { start: '2026-11-02T00:00:00Z', end: '2026-11-09T00:00:00Z' },
          total: value,
          previousTotal: previous,
        }),
      ]),
      { color: false, width: 100 },
    );
  expect(rate(0.8083, 0.7832)).toMatch(/80\.83%.*▲\u00a02\.5 points/);
  expect(rate(0.8083, 0.7832)).not.toContain('3.2%');
  expect(rate(0.0045, 0.0041)).toContain('▲\u00a00.04 points');
  expect(rate(0.3, 0.1 + 0.2)).toContain('±0 points');
});

test('a history of earlier periods ends with this period if it is over; a history of buckets does not', () => {
  const history = ['2026-10-26', '2026-11-02'].map((start, index) => ({
    start: `${start}T00:00:00Z`,
    end: `${['2026-11-02', '2026-11-09'][index]}T00:00:00Z`,
  }));
  const interval = { label: 'x', start: '2026-11-09T00:00:00Z', end: '2026-11-16T00:00:00Z', complete: true };
  const of = (more: Partial<ReportedInsight>, values = [4, 3]) =>
    buildView(
      report([
        ranking([{ ...row(1, 'a', 5), history: values }], {
          interval,
          history,
          totalHistory: values,
          total: 5,
          ...more,
        }),
      ]),
      'file',
      null,
    ).insights[0]!;
  expect(of({})).toMatchObject({
    trend: { values: [4, 3, 5], text: 'trend over 3 weeks' },
    rows: [{ history: [4, 3, 5] }],
  });
  // Two points are no trend.
  expect(of({ interval: { ...interval, complete: false } })).toMatchObject({
    trend: null,
    rows: [{ history: [] }],
  });
  const within = [9, 10, 11].map((day) => ({
    start: new Date(Date.UTC(2026, 10, day)).toISOString(),
    end: new Date(Date.UTC(2026, 10, day + 1)).toISOString(),
  }));
  expect(of({ history: within }, [1, 2, 3])).toMatchObject({
    trend: { values: [1, 2, 3] },
    rows: [{ history: [1, 2, 3] }],
  });
});

test('insights without a comparison do not keep the others from sharing theirs', () => {
  const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' };
  const [devices, os] = [ranking([row(1, 'a', 5)], { compare }), ranking([row(1, 'b', 4)], { compare })];
  const scan = ranking([row(1, '1', null)], { queryType: 'scan', metric: null });
  const view = buildView(report([devices, scan, os]), 'file', null);
  expect(view.compared?.start).toBe(compare.start);
  expect(view.insights.map(({ says }) => says.more)).toEqual([[], [], []]);
  const other = { ...os, compare: { start: '2025-10-21T00:00:00Z', end: '2025-11-21T00:00:00Z' } };
  const apart = buildView(report([devices, scan, other]), 'file', null);
  expect([apart.compared, apart.insights[0]!.says.more.map(sentenceAsText)]).toEqual([
    null,
    [expect.stringContaining('compared with')],
  ]);
});

describe('buckets that the period cuts off', () => {
  const series = (granularity: string, [start, end]: Days, starts: readonly string[], timezone = 'UTC') =>
    days([], {
      rows: starts.map((each, index) => row(index + 1, each, 100 + index)),
      interval: { label: 'x', start, end, complete: true },
      timezone,
      query: { queryType: 'timeseries', granularity },
    });
  const figures = (insight: ReportedInsight) => {
    const view = buildView({ ...report([insight]), generatedAt: '2027-01-10T00:00:00Z' }, 'file', null)
      .insights[0]!;
    const hourOf = (bucket: { readonly key: string } | null | undefined) => bucket?.key.slice(0, 13);
    return [hourOf(view.series?.lowest), hourOf(view.series?.last), view.trend?.text];
  };

  test('buckets that the period cuts off are in the table, but not in the average, the trend or the lowest', () => {
    const weeks = ['2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16'].map(
      (each) => `${each}T00:00:00Z`,
    );
    const cut = series('week', ['2026-10-22T00:00:00Z', '2026-11-21T00:00:00Z'], weeks);
    expect(figures(cut)).toEqual(['2026-10-26T00', '2026-11-09T00', 'trend over 3 weeks']);
    const view = buildView({ ...report([cut]), generatedAt: '2027-01-10T00:00:00Z' }, 'file', null)
      .insights[0]!;
    expect([view.rows.length, view.series?.average?.value]).toEqual([5, 102]);
    const whole = series('week', ['2026-10-19T00:00:00Z', '2026-11-22T23:59:59Z'], weeks);
    expect(figures(whole)).toEqual(['2026-10-19T00', '2026-11-16T00', 'trend over 5 weeks']);
  });

  test("buckets that the period cuts off are found in the insight's time zone, across a change of the clock", () => {
    const months = ['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z'];
    const whole = series('month', ['2026-09-30T22:00:00Z', '2026-12-31T23:00:00Z'], months, 'Europe/Berlin');
    expect(figures(whole)).toEqual(['2026-09-30T22', '2026-11-30T23', 'trend over 3 months']);
    const cut = series('month', ['2026-09-30T22:00:00Z', '2026-12-30T23:00:00Z'], months, 'Europe/Berlin');
    expect(figures(cut)).toEqual(['2026-09-30T22', '2026-10-31T23', undefined]);
  });
});

test('a series of a single bucket is labelled with the period, not with its first day', () => {
  const interval = { label: 'x', start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z', complete: true };
  const query = { queryType: 'timeseries', granularity: 'all' } as const;
  const insight = days([], { rows: [row(1, interval.start, 5)], interval, query });
  const view = buildView(report([insight]), 'file', null).insights[0]!;
  expect(renderMarkdownTable(view, 'en-US')).toBe(
    '| Period | Users |\n|:--|--:|\n| Oct\u00a01\u00a0–\u00a031,\u00a02026 | 5 |',
  );
});

test('equal buckets have no highest, and equal steps have no narrowest', () => {
  const steps = [5, 5, 5].map((value, index) => ({
    ...row(index + 1, `s${index}`, value, 1),
    values: { Users: value },
  }));
  const funnel = ranking(steps, {
    queryType: 'funnel',
    dimensions: ['step'],
    metric: 'Users',
    outputs: ['Users'],
  });
  const [series, equal, fell] = [
    days([5, 5, 5]),
    funnel,
    { ...funnel, rows: [steps[0]!, { ...steps[1]!, value: 4 }, steps[2]!] },
  ].map((insight) => buildView(report([insight]), 'file', null).insights[0]!);
  expect(series!.series).toMatchObject({ highest: null, lowest: null, average: { value: 5 } });
  expect([equal!.funnel?.rate, equal!.funnel?.narrowest]).toEqual([1, null]);
  expect(fell!.funnel?.narrowest?.label).toBe('s1');
});

test.each(['de', 'ar', 'ja'])('dates in %s are not escaped', (locale) => {
  const [start, end] = [Date.UTC(2026, 9, 22), Date.UTC(2026, 10, 21)];
  const day = formatBucket(start, { unit: 'day', withYear: true, locale, timeZone: 'UTC' });
  for (const text of [formatRange(start, end, locale, 'UTC'), day]) {
    expect(escapeProse(text)).toBe(text);
    expect(text).toMatch(/\p{N}/u);
  }
});

test.each([
  ['a ranking', ranking([row(1, 'a', 4321), row(2, 'b', 5)], { total: 4326 }), '4,326 events'],
  ['a series', days([3100, 1221], { total: 4321 }), '4,321 different users'],
  ['nothing', ranking([], { previousTotal: 977 }), 'No events in this period'],
])(
  'a report states the total of an insight once, be it alone or one of several: %s',
  async (_, insight, words) => {
    const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
    const render = async (insights: readonly ReportedInsight[]) =>
      (await renderReport(report(insights), { ...options, template: { kind: 'builtin', name: 'report' } }))
        .markdown;
    expect((await render([insight])).split(words)).toHaveLength(2);
    const other = ranking([row(1, 'c', 1), row(2, 'd', 2)], { total: 3 });
    expect((await render([insight, other])).split(words)).toHaveLength(2);
  },
);

test('the total of several insights stands once above their lines, and in the title of each fold', async () => {
  const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' };
  const insights = ['Devices', 'Systems'].map((title) =>
    ranking([row(1, 'a', 3000), row(2, 'b', 1042)], {
      title,
      name: title,
      compare,
      total: 4042,
      previousTotal: 3515,
    }),
  );
  const render = async (name: 'report' | 'compact') => {
    const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
    return (await renderReport(report(insights), { ...options, template: { kind: 'builtin', name } }))
      .markdown;
  };
  const full = (await render('report')).replaceAll('\u00a0', ' ');
  expect(full.split('4,042')).toHaveLength(2);
  expect(full).toContain('\n\n**4,042 events**, **▲ 15.0%**. Compared with the 31 days before');
  const compact = (await render('compact')).replaceAll('\u00a0', ' ');
  for (const title of ['Devices', 'Systems'])
    expect(compact).toContain(`<summary><b>${title}</b> · 4,042 events, ▲ 15.0%</summary>`);
});

test.each([
  [0, 5, 1],
  [0, 0, 0],
  [3, 5, 0],
  [null, 5, 0],
])(
  'after a total of %p, a total of %p gets "none before" in place of its change %p times',
  async (previousTotal, total, times) => {
    const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' };
    const results = report([
      ranking([row(1, 'a', total)], { compare, previousTotal }),
      ranking([row(1, 'b', 2)]),
    ]);
    const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
    for (const name of ['report', 'compact'] as const) {
      const { markdown } = await renderReport(results, { ...options, template: { kind: 'builtin', name } });
      // The title of a fold repeats what a line above says.
      expect(markdown.split('none before')).toHaveLength(1 + times * (name === 'compact' ? 2 : 1));
    }
    expect(renderTerminal(results, { width: 80, color: false }).split('none before')).toHaveLength(1 + times);
  },
);
