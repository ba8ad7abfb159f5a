import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { renderReport } from '../../src/report/render/report.ts';
import { renderTerminal } from '../../src/report/render/terminal/report.ts';
import type { Results } from '../../src/report/results/results.ts';
import { REPORTS } from './reports.ts';

// UPDATE_GOLDEN=1 rewrites the files; someone has to read what changed.
const update = process.env.UPDATE_GOLDEN === '1';
if (update && process.env['REQUIRE_ALL_TESTS'] === '1') throw new Error('UPDATE_GOLDEN is not for .ci/run: the files there are what is tested.');

describe.each(Object.entries(REPORTS))('%s', (name, results) => {
  test.each(['report', 'compact'] as const)('a golden report is rendered by "%s" as its file has it', async (template) => {
    const options = { destination: 'issue', limit: null, links: { whole: null } } as const;
    compare(`${name}.${template}.md`, (await renderReport(results, { ...options, template: { kind: 'builtin', name: template } })).markdown);
  });

  test.each(['report', 'compact'] as const)('a golden report is rendered by "%s" in a summary as in a file', async (name) => {
    const render = async (destination: 'summary' | 'file') => {
      const template = { kind: 'builtin', name } as const;
      return (await renderReport(results, { template, destination, limit: null, links: { whole: null } })).markdown;
    };
    expect(await render('summary')).toBe(await render('file'));
  });

  test('a golden report is rendered for a terminal as its file has it', () => {
    compare(`${name}.txt`, renderTerminal(results, { width: 100, color: false }));
  });

  test('the results file alone renders the same bytes', async () => {
    const saved = JSON.parse(JSON.stringify(results)) as Results;
    const options = { template: { kind: 'builtin', name: 'report' }, destination: 'issue', limit: null, links: { whole: null } } as const;
    expect(await renderReport(saved, options)).toEqual(await renderReport(results, options));
  });
});

function compare(file: string, text: string) {
  const path = new URL(file, import.meta.url);
  if (update) writeFileSync(path, text);
  expect(existsSync(path)).toBe(true);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
