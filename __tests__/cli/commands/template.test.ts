import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeInputEffects } from '../../../src/report/run/effects.ts';
import { main } from '../../../src/cli/main.ts';
import { parseInputs } from '../../../src/report/inputs/parse-report.ts';
import type { TemplateSource } from '../../../src/report/inputs/request.ts';
import { renderReport } from '../../../src/report/render/report.ts';
import type { Results } from '../../../src/report/results/results.ts';
import { REPORTS } from '../../golden/reports.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

let folder = '';
beforeEach(() => {
  folder = emptyFolder();
});

async function cli(...args: string[]) {
  let [out, err] = ['', ''];
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    env: {},
    columns: null,
  };
  return { code: await main(args, io), out, err };
}

/** The template as the input `template` reads it from the disk. */
async function templateAt(path: string) {
  const inputs = {
    insights: '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10',
    'api-token': 'tdpat_0123456789abcdef',
    template: path,
  };
  return (await parseInputs(inputs, nodeInputEffects())).templates.issue;
}

async function markdown(results: Results, template: TemplateSource): Promise<string> {
  return (
    await renderReport(results, { template, destination: 'issue', limit: null, links: { whole: null } })
  ).markdown;
}

test.each(['report', 'compact'] as const)(
  'an ejected %s renders every report byte for byte the same',
  async (name) => {
    const { code, out } = await cli('template', 'eject', name, '--to', folder);
    expect(code).toBe(0);
    expect(out.trim().split('\n').every(existsSync)).toBe(true);
    const own = await templateAt(join(folder, `${name}.hbs`));
    expect(own).toMatchObject({ kind: 'file' });
    for (const results of Object.values(REPORTS)) {
      expect(await markdown(results, own)).toBe(await markdown(results, { kind: 'builtin', name }));
    }
  },
);

test('a changed partial is rendered, within other partials too', async () => {
  await cli('template', 'eject', 'report', '--to', folder);
  writeFileSync(join(folder, 'partials', 'remarks.hbs'), 'REMARKS OF {{name}}');
  expect(await markdown(REPORTS['running']!, await templateAt(join(folder, 'report.hbs')))).toContain(
    'REMARKS OF countries',
  );
  writeFileSync(join(folder, 'partials', 'remarks.hbs'), '{{nmber total}}');
  await expect(templateAt(join(folder, 'report.hbs'))).rejects.toThrow(
    /template \S+\/partials\/remarks\.hbs, line 1: there is no helper "nmber"/,
  );
});

test('an error about a missing field names the partial and the line', async () => {
  await cli('template', 'eject', 'report', '--to', folder);
  writeFileSync(join(folder, 'partials', 'remarks.hbs'), '\n{{totl}}');
  const own = await templateAt(join(folder, 'report.hbs'));
  await expect(markdown(REPORTS['running']!, own)).rejects.toThrow(
    `template ${join(folder, 'partials', 'remarks.hbs')}, line 2: there is no "totl" here`,
  );
});

test('an unused partial is not checked', async () => {
  await cli('template', 'eject', 'compact', '--to', folder);
  writeFileSync(join(folder, 'partials', 'site.hbs'), '{{#foreign helper}}{{/foreign}}');
  await expect(templateAt(join(folder, 'compact.hbs'))).resolves.toMatchObject({ kind: 'file' });
});

test('if a file exists already, nothing is overwritten and nothing else is written', async () => {
  writeFileSync(join(folder, 'report.hbs'), 'mine');
  const { code, err } = await cli('template', 'eject', 'report', '--to', folder);
  expect(code).toBe(2);
  expect(err).toContain('nothing was written');
  expect(err).toContain(join(folder, 'report.hbs'));
  expect(readFileSync(join(folder, 'report.hbs'), 'utf8')).toBe('mine');
  expect(existsSync(join(folder, 'partials'))).toBe(false);
});

test('a link in the folder is replaced, not followed: it may lead anywhere', async () => {
  const elsewhere = join(emptyFolder(), 'elsewhere');
  symlinkSync(elsewhere, join(folder, 'report.hbs'));
  expect((await cli('template', 'eject', 'report', '--to', folder)).code).toBe(0);
  expect(existsSync(elsewhere)).toBe(false);
  expect(lstatSync(join(folder, 'report.hbs')).isFile()).toBe(true);
});

test('two templates can share a folder, because their partials are the same', async () => {
  expect((await cli('template', 'eject', 'report', '--to', folder)).code).toBe(0);
  expect((await cli('template', 'eject', 'compact', '--to', folder)).code).toBe(0);
});

test.each([
  [
    ['eject', 'reprt'],
    'there is no built-in template "reprt"; there are report and compact; did you mean report?',
  ],
  [['eject'], 'NAME is missing'],
  [[], 'which subcommand: eject?'],
  [['inject', 'report'], '"inject" is not a subcommand; template has eject'],
])('template %j is wrong usage', async (args, says) => {
  const { code, err } = await cli('template', ...args);
  expect(code).toBe(2);
  expect(err).toContain(says);
});
