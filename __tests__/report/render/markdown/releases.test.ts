import { renderReleases } from '../../../../src/report/render/markdown/releases.ts';
import type { ReportedRelease } from '../../../../src/report/results/results.ts';

const dayOf = (index: number) => new Date(Date.UTC(2026, 10, 9 + index)).toISOString().slice(0, 10);

function release(count: number, limit: { limit?: number }): ReportedRelease {
  const side = { users: 900, had: 9, rate: 0.01 };
  const days = Array.from({ length: count }, (_, index) => ({
    day: dayOf(index),
    worse: { value: 0.1, low: -0.5 + index / 100, high: 0.9 - index / 100 },
  }));
  const event = { event: 'crashed', new: side, old: side, expected: 0.01, worse: days.at(-1)!.worse, days };
  return {
    ...{ name: 'stability', title: 'Stability', status: 'ok', version: 'v', new: '4.1', against: 'older' },
    ...{
      since: '2026-11-09',
      strata: [],
      confidence: 0.95,
      problem: null,
      advice: 'wait',
      sentence: 'Wait.',
    },
    events: [{ ...event, ...limit }],
  };
}

test('the chart of a release names few days, as other charts write them, and draws both bounds and the limit', () => {
  const markdown = renderReleases([release(19, { limit: 0.1 })], 'en-US');
  const labels = /x-axis \[(.*)\]/.exec(markdown)?.[1]?.split(', "') ?? [];
  expect(labels).toHaveLength(19);
  expect(labels.filter((label) => label.includes('Nov')).length).toBeLessThan(10);
  expect(labels[0]).toBe('"Mon, Nov 9"');
  expect(markdown.match(/^ {2}line \[/gm)).toHaveLength(3);
  expect(markdown).toContain(`  line [${Array.from({ length: 19 }, () => '10.0').join(', ')}]`);
  expect(markdown).toContain('"plotColorPalette": "steelblue, darkorange, crimson"');
  expect(markdown).toContain(
    '<sub>Upper line (orange): at most. Lower line (blue): at least. Flat line (red): the limit, +10%.</sub>',
  );
  expect(markdown).toContain('<sub>Since Nov 9, 2026, compared within days');
});

test('the chart of a release without a limit draws its bounds alone', () => {
  const markdown = renderReleases([release(5, {})], 'en-US');
  expect(markdown.match(/^ {2}line \[/gm)).toHaveLength(2);
  expect(markdown).toContain('<sub>Upper line (orange): at most. Lower line (blue): at least.</sub>');
});
