import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasPostgres, LOGIN, type Postgres, startPostgres } from '../../support/service/postgres.ts';
import { testOnPostgres } from '../../support/service/on-postgres.ts';
import { command, serve, type Serving } from '../../support/service/processes.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

/** Nothing listens there: the state is there without the cluster. */
const DRUID = ['--druid', 'http://127.0.0.1:1'];
const INSIGHT = '{"queryType":"timeseries","granularity":"day","aggregations":[{"type":"eventCount"}]}';
const INTERVAL = {
  relativeInterval: {
    beginningDate: { component: 'day', offset: -7, position: 'beginning' },
    endDate: { component: 'day', offset: -1, position: 'end' },
  },
};

let postgres: Postgres;
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => {
  if (hasPostgres) await postgres.close();
});
const stateOf = (url: string, authFile = postgres.authFile) => ['--state', url, '--state-auth', authFile];
const withServes = async (
  flags: readonly (readonly string[])[],
  task: (...all: Serving[]) => Promise<void>,
) => {
  const all = await Promise.all(flags.map((each) => serve([...DRUID, ...each])));
  try {
    await task(...all);
    for (const each of all) expect(await each.stop('SIGTERM')).toBe(0);
  } finally {
    for (const each of all) await each.stop('SIGKILL');
  }
};

testOnPostgres(
  'a token that is revoked, a plan and an insight that are changed through one count for the other at once',
  async () => {
    const folder = emptyFolder();
    const place = stateOf(postgres.newDatabase());
    const file = ['--db', join(folder, 'one.duckdb')];
    await withServes([[...file, ...place], place], async (one, other) => {
      // Through the socket of the process that serves the file, and straight to PostgreSQL.
      expect(await command(['org', 'create', 'com.a', ...file])).toMatchObject({ code: 0 });
      const { stdout } = await command(['token', 'create', '--org', 'com.a', ...place]);
      const insight = join(folder, 'days.json');
      await writeFile(insight, INSIGHT);
      const added = await command(['insight', 'add', insight, '--org', 'com.a', ...file]);
      const [id = ''] = added.stdout.split('\t');
      const asks = () => Promise.all([one, other].map((each) => resolve(each, stdout.trim(), id)));
      expect(await asks()).toEqual([200, 200]);
      await command(['insight', 'remove', 'days', '--yes', '--org', 'com.a', ...place]);
      expect(await asks()).toEqual([404, 404]);
      await command(['org', 'plan', 'com.a', 'free', ...file]);
      expect(await asks()).toEqual([402, 402]);
      await command(['org', 'plan', 'com.a', 'paid', ...place]);
      const [token = ''] = (await command(['token', 'list', ...place])).stdout.split('\t');
      expect((await command(['token', 'revoke', token, ...file])).stdout).toContain('revoked');
      expect(await asks()).toEqual([401, 401]);
    });
  },
);

testOnPostgres('a wrong password is named at the start and by /health, without it', async () => {
  const folder = emptyFolder();

  const url = postgres.newDatabase();
  const authFile = join(folder, 'auth.json');
  await writeFile(authFile, JSON.stringify({ ...LOGIN, password: 'geheim' }));
  await chmod(authFile, 0o600);
  await withServes([stateOf(url, authFile)], async (one) => {
    const sentence = 'PostgreSQL refuses the user and password of --state-auth.';
    const { status, retry, body } = await health(one);
    expect([status, retry, body]).toEqual([503, '5', { status: 'state-away', problems: [sentence] }]);
    expect(one.said()).toContain(sentence.slice(0, -1));
    expect(one.said()).not.toContain('geheim');
    expect(await resolve(one, 'any', 'x')).toBe(503);
    postgres.sql(url, "CREATE USER guest PASSWORD 'geheim' CREATEDB");
    postgres.sql(url, `GRANT CREATE ON DATABASE ${url.split('/').at(-1) ?? ''} TO guest`);
  });
  await writeFile(authFile, JSON.stringify({ user: 'guest', password: 'geheim' }));
  await withServes([stateOf(url, authFile)], async (one) => {
    expect((await health(one)).body.problems).toEqual(['Druid cannot be reached.']);
  });
});

testOnPostgres(
  'without PostgreSQL requests are answered with 503 and Retry-After, and with it as before',
  async () => {
    const place = stateOf(postgres.newDatabase());
    await command(['org', 'create', 'com.a', ...place]);
    const token = (await command(['token', 'create', '--org', 'com.a', ...place])).stdout.trim();
    await withServes([place], async (one) => {
      expect(await resolve(one, token, 'x')).toBe(404);
      await postgres.kill();
      const away =
        'PostgreSQL, which holds tokens and insights, cannot be reached; try again in a few seconds.';
      expect((await health(one)).body).toEqual({ status: 'state-away', problems: [away] });
      const answer = await ask(one, token, 'x');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ detail: away });
      const failed = await command(['org', 'list', ...place]);
      expect([failed.code, failed.stderr]).toEqual([
        3,
        expect.stringContaining('the connection was refused'),
      ]);
      // Another one starts meanwhile.
      await withServes([place], async (other) => {
        expect(await resolve(other, token, 'x')).toBe(503);
        await postgres.start();
        for (const each of [one, other]) {
          expect(await resolve(each, token, 'x')).toBe(404);
          expect((await health(each)).body.status).toBe('cluster-away');
          expect(each.said()).toContain('PostgreSQL answers again.');
        }
      });
      expect(one.said().match(/Requests are answered with 503/g)).toHaveLength(1);
    });
  },
);

testOnPostgres(
  'a service on a state needs a cluster, and takes no events that a file would take',
  async () => {
    const place = stateOf(postgres.newDatabase());
    const started = await command(['serve', '--port', '0', ...place]);
    expect([started.code, started.stderr]).toEqual([2, expect.stringContaining('--state needs --druid URL')]);
    await command(['org', 'create', 'com.a', ...place]);
    const imported = await command(['import', '-', '--org', 'com.a', ...place], '{}\n');
    expect([imported.code, imported.stderr]).toEqual([2, expect.stringContaining('add --druid URL')]);
  },
);
function ask({ url }: Serving, token: string, id: string) {
  return fetch(`${url}/api/v3/insights/${id}/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(INTERVAL),
  });
}

async function resolve(serving: Serving, token: string, id: string) {
  return (await ask(serving, token, id)).status;
}

async function health({ url }: Serving) {
  const answer = await fetch(`${url}/health`);
  const body = (await answer.json()) as { status: string; problems: readonly string[] };
  return { status: answer.status, retry: answer.headers.get('retry-after'), body };
}
