import { renderReport } from '../../../../../src/report/render/report.ts';
import { buildView } from '../../../../../src/report/render/view/report.ts';
import type { Results } from '../../../../../src/report/results/results.ts';
import { tabulate } from '../../../../../src/report/tables/tabulate.ts';
import type { Query } from '../../../../../src/tql/query.ts';
import { randomNumbers } from '../../../release/worlds.ts';
import fc from '../../../../support/properties.ts';
import { ranking, report } from '../../../../support/render/results.ts';

const QUERY: Query = {
  queryType: 'experiment',
  sample1: { name: 'A' },
  sample2: { name: 'B' },
  successCriterion: { name: 'bought' },
};

/** The report of an experiment, from the service's answer. */
function reportOf(event: Readonly<Record<string, number>>): Results {
  const { rows } = tabulate(QUERY, { kind: 'groupBy', rows: [{ timestampMs: 0, event }] }, null);
  const about = {
    queryType: 'experiment',
    metric: 'value',
    unit: 'other',
    dimensions: ['output'],
    query: QUERY,
  } as const;
  const joined = rows.map((row) => ({
    ...row,
    previous: null,
    change: null,
    previousRank: null,
    isNew: false,
    history: [],
  }));
  return report([ranking(joined, { ...about, total: null })]);
}

const sizes = {
  cohort_1: 807,
  cohort_2: 792,
  cohort_1_success: 100,
  cohort_2_success: 180,
  zscore: -4.4,
  pvalue: 0.00001,
};

test('an experiment whose samples overlap has no verdict, and the report says how many users are in both', async () => {
  const results = reportOf({ ...sizes, users: 1251 });
  const [insight] = buildView(results, 'file', null).insights;
  expect(insight?.experiments).toMatchObject([{ overlap: 348, pValue: null, significant: false }]);
  const template = { kind: 'builtin', name: 'report' } as const;
  const options = {
    destination: 'file',
    limit: { units: 'utf16', count: 100_000 },
    links: { whole: null },
  } as const;
  const { markdown: text } = await renderReport(results, { ...options, template });
  expect(text).toContain(
    'No verdict: **348** users are in both **B** and A, so their numbers cannot be compared',
  );
  expect(text).not.toMatch(/significant|does better|p-value/);
});

test('an experiment whose samples share nobody has its verdict', () => {
  const results = reportOf({ ...sizes, users: 1599 });
  expect(buildView(results, 'file', null).insights[0]?.experiments).toMatchObject([
    { overlap: 0, significant: true },
  ]);
});

test('an experiment whose variants have users as uneven as no random halves do has no verdict', () => {
  const lost = {
    cohort_1: 7907,
    cohort_2: 5639,
    cohort_1_success: 1169,
    cohort_2_success: 1055,
    pvalue: 0.00001,
  };
  const [insight] = buildView(reportOf({ ...lost, users: 13_546 }), 'file', null).insights;
  expect(insight?.experiments).toMatchObject([{ significant: false }]);
  expect(JSON.stringify(insight?.experiments)).toContain(
    'the numbers of users differ by more than chance, so they were not halves chosen at random',
  );
});

test('an experiment that is read daily and in which nothing differs has a winner in at most one of 20', () => {
  const random = randomNumbers(1);
  const ever = Array.from({ length: 100 }, () => {
    const had = [0, 0];
    return Array.from({ length: 28 }, (_, day) => {
      for (let user = 0; user < 60; user++)
        for (const side of [0, 1]) had[side] = (had[side] ?? 0) + (random() < 0.2 ? 1 : 0);
      const users = 60 * (day + 1);
      const [one = 0, other = 0] = had;
      const outputs = { cohort_1: users, cohort_2: users, cohort_1_success: one, cohort_2_success: other };
      const results = reportOf({ ...outputs, users: 2 * users, pvalue: 0.5 });
      return buildView(results, 'file', null).insights[0]?.experiments[0]?.significant;
    }).includes(true);
  });
  expect(ever.filter(Boolean).length).toBeLessThanOrEqual(5);
});

test('the z-score and the p-value are unknown, to gates too, if and only if a user is in both samples', () => {
  const samples = fc.uniqueArray(fc.nat(300), { maxLength: 200 });
  fc.assert(
    fc.property(samples, samples, (one, other) => {
      const shared = one.filter((user) => other.includes(user)).length;
      const users = new Set([...one, ...other]).size;
      const { insights } = reportOf({ ...sizes, cohort_1: one.length, cohort_2: other.length, users });
      const rows = insights[0]?.status === 'ok' ? insights[0].rows : [];
      const unknown = rows.filter(({ value }) => value === null).map(({ key }) => key);
      expect(unknown).toEqual(shared === 0 ? [] : ['zscore', 'pvalue']);
      expect(buildView(report(insights), 'file', null).insights[0]?.experiments[0]?.overlap).toBe(shared);
    }),
  );
});

test('samples too large to be counted exactly overlap only beyond the error of the counts', () => {
  const overlapOf = (users: number): number | undefined =>
    buildView(reportOf({ ...sizes, cohort_1: 100_000, cohort_2: 100_000, users }), 'file', null).insights[0]
      ?.experiments[0]?.overlap;
  expect([overlapOf(199_000), overlapOf(201_000), overlapOf(150_000)]).toEqual([0, 0, 50_000]);
});

test('only a variant that did better comes with the note on what else may be the reason', () => {
  const note =
    'The variant is the reason only if both were shown on the same days, to users chosen at random.';
  const says = (more: Record<string, number>): boolean =>
    JSON.stringify(
      buildView(reportOf({ ...sizes, ...more }), 'file', null).insights[0]?.experiments[0]?.verdict,
    ).includes(note);
  expect([says({}), says({ cohort_2_success: 98 })]).toEqual([true, false]);
});

test('a variant without any success, where the other’s rate makes ten due, did not lose: its event may have another name', () => {
  const silent = { ...sizes, cohort_2_success: 0 };
  const [insight] = buildView(reportOf(silent), 'file', null).insights;
  expect(JSON.stringify(insight?.experiments)).toContain('may send this event under another name');
  expect(JSON.stringify(insight?.experiments)).not.toContain('did better');
});
