// The report of a histogram: its table and its chart.
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

test('a chart of all bins is next to their table, however few rows are shown', async () => {
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
