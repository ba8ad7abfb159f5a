// The report of a histogram: its table, its chart, and what min-group-size leaves of both.
import type { ReportedInsight, Results } from '../../src/report/results/results.ts';
import { startHosted } from '../support/hosted/stand-in.ts';
import { hostedWorld, INSIGHTS, TOKEN } from '../support/hosted/world.ts';
import { runWith } from '../support/run-command.ts';

const NOW = '2026-11-20T12:00:00Z';

const hosted = await startHosted(hostedWorld(Date.parse(NOW)));

afterAll(() => hosted.close());

async function report(format: string, ...more: readonly string[]): Promise<string> {
  const env = { INSIGHT_REPORT_API_TOKEN: TOKEN };
  const given = ['--api-url', hosted.url, '--insights', INSIGHTS.histogram, '--now', NOW, '--format', format];
  return (await runWith({ env }, 'report', ...given, ...more)).stdout;
}

async function insightOf(...more: readonly string[]): Promise<ReportedInsight> {
  const [insight] = (JSON.parse(await report('json', ...more)) as Results).insights;
  if (insight?.status !== 'ok') throw new Error(JSON.stringify(insight));
  return insight;
}

test('a chart of all bins stands beside their table, however few rows are shown', async () => {
  const values = (await insightOf()).rows.map(({ value }) => value);
  expect(values).toHaveLength(4);
  const chart = `  x-axis ["to 1", "1 to 2", "2 to 5", "from 5"]\n  y-axis "Histogram" 0 --> ${Math.max(...values.map(Number))}\n  bar [${values.join(', ')}]`;
  for (const [top, summary] of [
    ['10', 'All 4 bins, with a chart'],
    ['3', 'The first 3 of 4 bins, with a chart'],
  ] as const) {
    const markdown = await report('markdown', '--top', top);
    expect(markdown).toContain(chart);
    expect(markdown).toContain(`<details><summary>${summary}</summary>`);
    expect(markdown.indexOf(chart)).toBeLessThan(markdown.indexOf('| to 1 |'));
  }
});

test('no bin that is smaller than min-group-size is in the table, the chart or the results file', async () => {
  const whole = await insightOf();
  const large = whole.rows.filter(({ value }) => Number(value) >= 100).map(({ key }) => key);
  expect([whole.rows.length, large.length]).toEqual([4, 2]);
  const size = ['--min-group-size', '100'];
  const { rows } = await insightOf(...size);
  // A bin of 100 to 199 may read 0.
  expect(large).toEqual(expect.arrayContaining(rows.map(({ key }) => key)));
  for (const { value } of rows) expect([Number(value) % 100, Number(value) >= 100]).toEqual([0, true]);
  const markdown = await report('markdown', ...size);
  expect(markdown).not.toContain('xychart');
  for (const { key, value } of whole.rows.filter((each) => !large.includes(each.key))) {
    expect(markdown).not.toMatch(new RegExp(`\\| (?:${key}|${value}) \\|`));
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`"${key}"|:${value}\\b`));
  }
});
