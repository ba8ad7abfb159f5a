// A reader compares the numbers of a column, so all of them have as many decimals.
import { renderMarkdownTable } from '../../../../src/report/render/markdown/table.ts';
import { buildView } from '../../../../src/report/render/view/report.ts';
import type { ReportedInsight } from '../../../../src/report/results/results.ts';
import fc from '../../../support/properties.ts';
import { ranking, report, row } from '../../../support/render/results.ts';

function columnsOf(insight: ReportedInsight): readonly (readonly string[])[] {
  const [view] = buildView(report([insight]), 'file', null).insights;
  const [, , ...lines] = renderMarkdownTable(view!, 'en-US').split('\n');
  const cells = lines.map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));
  return cells[0]?.map((_, column) => cells.map((line) => line[column] ?? '')) ?? [];
}

/** How many decimals the numbers of a column have: `0.30`, `< 0.01`. */
function decimalsIn(cells: readonly string[]): ReadonlySet<number> {
  const numbers = cells.filter((cell) => /^(?:< )?[\d,]+(?:\.\d+)?%?$/.test(cell));
  return new Set(numbers.map((cell) => /\.(\d+)/.exec(cell)?.[1]?.length ?? 0));
}

test('shares of nothing, of all and of a part have as many decimals', () => {
  const rows = [row(1, 'all', 40, 1), row(2, 'half', 20, 0.5), row(3, 'none', 0, 0)];
  const [, , shares] = columnsOf(ranking(rows));
  expect(shares).toEqual(['100.0%', '50.0%', '0.0%']);
});

test('a change of nothing is no number among the others', () => {
  const changed = (rank: number, value: number, previous: number) => ({
    ...row(rank, `${rank}`, value),
    previous,
    previousRank: rank,
    change: value / previous - 1,
  });
  const compare = {
    start: '2026-09-20T00:00:00Z',
    end: '2026-10-21T00:00:00Z',
    relation: 'previous',
  } as const;
  const rows = [changed(1, 120, 100), changed(2, 100, 100)];
  const insight = ranking(rows, {
    compare: compare as unknown as ReportedInsight['compare'],
    previousTotal: 200,
  });
  expect(columnsOf(insight)[2]).toEqual(['▲\u00a020.0%', '±0%']);
});

test('the numbers of a column have as many decimals, however large they are', () => {
  const value = fc.oneof(
    fc.integer({ min: 0, max: 2_000_000 }),
    fc.double({ min: 0.01, max: 500, noNaN: true }),
  );
  const property = fc.property(fc.array(value, { minLength: 2, maxLength: 8 }), (values) => {
    const total = values.reduce((sum, each) => sum + each, 0);
    const rows = values.map((each, index) =>
      row(index + 1, `r${index}`, each, total === 0 ? 0 : each / total),
    );
    const insight = ranking(rows, { unit: 'other', outputs: ['count', 'mean'] });
    const withMeans = insight.rows.map((each, index) => ({
      ...each,
      values: { ...each.values, mean: (values[index] ?? 0) / 3 },
    }));
    for (const column of columnsOf({ ...insight, rows: withMeans }))
      expect([column, decimalsIn(column).size > 1]).toEqual([column, false]);
  });
  fc.assert(property);
});
