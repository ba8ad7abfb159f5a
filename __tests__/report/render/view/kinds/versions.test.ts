import { renderReport } from '../../../../../src/report/render/report.ts';
import { renderTerminal } from '../../../../../src/report/render/terminal/report.ts';
import { PAGE, ranking, report, row } from '../../../../support/render/results.ts';

const line = { lost: 0, history: [], expected: null };
const VERSIONS = [
  { ...line, version: 'iOS 17', share: 0 },
  { ...line, version: 'iOS 18', lost: 8, share: 0.08 },
  { ...line, version: 'iOS 26', lost: 30, share: 0.3 },
];
const ROWS = [row(1, 'iOS 26', 70, 0.7), row(2, 'iOS 18', 22, 0.22), row(3, 'iOS 17', 8, 0.08)];

const reportOf = (more: readonly ReturnType<typeof row>[] = []) =>
  report([
    ranking([...ROWS, ...more], {
      title: 'OS versions',
      unit: 'users',
      metric: 'Users',
      versions: {
        keep: 0.9,
        users: 100,
        families: [{ word: 'iOS', minimum: 'iOS 18', rows: VERSIONS, more: 0 }],
      },
    }),
  ]);

test.each(['report', 'compact'] as const)(
  'a %s has one table of versions, with the users of each',
  async (name) => {
    const template = { kind: 'builtin', name } as const;
    const { markdown } = await renderReport(reportOf(), { ...PAGE, template });
    expect(markdown.match(/^\|[-:| ]+\|$/gm)).toHaveLength(1);
    expect(markdown).toContain('| Require | Users lost | Share | Users on it |');
    expect(markdown).toContain('| **iOS 18** | 8 | 8.0% | 22 |');
  },
);

test('the table of versions says how the users of each changed', async () => {
  const compare = { start: '2026-09-20T00:00:00Z', end: '2026-10-21T00:00:00Z' };
  const given = reportOf();
  const insights = given.insights.map((each) =>
    each.status === 'ok'
      ? { ...each, compare, rows: ROWS.map((one) => ({ ...one, previous: 20, change: 0.1 })) }
      : each,
  );
  const template = { kind: 'builtin', name: 'report' } as const;
  const { markdown } = await renderReport({ ...given, insights }, { ...PAGE, template });
  expect(markdown).toContain('| Users on it | Change |\n');
  expect(markdown).toContain('| **iOS 18** | 8 | 8.0% | 22 | ▲\u00a010.0% |');
});

test('a terminal shows one table of versions', () => {
  const text = renderTerminal(reportOf(), { width: 100, color: false });
  expect(text.split('\n').filter((each) => each.includes('iOS 26'))).toHaveLength(2);
});

test('rows that are no versions to require stay in a table of their own, folded', async () => {
  const template = { kind: 'builtin', name: 'report' } as const;
  const { markdown } = await renderReport(reportOf([row(4, null, 3)]), { ...PAGE, template });
  expect(markdown).toContain('<details><summary>All 4 rows, with a chart</summary>');
  expect(markdown).toContain('| **iOS 18** | 8 | 8.0% |\n');
});
