import { buildChecks, nameApart } from '../../src/action/checks.ts';
import type { ReportRequest } from '../../src/report/inputs/request.ts';
import type { Verdict } from '../../src/report/results/results.ts';
import type { FinishedReport } from '../../src/report/run/reports.ts';
import fc, { runs } from '../support/properties.ts';
import { post } from '../support/publish-setting.ts';
import { report, verdict } from '../support/render/results.ts';
import { hostile } from '../support/render/tricks.ts';

/** A gate on os that failed with 3 of 100 users. */
function gate(more: Partial<Verdict> = {}) {
  const numbers = { value: 0.03, limit: 0.02, unit: 'percent', valueText: '3%', needs: '< 2%' } as const;
  const sample = { sample: { count: 3, of: 100, unit: 'users' }, sampleText: '3 of 100 users' } as const;
  return verdict('failed', { insight: 'os', assert: 'share("a") < 2%', ...numbers, ...sample, ...more });
}

function checksOf(thresholds: readonly Verdict[], onInconclusive: ReportRequest['onInconclusive'] = 'fail') {
  return buildChecks({
    results: report([], { thresholds }),
    request: { onInconclusive },
  } as unknown as FinishedReport);
}

test.each([
  [{ outcome: 'passed' }, 'fail', 'success'],
  [{ outcome: 'warned' }, 'fail', 'neutral'],
  [{ outcome: 'failed' }, 'pass', 'failure'],
  [{ outcome: 'failed', snoozedUntil: '2027-01-01' }, 'fail', 'neutral'],
  [{ outcome: 'inconclusive' }, 'fail', 'failure'],
  [{ outcome: 'inconclusive' }, 'warn', 'neutral'],
  [{ outcome: 'inconclusive' }, 'pass', 'success'],
] as const)(
  'the conclusion of a gate that is %j under on-inconclusive: %s is %s',
  (verdict, policy, conclusion) => {
    expect(checksOf([gate(verdict)], policy)).toMatchObject([{ conclusion }]);
  },
);

test('a check run says the value and what it needs to be, or why there is none', () => {
  const without = {
    outcome: 'inconclusive',
    value: null,
    valueText: null,
    note: 'there are no rows',
  } as const;
  const titles = checksOf([gate(), gate({ ...without }), gate({ snoozedUntil: '2027-01-01' })]).map(
    ({ title }) => title,
  );
  expect(titles).toEqual([
    '3% (3 of 100 users), limit: below 2%',
    'there are no rows, limit: below 2%',
    '3% (3 of 100 users), limit: below 2%, snoozed until Jan 1, 2027',
  ]);
  expect(checksOf([gate()])[0]?.summary).toContain(
    '❌ **Share of iOS 15**: **failed.** **3%** (3 of 100 users); limit: below 2%.',
  );
});

test("the name of a check run is the gate's name, with a number only if several gates have the same", () => {
  const names = checksOf([
    gate({ title: 'Old systems' }),
    gate({ name: 'Share of iOS 15' }),
    gate({ title: 'Twice' }),
    gate({ title: 'Twice', assert: 'total() > 1' }),
    gate({ title: 'Twice' }),
  ]).map(({ name }) => name);
  expect(names).toEqual(['Old systems', 'Share of iOS 15', 'Twice', 'Twice (2)', 'Twice (3)']);
});

test('the name of a check run is one line, different for each gate and short, whatever the titles', () => {
  const title = fc.oneof(
    hostile,
    fc.constantFrom('a', 'a: share("a") < 2%', 'a: share("a") < 2% (2)', 'b'.repeat(300)),
  );
  fc.assert(
    fc.property(fc.array(title, { maxLength: 8 }), (titles) => {
      const names = checksOf(titles.map((each) => gate({ title: each }))).map(({ name }) => name);
      expect(new Set(names).size).toBe(titles.length);
      for (const name of names) expect(name).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}]{1,160}$/u);
    }),
    { numRuns: runs(2000, 200) },
  );
});

test('the name of a check run has the id of the report if gates of several reports have the same', () => {
  const check = (name: string) => ({ name, conclusion: 'success', title: 't', summary: 's' }) as const;
  const posts = [
    [post('summary'), post('check', { reportId: 'weekly', checks: [check('Both'), check('One')] })],
    [post('check', { reportId: 'release', checks: [check('Both')] })],
  ];
  const names = nameApart(posts).map((each) => each.map(({ checks }) => checks?.map(({ name }) => name)));
  expect(names).toEqual([[undefined, ['Both (weekly)', 'One']], [['Both (release)']]]);
});
