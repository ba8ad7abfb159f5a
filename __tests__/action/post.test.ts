import { postAll, renderAllPages } from '../../src/action/pages.ts';
import { parseReports } from '../../src/report/inputs/parse-reports.ts';
import { silentLog } from '../../src/text/log.ts';
import { readRunContext } from '../../src/report/publish/workflow/context.ts';
import { emptyResults } from '../../src/report/run/not-run.ts';
import { effects, ID, TOKEN } from '../support/inputs/read-inputs.ts';
import { effects as publishEffects } from '../support/publish-setting.ts';

const CONFIG = `insights: ${ID}\nreports:\n  a: { title: A }\n  b: { title: B }\n`;

async function logOf(report: string, more: Record<string, string> = {}) {
  const given = { 'api-token': TOKEN, config: 'c.yml', report, ...more };
  const requests = await parseReports(given, effects({ 'c.yml': CONFIG }));
  const reported = requests.map((request) => ({
    request,
    results: emptyResults(request, { nowMs: 0, run: null }),
  }));
  const context = readRunContext({ GITHUB_STEP_SUMMARY: '/summary' }, () => '');
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
