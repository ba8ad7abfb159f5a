import { expect, test } from '@jest/globals';
import { run } from '../../support/run-command.ts';

test.each([
  [[], 'give either --db FILE, with --org NAMESPACE or without, or --api-url URL'],
  [['--db', 'a.duckdb', '--api-url', 'https://example.com'], 'give either --db FILE'],
  [['--api-url', 'http://example.com'], 'over plain http'],
  [['--db', 'missing.duckdb'], 'missing.duckdb does not exist'],
])('explore %j says what to give', async (args, said) => {
  const { code, stdout, stderr } = await run('explore', ...args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});
