import { join } from 'node:path';
import { run } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

test('a demo keeps its events in the file that is named, and shows the command that explores them', async () => {
  const file = join(emptyFolder(), 'demo.duckdb');
  const ended = await run('demo', '--keep', file);
  expect(ended.code).toBe(0);
  const [, org = ''] = /explore --db \S+ --org (\S+)/.exec(ended.stdout) ?? [];
  const listed = await run('org', 'list', '--db', file);
  expect(listed.stdout).toContain(org);
  expect(org).not.toBe('');
}, 120_000);

test('a demo says how long ago its period ended, by the moment that it is of', async () => {
  const { stdout } = await run('demo', '--now', '2026-11-28T06:55:00Z');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('the period ended 7 hours ago');
}, 120_000);
