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
