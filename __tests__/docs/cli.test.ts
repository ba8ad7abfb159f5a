import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadCommands } from '../../src/cli/main.ts';
import { run } from '../support/run-command.ts';
import { cliPages } from '../../scripts/cli-docs.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'cli');
const specs = (await loadCommands()).map(({ spec }) => spec);

test('docs/reference/cli/ has a page for every command (to renew it: `node scripts/cli-docs.ts`)', async () => {
  const pages = await cliPages();
  expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
  for (const [file, page] of pages) expect(readFileSync(join(FOLDER, file), 'utf8')).toBe(page);
});

test.each(specs)('the help of $name fits on one screen', async ({ name }) => {
  const { code, stdout } = await run(...name.split(' '), '--help');
  expect(code).toBe(0);
  expect(stdout.split('\n').length).toBeLessThanOrEqual(SCREEN_LINES);
});

const SCREEN_LINES = 50;

test('the flags of a cluster and the inputs are explained by --help-cluster and --help-inputs', async () => {
  const [help, cluster, inputs] = await Promise.all(
    ['--help', '--help-cluster', '--help-inputs'].map((flag) => run('report', flag)),
  );
  expect(help?.stdout).not.toContain('--druid');
  expect(help?.stdout).toContain('--thresholds');
  expect(cluster?.stdout).toContain('--druid-overlord URL');
  expect(inputs?.stdout.replaceAll(/\s+/g, ' ')).toContain(
    'How many rows to show of each table. Default: 10',
  );
});

test.each(specs)(
  'only the last operand of $name may repeat, and none follows an optional one',
  ({ operands = {} }) => {
    const all = Object.values(operands);
    expect(all.slice(0, -1).some(({ repeats }) => repeats === true)).toBe(false);
    const firstOptional = all.findIndex(({ required }) => required !== true);
    expect(all.slice(firstOptional).every(({ required }) => firstOptional === -1 || required !== true)).toBe(
      true,
    );
  },
);
