import { readdirSync, readFileSync } from 'node:fs';
import { renderReport } from '../../../src/report/render/report.ts';
import { renderTerminal } from '../../../src/report/render/terminal/report.ts';
import type { Results, ResultsRow } from '../../../src/report/results/results.ts';
import { runs } from '../../support/properties.ts';
import { cmark, testWithCmark } from '../../support/render/cmark.ts';
import { days, PAGE, ranking, report, row } from '../../support/render/results.ts';

const OVER = {
  label: 'last 30 days',
  start: '2026-10-21T00:00:00Z',
  end: '2026-11-20T00:00:00Z',
  complete: true,
};
const COMPARED = { compare: { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' } };
const compared = (row: ResultsRow, previous: number | null) => ({
  ...row,
  previous,
  change: previous === null || previous === 0 || row.value === null ? null : row.value / previous - 1,
});

/** Unusual answers, each with some Markdown that its report contains. */
const EDGE_CASES: Readonly<Record<string, readonly [Results, string]>> = {
  'no rows': [report([ranking([], { total: 0 })]), 'No events in this period.'],
  'null and empty keys': [
    report([ranking([row(1, null, 2, 0.5), row(2, '', 2, 0.5)])]),
    '| _empty_ | 2 | 50.0% |',
  ],
  'a key of 10,000 characters': [
    report([ranking([row(1, 'k'.repeat(10_000), 1)])]),
    `| ${'k'.repeat(200)}… | 1 |`,
  ],
  'right to left': [
    report([ranking([row(1, 'שלום עולם', 3), row(2, 'مرحبا', 1)])]),
    '| שלום עולם | 3 | `██████████` |',
  ],
  'bidi controls': [report([ranking([row(1, 'a\u202eb\u2066c', 3)])]), '| `a⟨U+202E⟩b⟨U+2066⟩c` | 3 |'],
  'negative and fractional counts': [
    report([ranking([row(1, 'a', 2.5), row(2, 'b', -1.25)])]),
    '| b | −1.25 | `−█████` |',
  ],
  infinities: [
    report([
      ranking(
        ['Infinity', '-Infinity', 'NaN'].map((count, index) => ({
          ...row(index + 1, `k${index}`, null),
          values: { count },
        })),
        { total: null },
      ),
    ]),
    '| k1 | minus infinite |',
  ],
  'nothing in the comparison': [
    report([
      ranking([{ ...row(1, 'a', 5, 1), isNew: true }], { ...COMPARED, interval: OVER, previousTotal: 0 }),
    ]),
    '| a <sup>new</sup> | 5 | new | 100% | – |',
  ],
  'a change of a thousand times': [
    report([ranking([compared(row(1, 'a', 5000, 1), 5)], { ...COMPARED, previousTotal: 5 })]),
    '| a | 5,000 | ▲\u00a01,000× | 100% | 5 |',
  ],
  'names of helpers as dimensions and outputs': [
    report([
      ranking([{ ...row(1, 'x', 1, 1), parts: ['x', 'y'], values: { count: 1, table: 2, number: 3 } }], {
        dimensions: ['each', 'if'],
        outputs: ['count', 'table', 'number'],
      }),
    ]),
    '| Each | If | Events | Share | Table | Number |',
  ],
  'a series of nothing but gaps': [report([days([null, null, null])]), '| Mon,\u00a0Nov\u00a09 | – |'],
  "a scan's times of events, and values that are not times": [
    report([
      ranking(
        [1_792_630_285_000, '2026-10-22T23:31:25.000Z', null, '1', '@x :100: y', 1e300].map(
          (__time, index) => ({
            ...row(index + 1, String(index + 1), null),
            values: { __time },
          }),
        ),
        {
          queryType: 'scan',
          metric: null,
          dimensions: [],
          outputs: ['__time'],
          total: null,
          timezone: 'Europe/Berlin',
        },
      ),
    ]),
    [
      '| Time |\n|:--|\n| Oct\u00a022,\u00a02026,\u00a02:51:25\u00a0AM |\n| Oct\u00a023,\u00a02026,\u00a01:31:25\u00a0AM |\n',
      '| _not set_ |\n| 1 |\n| `@\u200bx :100: y` |\n',
    ].join(''),
  ],
  'a funnel of nobody': [
    report([
      ranking(
        [0, 0].map((value, index) => ({ ...row(index + 1, `s${index}`, value), values: { Users: value } })),
        { queryType: 'funnel', dimensions: ['step'], metric: 'Users', outputs: ['Users'], unit: 'users' },
      ),
    ]),
    '| Step | Users |\n|:--|--:|\n| s0 | 0 |\n| s1 | 0 |',
  ],
  'nothing where there was something before': [
    report([ranking([], { total: 0, previousTotal: 55, ...COMPARED })]),
    'No events in this period, 55 events before.',
  ],
  'an experiment of nobody': [
    report([
      ranking(
        [
          ['cohort_1', 0],
          ['cohort_2', 0],
          ['cohort_1_success', 0],
          ['cohort_2_success', 0],
        ].map(([key, value], index) => row(index + 1, String(key), Number(value))),
        { queryType: 'experiment', dimensions: ['output'], metric: 'value', total: null },
      ),
    ]),
    'There is no p-value.',
  ],
};

const FOLDER = new URL('../../../examples/templates/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const GALLERY = readdirSync(FOLDER).flatMap((name) =>
  name.endsWith('.hbs') ? [[name, read(name)] as const] : [],
);
const GALLERY_PARTIALS = { zeile: read('partials/zeile.hbs') };

describe.each(Object.entries(EDGE_CASES))('%s', (_, [results, line]) => {
  test.each(['report', 'compact'] as const)(
    'a report of an edge case can be rendered as %s',
    async (name) => {
      const options = { ...PAGE, template: { kind: 'builtin', name } } as const;
      const { markdown } = await renderReport(results, options);
      expect(markdown).toContain(line);
      expect(markdown).not.toMatch(/undefined|\[object|Infinity|NaN/);
    },
  );

  test.each(GALLERY)(
    'a report of an edge case can be rendered as %s of the gallery',
    async (name, source) => {
      const template = { kind: 'file', name, source, partials: GALLERY_PARTIALS } as const;
      const options = { template, destination: 'issue', limit: null, links: { whole: null } } as const;
      expect((await renderReport(results, options)).markdown).not.toMatch(
        /undefined|\[object|(?!\n)\p{Cc}|\p{Bidi_Control}/u,
      );
    },
  );

  testWithCmark('a report of an edge case has valid tables, with as many cells in each row', async () => {
    const options = {
      template: { kind: 'builtin', name: 'report' },
      destination: 'issue',
      limit: null,
      links: { whole: null },
    } as const;
    const xml = cmark((await renderReport(results, options)).markdown, 'xml');
    for (const [, table = ''] of xml.matchAll(/<table>([^]*?)<\/table>/g)) {
      const counts = [...table.matchAll(/<table_(?:header|row)>([^]*?)<\/table_(?:header|row)>/g)].map(
        ([, cells = '']) => cells.match(/<table_cell/g)?.length,
      );
      expect(new Set(counts).size).toBe(1);
    }
    expect(xml.match(/<table>/g)?.length ?? 0).toBe(line.startsWith('|') || line.startsWith('There') ? 1 : 0);
  });

  test('a report of an edge case can be rendered in a terminal', () => {
    expect(renderTerminal(results, { width: 80, color: false })).not.toMatch(
      /undefined|\[object|p = –|(?!\n)\p{Cc}|\p{Bidi_Control}/u,
    );
  });
});

test('a series of gaps has neither a trend nor a last value', async () => {
  const template = { kind: 'builtin', name: 'report' } as const;
  const options = { template, destination: 'issue', limit: null, links: { whole: null } } as const;
  const { markdown } = await renderReport(report([days([null, null, null], { total: 0 })]), options);
  expect(markdown).toContain('\n**0 users**.\n\n### Daily active users\n\n3 days\n');
  const [text] = markdown.split('\n---\n');
  expect(text).not.toMatch(/trend|last|average/);
});

test.each(['report', 'compact'] as const)(
  'a report with very many rows is rendered as %s, fitted into a comment, and folded into one row',
  async (name) => {
    const count = runs(100_000, 20_000);
    const rows = Array.from({ length: count }, (_, index) =>
      row(index + 1, `key ${index}`, count - index, null),
    );
    const options = {
      template: { kind: 'builtin', name },
      destination: 'issue',
      limit: { units: 'utf16', count: 65_000 },
      links: { whole: null },
    } as const;
    const short = await renderReport(report([ranking(rows)]), options);
    expect(short.markdown).toContain(`| _Other (${(count - 10).toLocaleString('en-US')} more)_ |`);
    expect(short.rowsNotShown).toBe(0);
    const long = await renderReport(report([ranking(rows, { top: count })]), options);
    expect(long.markdown.length).toBeLessThanOrEqual(65_000);
    expect(long.markdown).toContain(`**${long.rowsNotShown} rows not shown**`);
  },
);

test('an insight without rows names its period in a sentence if other insights have another period', async () => {
  const interval = { label: 'x', start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z', complete: true };
  const empty = ranking([], { title: 'Crashes', total: 0, previousTotal: 55, interval, ...COMPARED });
  const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
  for (const name of ['report', 'compact'] as const) {
    const template = { kind: 'builtin', name } as const;
    const { markdown } = await renderReport(report([days([1, 2]), empty]), { ...options, template });
    expect(markdown).toMatch(/^(?:\*\*Crashes\*\*: )?Oct 1 – 31, 2026 \(31 days, UTC\), compared with /m);
  }
});

test('in a short report, a note on an insight without rows stands under its title', async () => {
  const empty = ranking([], { title: 'Models', notes: ['No event has "modle".'] });
  const { markdown } = await renderReport(report([empty, ranking([row(1, 'a', 5)])]), {
    ...PAGE,
    template: { kind: 'builtin', name: 'compact' },
  });
  expect(markdown).toContain('**Models**:\n\n<sub>No event has "modle".</sub>');
});
