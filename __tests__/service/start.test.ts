import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../src/service/start.ts';
import { openStore } from '../../src/service/store/store.ts';
import { runs, testAtLength } from '../support/properties.ts';
import { run } from '../support/run-command.ts';
import { event } from '../support/service/event.ts';
import { SLOW_QUERY } from '../support/service/heavy-queries.ts';
import { command, serve, type Serving } from '../support/service/processes.ts';
import { raw } from '../support/service/raw-connection.ts';
import { rowsOf } from '../support/service/store.ts';
import { emptyFolder } from '../support/temporary-files.ts';
import { addOrganization } from '../support/service/service-of-file.ts';

// `serve` as a process: how it ends, what it logs, and how it handles invalid requests.

/** So many that the slow query takes its time. */
const MANY = 20_000;
const RUN = '/api/v4/query/tql';

async function withServed(
  task: (served: { db: string; folder: string; token: string; serving: Serving }) => Promise<void>,
  count = 20,
) {
  const folder = emptyFolder();

  const db = join(folder, 'a.db');
  const service = await startService({ dbPath: db });
  const token = await addOrganization(service, 'a');
  const events = Array.from({ length: count }, (_, n) => event({ clientUser: `u${n}`, floatValue: n }));
  await service.importEvents('a', events);
  await service.close();
  const serving = await serve(['--db', db, '--now', '2026-10-31T12:00:00Z']);
  try {
    await task({ db, folder, token, serving });
  } finally {
    await serving.stop('SIGKILL');
  }
}

test('ending the service by SIGTERM gives exit code 0 and leaves no socket and no file next to the database', () =>
  withServed(async ({ db, folder, serving }) => {
    // Written through the socket, so that there is something to write into the file at the end.
    await command(['import', '-', '--org', 'a', '--db', db], `${JSON.stringify(event())}\n`);
    expect(await serving.stop('SIGTERM')).toBe(0);
    expect(await readdir(folder)).toEqual(['a.db']);
    const store = await openStore(db);
    expect(await rowsOf(store, 'SELECT count(*) AS events FROM events_1')).toEqual([{ events: 21 }]);
    store.close();
  }));

