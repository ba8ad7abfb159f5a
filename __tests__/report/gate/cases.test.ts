import { said } from '../../support/said.ts';
import { decideReportResult } from '../../../src/report/run/step-result.ts';
import { exitCodeOf } from '../../../src/cli/outcome.ts';
import { conclude } from '../../../src/report/gate/conclude.ts';
import type { Results } from '../../../src/report/results/results.ts';
import { DATA } from './cases.ts';
import { answering, judgeWith, threshold } from './fixtures.ts';

/** Without insights, so that an insight's own failure does not change the exit code. */
const EMPTY: Omit<Results, 'thresholds' | 'conclusion'> = {
  schema: 1,
  generatedAt: '',
  run: null,
  reportId: 'default',
  title: '',
  timezone: 'UTC',
  locale: 'en-US',
  durationMs: 0,
  insights: [],
};

const EXIT = { passed: 0, warned: 0, failed: 1, inconclusive: 3 } as const;

describe.each(Object.entries(DATA))('%s', (_, { insight, points, cases }) => {
  const all = cases.map(
    ([assert, outcome, says, policies = {}]) => [assert, policies, outcome, says] as const,
  );
  test.each(all)('the gate %s with the policies %j is %s%s', async (assert, policies, outcome, says) => {
    const { onInconclusive = 'fail', exit = EXIT[outcome], ...more } = policies;
    const thresholds = await judgeWith([threshold(assert, more)], [insight], answering(points ?? {}).run);
    expect(said(thresholds[0])).toBe(`${outcome}${says}`);
    expect(thresholds[0]?.outcome).toBe(outcome);
    const results: Results = { ...EMPTY, conclusion: conclude(thresholds), thresholds };
    const { failures } = decideReportResult({
      results,
      problems: [],
      request: { onError: 'warn', onInconclusive },
    });
    expect(exitCodeOf(results, failures)).toBe(exit);
  });
});
