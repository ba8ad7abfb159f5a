import { renderReport } from '../../../../src/report/render/report.ts';
import { renderTerminal } from '../../../../src/report/render/terminal/report.ts';
import { buildRunView, buildView } from '../../../../src/report/render/view/report.ts';
import { PAGE, ranking, report, row } from '../../../support/render/results.ts';

const RUN = { url: 'https://github.com/octo/app/actions/runs/16438742981', id: '16438742981', attempt: 1 };

test('a run is named as GitHub shows it, as far as that is known', () => {
  expect(buildRunView({ run: { ...RUN, number: '57', workflow: 'Weekly metrics' } })?.name).toBe(
    'run 57 of Weekly metrics',
  );
  expect(buildRunView({ run: { ...RUN, number: '57' } })?.name).toBe('run 57');
  // In a results file of an earlier version, or from some runners, the number is unknown. An id is of no use
  // to people.
  expect(buildRunView({ run: RUN })).toEqual({ url: RUN.url, id: RUN.id, name: 'run' });
  expect(buildRunView({ run: null })).toBeNull();
});

test('a note that most insights have stands once, above them, with its date as the locale writes it', async () => {
  const given = 'The last event is from 2026-11-12; the later days of the period have none.';
  const last = given.replace('2026-11-12', 'Nov 12, 2026');
  const [one, two] = [
    ranking([row(1, 'a', 5)], { notes: ['own "2026-11-12"', given] }),
    ranking([row(1, 'b', 5)], { notes: [given] }),
  ];
  const view = buildView(report([one, two]), 'issue', null);
  expect([view.notes, ...view.insights.map(({ notes }) => notes)]).toEqual([
    [last],
    ['own "2026-11-12"'],
    [],
  ]);
  const third = ranking([row(1, 'c', 5)], { notes: ['own "2026-11-12"'] });
  expect(buildView(report([one, two, third]), 'issue', null).notes).toEqual(['own "2026-11-12"', last]);
  expect(buildView(report([one]), 'issue', null)).toMatchObject({
    notes: [],
    insights: [{ notes: ['own "2026-11-12"', last] }],
  });
  const { markdown } = await renderReport(report([one, two]), {
    ...PAGE,
    template: { kind: 'builtin', name: 'report' },
  });
  expect(markdown.split(last)).toHaveLength(2);
  expect(markdown.indexOf(last)).toBeLessThan(markdown.indexOf('###'));
  expect(renderTerminal(report([one, two]), { width: 200, color: false }).split(last)).toHaveLength(2);
});

test('a total that is neither events nor users is named where it leads the report', async () => {
  const rate = ranking([row(1, 'a', 0.0311)], {
    unit: 'other',
    metric: 'rate',
    title: 'Crash rate',
    total: 0.0311,
  });
  const { markdown } = await renderReport(report([rate]), {
    ...PAGE,
    template: { kind: 'builtin', name: 'report' },
  });
  expect(markdown).toContain('\n**Crash rate**: **0.0311**');
});

test('the period of most insights stays in the title, and an insight with another one prints its own', async () => {
  const other = { label: 'x', start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z', complete: true };
  const [one, two] = [ranking([row(1, 'a', 3)], { total: 3 }), ranking([row(1, 'b', 4)], { total: 4 })];
  const of = ranking([row(1, 'c', 5)], { title: 'September', total: 5, interval: other });
  const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
  for (const name of ['report', 'compact'] as const) {
    const { markdown } = await renderReport(report([one, of, two]), {
      ...options,
      template: { kind: 'builtin', name },
    });
    expect(markdown).toMatch(/^##+ Weekly usage · Oct 21 – Nov 20, 2026 \(31 days\), today so far$/m);
    expect(markdown).toContain('- **September** (Sep 1 – 30, 2026): ');
    expect(markdown.split(', UTC)')).toHaveLength(3);
  }
});
