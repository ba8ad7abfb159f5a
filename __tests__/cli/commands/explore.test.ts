import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { run } from '../../support/run-command.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

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

test('explore --db --org answers the page that has the printed address, and no other user of the machine', async () => {
  const folder = emptyFolder();

  const db = join(folder, 'usage.duckdb');
  expect((await run('org', 'create', 'com.example.a', '--db', db)).code).toBe(0);
  const entry = join(import.meta.dirname, '..', '..', '..', 'bin', 'insight-report.js');
  const child = spawn(
    process.execPath,
    [entry, 'explore', '--db', db, '--org', 'com.example.a', '--port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const address = new URL(/^Exploring on (\S+)\n$/.exec(printed.toString())?.[1] ?? '');
    const { origin } = address;
    const secret = address.searchParams.get('key') ?? '';
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(`${origin}/api/v4/query/tql`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ queryType: 'timeseries', aggregations: [{ type: 'eventCount' }] }),
      });
      return [answer.status, answer.status === 200 ? await answer.json() : null];
    };
    expect(await ask({})).toEqual([403, null]);
    expect(await ask({ 'x-explorer-key': `${secret}x` })).toEqual([403, null]);
    expect(await ask({ 'x-explorer-key': secret })).toEqual([200, [expect.anything()]]);
    expect((await fetch(`${origin}/session`)).status).toBe(403);
    expect((await fetch(`${origin}/api/v3/organizations`)).status).toBe(403);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
