import { renderAllPages, joinWholePages } from '../../src/action/pages.ts';
import { decideStepResult } from '../../src/report/run/step-result.ts';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { readRunContext } from '../../src/report/publish/workflow/context.ts';
import { worstConclusion } from '../../src/report/gate/conclude.ts';
import { emptyResults } from '../../src/report/run/not-run.ts';
import { type FinishedReport, resultsFile } from '../../src/report/run/reports.ts';
import type { Conclusion, FailedInsight } from '../../src/report/results/results.ts';
import { effects, ID, TOKEN } from '../support/inputs/read-inputs.ts';

const CONFIG = `insights: ${ID}\nreports:\n  a: { title: A }\n  b: { title: B, post-to: none }\n  c: { title: C }\n`;

async function reports(
  failure: (id: string) => string | null,
  count = 1,
): Promise<readonly FinishedReport[]> {
  const requests = await parseReports({ 'api-token': TOKEN, config: 'c.yml' }, effects({ 'c.yml': CONFIG }));
  return requests.map((request) => {
    const message = failure(request.reportId);
    const failed: FailedInsight = {
      name: 'x',
      id: ID,
      title: 'x',
      status: 'error',
      error: { kind: 'network', status: null, message: message ?? '' },
    };
    const results = emptyResults(request, { nowMs: 0, run: null });
    return {
      request,
      results: {
        ...results,
        insights:
          message === null ? [] : Array.from({ length: count }, (_, index) => numbered(failed, index)),
      },
    };
  });
}

/** Gives each failure another reason: equal ones would be combined. */
function numbered(failed: FailedInsight, index: number): FailedInsight {
  return index === 0
    ? failed
    : { ...failed, error: { ...failed.error, message: `${index}. ${failed.error.message}` } };
}

test.each<[readonly Conclusion[], Conclusion]>([
  [[], 'skipped'],
  [['skipped', 'skipped'], 'skipped'],
  [['neutral', 'skipped'], 'neutral'],
  [['neutral', 'passed'], 'passed'],
  [['passed', 'warned'], 'warned'],
  [['inconclusive', 'warned'], 'inconclusive'],
  [['passed', 'failed', 'inconclusive'], 'failed'],
])('the worst conclusion of %j is %s', (conclusions, worst) => {
  expect(worstConclusion(conclusions.map((conclusion) => ({ conclusion })))).toBe(worst);
});

test('the results file of one report is its results; that of several lists them', async () => {
  const [a, b] = (await reports(() => null)).map(({ results }) => results);
  if (a === undefined || b === undefined) throw new Error('expected three reports');
  expect(resultsFile([a])).toBe(a);
  expect(resultsFile([a, b])).toEqual({ schema: 1, conclusion: 'skipped', reports: [a, b] });
});

describe('the messages of a failed step', () => {
  const outcome = async (failure: (id: string) => string | null) => {
    const posted = (await reports(failure)).map((each) => ({ ...each, problems: [] }));
    return decideStepResult(posted).failures;
  };

  test('the messages of a failed step name their report', async () => {
    expect(await outcome((id) => (id === 'b' ? 'It broke.' : null))).toEqual([
      expect.stringMatching(/^b: The insight could not be reported\.\nx: It broke\.$/),
    ]);
  });

  test('the messages of a failed step appear once if several reports have the same', async () => {
    const messages = await outcome((id) => (id === 'b' ? null : 'It broke.'));
    expect(messages).toEqual([expect.stringMatching(/^The insight could not be reported\./)]);
  });
});

test('reports share the space in the summary evenly, and those that do not post there get none', async () => {
  const context = readRunContext({ GITHUB_STEP_SUMMARY: '/summary.md' }, null);
  // 12,000 bytes are left, 6,000 for each of the two; each would take over 9,000.
  const held = 1_048_576 - 3 - 12_000;
  const reported = await reports(() => 'y'.repeat(100), 80);
  const pages = await renderAllPages(reported, context, { fileSizeBytes: () => Promise.resolve(held) });
  const bodies = pages.map(({ posts }) => posts.map(({ body }) => Buffer.byteLength(body)));
  expect(bodies.map((each) => each.length)).toEqual([1, 0, 1]);
  const [first = 0, second = 0] = bodies.flat();
  expect(first).toBeLessThanOrEqual(6000);
  expect(first).toBeGreaterThan(3000);
  // The second gets what the first leaves of its part.
  expect(second).toBeGreaterThan(3000);
  expect(first + 3 + second).toBeLessThanOrEqual(12_000);
  expect(pages.every(({ whole }) => whole.length > 9000)).toBe(true);
  expect(joinWholePages(pages).match(/^## [ABC]/gm)).toEqual(['## A', '## B', '## C']);
});
