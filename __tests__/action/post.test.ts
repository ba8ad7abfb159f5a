import { renderAllPages } from '../../src/action/pages.ts';
import { postAll } from '../../src/action/posting.ts';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { silentLog } from '../../src/text/log.ts';
import { readRunContext } from '../../src/report/publish/workflow/context.ts';
import { emptyResults } from '../../src/report/run/not-run.ts';
import { effects, ID, TOKEN } from '../support/inputs/read-inputs.ts';
import { effects as publishEffects } from '../support/publish-setting.ts';
import { ranking, report, row } from '../support/render/results.ts';

const CONFIG = `insights: ${ID}\nreports:\n  a: { title: A }\n  b: { title: B }\n`;

async function logOf(report: string, more: Record<string, string> = {}) {
  const given = { 'api-token': TOKEN, config: 'c.yml', report, ...more };
  const requests = await parseReports(given, effects({ 'c.yml': CONFIG }));
  const reported = requests.map((request) => ({
    request,
    results: emptyResults(request, { nowMs: 0, run: null }),
  }));
  const context = readRunContext({ GITHUB_STEP_SUMMARY: '/summary' }, null);
  const pages = await renderAllPages(reported, context, publishEffects());
  const lines: string[] = [];
  await postAll(reported, pages, context, publishEffects(), {
    ...silentLog,
    info: (line) => lines.push(line),
  });
  return lines;
}

test('each line of the log names its report if there are several', async () => {
  expect(await logOf('a, b')).toEqual([
    'a: The report is in the job summary.',
    'b: The report is in the job summary.',
  ]);
  expect(await logOf('a')).toEqual(['The report is in the job summary.']);
});

test('a dry run logs the pages unchanged', async () => {
  const [page] = await logOf('a, b', { 'dry-run': 'true' });
  expect(page).toMatch(/^## A\n/);
});

test('a report that no destination takes leaves the summary room for the reports after it', async () => {
  const config = CONFIG.replace('title: A', 'title: A, post-to: pull-request').replace(
    'title: B',
    'title: B, post-to: summary',
  );
  const given = { 'api-token': TOKEN, 'github-token': 'ghs_x', config: 'c.yml' };
  const requests = await parseReports(given, effects({ 'c.yml': config }));
  const rows = Array.from({ length: 100 }, (_, index) =>
    row(index + 1, `model ${index}`, 1000 - index, null),
  );
  const reported = requests.map((request) => ({
    request,
    results: report([{ ...ranking(rows), top: 100 }], { reportId: request.reportId }),
  }));
  const context = readRunContext({ GITHUB_STEP_SUMMARY: '/summary' }, null);
  // Both reports together take more than the 8,000 bytes that are left.
  const files = new Map([['/summary', ' '.repeat(1_048_576 - 8000)]]);
  const pages = await renderAllPages(reported, context, publishEffects(files));
  await postAll(reported, pages, context, publishEffects(files), silentLog);
  const written = files.get('/summary') ?? '';
  expect(written.match(/\| model 0 \|/g)).toHaveLength(2);
  expect(Buffer.byteLength(written)).toBeLessThanOrEqual(1_048_576);
});