testAtLength('ending the service cuts off requests that would take longer than the grace period', () =>
  withServed(async ({ serving, token }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = Array.from({ length: 8 }, () =>
      fetch(`${serving.url}${RUN}`, { method: 'POST', headers, body: JSON.stringify(SLOW_QUERY) }).then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
    await fetch(`${serving.url}/health`);
    expect(await serving.stop('SIGTERM')).toBe(0);
    for (const status of await Promise.all(asked)) expect([200, 'cut', 499, 503]).toContain(status);
  }, MANY),
);

test('ending the service takes effect at once with a second signal of either kind', () =>
  withServed(async ({ db, serving, token }) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = fetch(`${serving.url}${RUN}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(SLOW_QUERY),
    }).catch(() => 'cut');
    // Waits until it is running.
    while (
      (await raw(serving.url, 'GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')).status !== 200
    )
      continue;
    process.kill(serving.pid, 'SIGINT');
    while (existsSync(`${db}.sock`)) await new Promise((resolve) => setTimeout(resolve, 5));
    const code = await serving.stop('SIGTERM');
    await asked;
    // The signal ended it: it had seconds left.
    expect(code).toBeNull();
  }, MANY));

test('the request log has one line for each request, without values and tokens', () =>
  withServed(async ({ serving, token }) => {
    const close = 'host: a\r\nconnection: close\r\n\r\n';
    const requests: readonly (readonly [bytes: string, status: number, line: string])[] = [
      [`GET /health HTTP/1.1\r\n${close}`, 200, 'GET /health'],
      [
        `GET /secret%0A2026-01-01T00:00:00.000Z%20GET%20/forged%20200 HTTP/1.1\r\n${close}`,
        404,
        'GET \\(no such path\\)',
      ],
      [`GET /\x1b[31msecret HTTP/1.1\r\n${close}`, 400, '- \\(no request\\)'],
      [`GET http://secret.example/health HTTP/1.1\r\n${close}`, 200, 'GET /health'],
      [
        `POST /api/v3/insights/secret/query HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${close}`,
        404,
        'POST /api/v3/insights/:id/query',
      ],
      [
        `POST /api/v3/insights/%2e%2e%2fsecret/query HTTP/1.1\r\n${close}`,
        401,
        'POST /api/v3/insights/:id/query',
      ],
      [
        `POST ${RUN} HTTP/1.1\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 6\r\n${close}secret`,
        415,
        `POST ${RUN}`,
      ],
      [`GET /health HTTP/1.1\r\nx: ${'secret'.repeat(4000)}\r\n${close}`, 431, '- \\(no request\\)'],
      [`SECRET\n200 /health HTTP/1.1\r\n${close}`, 400, '- \\(no request\\)'],
      ['\x16\x03\x01secret\x00\r\n\r\n', 400, '- \\(no request\\)'],
    ];
    const clientOf = (bytes: string, line: string): string => {
      const holder = bytes.includes(token) ? ' organization=a token=[0-9a-f]{12}' : '';
      return line.startsWith('-') ? '' : ` address=127\\.0\\.0\\.1${holder}`;
    };
    for (const [bytes, status, line] of requests) {
      const before = serving.said();
      const answer = await raw(serving.url, bytes);
      expect([bytes.slice(0, 60), answer.status]).toEqual([bytes.slice(0, 60), status]);
      if (status >= 400) expect(answer.headers.get('content-type')).toBe('application/problem+json');
      while (!serving.said().slice(before.length).includes('\n')) await new Promise(setImmediate);
      expect(serving.said().slice(before.length)).toMatch(
        new RegExp(
          `^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z (?:${line}) ${status} \\d+ ms${clientOf(bytes, line)}\\n$`,
        ),
      );
    }
    expect(serving.said()).not.toMatch(/secret|forged|tdpat_/i);
  }));

test('the resources of the service are limited by its flags', async () => {
  const folder = emptyFolder();
  const service = await startService({
    dbPath: join(folder, 'a.db'),
    memoryLimit: '256MiB',
    threads: 1,
    temporaryFolder: folder,
  });
  const sql = `SELECT value FROM duckdb_settings() WHERE name IN ('memory_limit', 'threads', 'temp_directory') ORDER BY name`;
  const rows = await rowsOf(service.store, sql);
  expect(rows).toEqual([
    { value: '256.0 MiB' },
    { value: join(folder, `insight-report-${process.pid}`) },
    { value: '1' },
  ]);
  await service.close();
  const plain = await startService({ dbPath: ':memory:' });
  const [half] = await rowsOf(plain.store, `SELECT value FROM duckdb_settings() WHERE name = 'memory_limit'`);
  expect(parseFloat((half as { value: string }).value) * 1.073).toBeCloseTo(
    Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2e9,
    0,
  );
  await plain.close();
});

test.each([
  ['--memory', "1GB'; x", 'expected a size of 64MB or more'],
  ['--threads', '0', 'expected a whole number from 1 to 999'],
  ['--temp-directory', '/nowhere', 'which is not a folder'],
])('the resources of the service cannot be set by %s %s', async (flag, value, says) => {
  const folder = emptyFolder();
  const { code, stderr } = await run('serve', '--db', join(folder, 'a.db'), flag, value);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  expect(await readdir(folder)).toEqual([]);
});

const QUERY = {
  queryType: 'topN',
  granularity: 'hour',
  dimension: { type: 'default', dimension: 'screen', outputName: 'screen' },
  metric: { type: 'numeric', metric: 'Users' },
  aggregations: [{ type: 'userCount' }],
  threshold: 100,
  intervals: ['2026-10-01/2026-11-01'],
};

function* events(): Generator<object> {
  for (let index = 0; index < 60_000; index++) {
    const timestamp = new Date(Date.UTC(2026, 9, 1) + index * 40_000).toISOString();
    yield {
      timestamp,
      appID: 'a',
      type: 't',
      clientUser: `u${index % 997}`,
      payload: { screen: `s${index % 89}` },
    };
  }
}

// Closing a connection while a statement runs on it crashes the process, or makes it hang.
test('a service that is closed while queries run ends and answers them', async () => {
  for (let round = 0; round < runs(4, 1); round++) {
    const service = await startService({ dbPath: ':memory:' });
    const token = await addOrganization(service, 'a');
    await service.importEvents('a', events());
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = Array.from({ length: 12 }, () =>
      fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body: JSON.stringify(QUERY) }).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, round * 15));
    await service.close(0);
    for (const status of await Promise.all(asked)) expect([0, 200, 500, 503, 504]).toContain(status);
  }
});
