import { renderFailureLine } from '../../../src/report/render/no-report.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import type { FailedInsight } from '../../../src/report/results/results.ts';
import { judged, threshold, users } from '../gate/fixtures.ts';
import { PAGE, report } from '../../support/render/results.ts';

const REFUSED = 'Resolving insight 3F0C at host: the token is expired (401).';
const failed = (title: string, message = REFUSED): FailedInsight => ({
  name: title,
  id: null,
  title,
  status: 'error',
  error: { kind: 'unauthorized', status: 401, message },
});

async function page(
  insights: Parameters<typeof report>[0],
  name: 'report' | 'compact' = 'report',
): Promise<string> {
  const options = { ...PAGE, template: { kind: 'builtin', name } } as const;
  return (await renderReport(report(insights), options)).markdown;
}

test('a reason that all insights share is given once', async () => {
  const markdown = await page([failed('Devices'), failed('@octocat'), failed('Crashes', 'It broke.')]);
  expect(markdown).toContain('❌ **3 of 3 insights could not be reported**, for the reasons below.');
  expect(markdown.split('the token is expired')).toHaveLength(2);
  expect(markdown).toContain(
    '> ❌ **`@\u200boctocat`** could not be reported: the reason is that of Devices.\n',
  );
  expect(markdown).toContain('> ❌ **Crashes** could not be reported: It broke.\n');
  expect(await page([failed('Devices'), failed('Crashes')], 'compact')).toContain(
    '> ❌ **Crashes** could not be reported: the reason is that of Devices.\n',
  );
});

test('gates stand before a template that does not show them, even if its prose or a comment names them', async () => {
  const insight = users([['iOS 18', 5]]);
  const results = report([insight], { thresholds: [await judged(insight, threshold('total() > 9'))] });
  const rendered = async (source: string): Promise<string> =>
    (await renderReport(results, { ...PAGE, template: { kind: 'file', name: 't.hbs', source } })).markdown;
  for (const source of [
    '{{title}}',
    'no gates here {{title}}',
    '{{!-- {{> gates}} --}}{{title}}',
    '{{! gates }}{{title}}',
  ])
    expect(await rendered(`${source}\n`)).toContain('**failed.**');
  for (const source of ['{{> gates}}', '{{#each gates}}{{message}}{{/each}}'])
    expect((await rendered(`${source}\n`)).split('above 9')).toHaveLength(2);
});

test('the line of a post whose numbers could not be renewed links to the run', () => {
  const results = report([failed('Devices')]);
  expect(renderFailureLine(results)).toContain(`](<${results.run?.url}>)`);
});
