import { statSync } from 'node:fs';
import { join } from 'node:path';
import { keepFilesPrivate } from '../../../src/service/process.ts';
import { run } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

test('a demo says how long ago its period ended, and keeps its events in the file that is named', async () => {
  const file = join(emptyFolder(), 'demo.duckdb');
  process.umask(0o022);
  const demo = ['demo', '--now', '2026-11-28T06:55:00Z', '--keep', file];
  const ended = await run(...demo).finally(keepFilesPrivate);
  expect(ended.code).toBe(0);
  expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain('the period ended 7 hours ago');
  // Nobody else reads the file, whatever the shell's umask is.
  expect(statSync(file).mode & 0o077).toBe(0);
  const [, org = ''] = /explore --db \S+ --org (\S+)/.exec(ended.stdout) ?? [];
  const listed = await run('org', 'list', '--db', file);
  expect(listed.stdout).toContain(org);
  expect(org).not.toBe('');
  const again = await run(...demo);
  expect([again.code, again.stdout]).toEqual([2, '']);
  expect(again.stderr).toContain('is there already; --keep takes the name of a new file');
});
