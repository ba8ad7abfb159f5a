import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../support/run-command.ts';
import {
  CERTIFIED,
  hasPostgres,
  LOGIN,
  type Postgres,
  startPostgres,
} from '../../support/service/postgres.ts';
import { testOnPostgres } from '../../support/service/on-postgres.ts';
import { serve } from '../../support/service/processes.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../support/tls/${name}`, import.meta.url));

let postgres: Postgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  if (hasPostgres) await postgres.close();
});

/** What a command answers that reads the state, entered with such a file of `--state-auth`. */
async function listed(url: string, login: object, ...more: readonly string[]) {
  const said: [number, string] = [-1, ''];
  const folder = emptyFolder();

  const file = join(folder, 'auth.json');
  await writeFile(file, JSON.stringify(login));
  await chmod(file, 0o600);
  const { code, stderr } = await run('org', 'list', '--state', url, '--state-auth', file, ...more);
  said.splice(0, 2, code, stderr);

  return said;
}

const OF_US = `SELECT count(*) FILTER (WHERE ssl), count(*) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
  WHERE application_name = 'insight-report'`;

testOnPostgres('with an authority or "tls", every connection is safe, or there is none', async () => {
  const url = postgres.newDatabase();
  expect(await listed(url, LOGIN, '--state-ca', fileOf('ca.pem'))).toEqual([0, '']);
  for (const [login, more] of [
    [LOGIN, ['--state-ca', fileOf('self-signed.pem')]],
    [{ ...LOGIN, tls: true }, []],
  ] as const)
    expect(await listed(url, login, ...more)).toEqual([
      3,
      expect.stringMatching(/no safe connection could be made \(\w+\).* name its file in --state-ca/),
    ]);
  const place = ['--state', url, '--state-auth', postgres.authFile];
  for (const [more, expected] of [
    [['--state-ca', fileOf('ca.pem')], /^([1-9]\d*)\|\1$/],
    [[], /^0\|[1-9]\d*$/],
  ] as const) {
    const serving = await serve(['--druid', 'http://127.0.0.1:1', ...place, ...more]);
    await fetch(`${serving.url}/health`);
    expect(postgres.sql(url, OF_US).trim()).toMatch(expected);
    await serving.stop('SIGKILL');
  }
});

testOnPostgres('a client certificate is enough, and names the user', async () => {
  const url = postgres.newDatabase();
  postgres.sql(url, `CREATE ROLE "${CERTIFIED}" LOGIN`);
  postgres.sql(url, `GRANT CREATE ON DATABASE ${url.split('/').at(-1) ?? ''} TO "${CERTIFIED}"`);
  const certificate = { certificate: fileOf('good.pem'), key: fileOf('leaf.key') };
  const [code, stderr] = await listed(url, certificate, '--state-ca', fileOf('ca.pem'));
  expect([code, stderr.replaceAll(/^.*can open.*\n/gm, '')]).toEqual([0, '']);
  const [other] = await listed(url, { ...certificate, ...LOGIN, password: 'geheim' });
  expect(other).toBe(3);
});
