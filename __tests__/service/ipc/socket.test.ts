import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { remoteOperations } from '../../../src/service/ipc/client.ts';
import { VERSION, VERSION_HEADER } from '../../../src/service/ipc/protocol.ts';
import { socketPath } from '../../../src/service/ipc/socket-path.ts';
import { type RunningService, startService } from '../../../src/service/start.ts';
import type { StartOptions } from '../../../src/service/start-options.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { run, runWith } from '../../support/run-command.ts';
import { event, LAST_30_DAYS } from '../../support/service/event.ts';
import { commandUnderWay, feedUntilRead, serve } from '../../support/service/processes.ts';
import { rowsOf } from '../../support/service/store.ts';
import { eventsBy } from '../../support/service/top-n.ts';
import { emptyFolder } from '../../support/temporary-files.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A service that is closed after the test, even if the test fails. */
async function started(options: StartOptions): Promise<RunningService> {
  const service = await startService(options);
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= service.close(0));
  closing.push(close);
  return { ...service, close };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, n) => `${JSON.stringify(event({ sessionID: `s${n}` }))}\n`).join('');

/** The answer to a call over a socket, of any version. */
async function answerOf(path: string, operation: string, version: string): Promise<string> {
  const call = request({
    socketPath: path,
    path: `/operations/${operation}`,
    method: 'POST',
    headers: { [VERSION_HEADER]: version },
  });
  call.end('[]\n');
  return text(await new Promise<IncomingMessage>((resolve) => call.once('response', resolve)));
}

async function countIn(db: string): Promise<unknown> {
  const store = await openStore(db);
  try {
    return await rowsOf(store, 'SELECT count(*) AS events FROM events_1');
  } finally {
    store.close();
  }
}

describe('commands while a process serves', () => {
  test('commands do the same while a process serves as without it, and the process sees changes at once', async () => {
    const folder = emptyFolder();
    const db = join(folder, 'a.db');
    const insight = join(folder, 'i.json');
    const query = join(folder, 'q.json');
    const topN = eventsBy('modelName', 'model', 5);
    await writeFile(insight, JSON.stringify({ name: 'devices', query: topN }));
    await writeFile(query, JSON.stringify({ ...topN, relativeIntervals: [LAST_30_DAYS] }));
    const serving = await serve(['--db', db, '--now', '2026-10-31T12:00:00Z']);
    expect(serving.firstLine).toMatch(/^Listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect((await stat(`${db}.sock`)).mode & 0o777).toBe(0o600);

    expect(await run('org', 'create', 'a', '--db', db)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^a\tpaid\t/),
    });
    const token = await run('token', 'create', '--org', 'a', '--db', db);
    expect(token).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^tdpat_[\w-]{43}\n$/),
      stderr: '',
    });
    const added = await run('insight', 'add', insight, '--org', 'a', '--db', db);
    const [id] = added.stdout.split('\t');
    const importing = ['import', '-', '--org', 'a', '--db', db];
    const stdin = () => Readable.from([`${lines(3)}nope\n`]);
    const imported = await runWith({ stdin: stdin() }, ...importing);
    expect(imported.stdout).toContain('stdin: 3 events taken, 1 line refused: 1 × not JSON (line 4)\n');
    expect(imported.stderr).toContain('stdin:4: not JSON\n');
    const again = await runWith({ stdin: stdin() }, ...importing);
    expect(again).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('its content was imported on'),
    });
    const direct = await run('query', query, '--org', 'a', '--db', db);
    const rows = [{ timestamp: '2026-10-01T00:00:00+0000', result: [{ model: 'iPhone15,3', count: 3 }] }];
    expect(JSON.parse(direct.stdout)).toEqual(rows);

    const headers = { authorization: `Bearer ${token.stdout.trim()}`, 'content-type': 'application/json' };
    const post = (path: string, body: unknown) =>
      fetch(`${serving.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const resolved: unknown = await (
      await post(`/api/v3/insights/${id}/query/`, { relativeInterval: LAST_30_DAYS })
    ).json();
    expect(await (await post('/api/v4/query/tql', resolved)).json()).toEqual(rows);

    await run('org', 'plan', 'a', 'free', '--db', db);
    expect((await post('/api/v4/query/tql', resolved)).status).toBe(402);
    expect(await run('token', 'create', '--org', 'a', '--db', db)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('free plan'),
    });
    await run('org', 'plan', 'a', 'paid', '--db', db);
    const list = await run('token', 'list', '--db', db);
    await run('token', 'revoke', list.stdout.split('\t')[0] ?? '', '--db', db);
    expect((await post('/api/v4/query/tql', resolved)).status).toBe(401);

    expect(await serving.stop('SIGTERM')).toBe(0);
    expect(existsSync(`${db}.sock`)).toBe(false);
    expect(await countIn(db)).toEqual([{ events: 3 }]);
  });

  test('commands end with a sentence, and import nothing, if the serving process is killed during an import', async () => {
    const folder = emptyFolder();
    const db = join(folder, 'a.db');
    const serving = await serve(['--db', db]);
    await run('org', 'create', 'a', '--db', db);
    const importing = commandUnderWay(['import', '-', '--org', 'a', '--db', db]);
    let stderr = '';
    importing.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await feedUntilRead(importing, () => lines(1000));
    expect(await serving.stop('SIGKILL')).toBeNull();
    importing.stdin?.end();
    await once(importing, 'close');
    expect(importing.exitCode).toBe(3);
    expect(stderr).toContain('The connection to the serving process broke off.');
    // The socket of the dead process still exists: it is recognized and replaced.
    expect(existsSync(`${db}.sock`)).toBe(true);
    expect((await run('org', 'list', '--db', db)).stdout).toMatch(/^a\t/);
    const next = await serve(['--db', db]);
    expect((await run('org', 'list', '--db', db)).stdout).toMatch(/^a\t/);
    expect(await next.stop('SIGINT')).toBe(0);
    expect(await countIn(db)).toEqual([{ events: 0 }]);
  });
});

test('the socket keeps a second process from serving the same file', async () => {
  const folder = emptyFolder();
  const db = join(folder, 'a.db');
  const service = await started({ dbPath: db });
  await expect(serve(['--db', db])).rejects.toThrow(
    `${db} is already being served by another process. Other commands work on it meanwhile.`,
  );
  await service.close();
});

test('the socket is in another folder if its path would be too long', async () => {
  const folder = emptyFolder();
  const deep = join(folder, 'z'.repeat(120));
  await mkdir(deep);
  const db = join(deep, 'a.db');
  const service = await started({ dbPath: db });
  expect(socketPath(service.store.path ?? '')).not.toContain('zzz');
  expect(await run('org', 'create', 'a', '--db', db)).toMatchObject({ code: 0 });
  expect(await service.store.organizations.list()).toHaveLength(1);
  await service.close();
});

test('the socket never replaces a file that is not a socket: the service warns and runs without one', async () => {
  const folder = emptyFolder();
  const db = join(folder, 'a.db');
  await writeFile(`${db}.sock`, 'mine');
  const warnings: string[] = [];
  const service = await started({ dbPath: db, warn: (message) => warnings.push(message) });
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect(warnings).toEqual([expect.stringContaining('is not a socket, but the socket needs this path')]);
  await service.close();
  expect(existsSync(`${db}.sock`)).toBe(true);
});

test('the socket answers an invalid call with an error and continues', async () => {
  const folder = emptyFolder();
  const db = join(folder, 'a.db');
  const service = await started({ dbPath: db });
  const operations = await remoteOperations(socketPath(service.store.path ?? ''));
  await expect(operations?.createOrganization('a b', 'paid')).rejects.toThrow('is not a valid namespace');
  await operations?.createOrganization('a', 'paid');
  await expect(operations?.removeInsights('a', 7 as never)).rejects.toThrow('The serving process failed');
  await expect(
    operations?.query('a', { queryType: 'nonsense' }, null, { signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    name: 'QueryError',
    path: 'queryType',
  });
  await service.close();
});

test('the socket is not trusted if another program listens on it', async () => {
  const folder = emptyFolder();
  const path = join(folder, 'a.sock');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\n\r\n');
  });
  server.listen(path);
  await once(server, 'listening');
  const operations = await remoteOperations(path);
  await expect(operations?.listOrganizations()).rejects.toThrow();
  server.close();
});

test('the socket answers a call of another version, or for an unknown operation, with a sentence', async () => {
  const folder = emptyFolder();
  const service = await started({ dbPath: join(folder, 'a.db') });
  const path = socketPath(service.store.path ?? '');
  expect(await answerOf(path, 'listOrganizations', '0')).toContain('of another version than this command');
  expect(await answerOf(path, 'renameOrganization', VERSION)).toContain('does not know the operation');
  await service.close();
});

test.each([
  ['before it is answered', ''],
  ['after the answer has begun', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n'],
])('the socket says that the connection broke off if it is reset %s', async (_when, begun) => {
  const folder = emptyFolder();
  const path = join(folder, 'a.sock');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.pause();
      socket.write(begun);
      // Closing while received bytes are unread resets the connection, as the end of the process would.
      void setTimeout(20).then(() => socket.destroy());
    });
  });
  server.listen(path);
  closing.push(() => Promise.resolve(server.close()));
  await once(server, 'listening');
  const operations = await remoteOperations(path);
  const staged = { path: '', payload: [], events: 0, hasRepeats: false, cuts: [] };
  const importing = operations?.takeImport('a', { staged, file: null, again: false });
  await expect(importing).rejects.toMatchObject({
    name: 'EngineError',
    message: 'The connection to the serving process broke off.',
  });
});

test('the socket takes an import only from files in the folder that the store reads', async () => {
  const folder = emptyFolder();
  const service = await started({ dbPath: join(folder, 'a.db') });
  await service.store.organizations.create('a', 'paid');
  const operations = await remoteOperations(socketPath(service.store.path ?? ''));
  expect((await operations?.placeImport('a'))?.folder).toBe(`${service.store.path ?? ''}.export`);
  const path = join(folder, 'elsewhere.parquet');
  const staged = { path, payload: [], events: 1, hasRepeats: false, cuts: [] };
  const importing = operations?.takeImport('a', { staged, file: null, again: false });
  await expect(importing).rejects.toThrow(/None of the events was stored: Permission Error/);
  await service.close();
});

test('the socket cancels a query whose command has gone', async () => {
  const folder = emptyFolder();
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let begin: () => void = () => undefined;
  const underWay = new Promise<void>((resolve) => (begin = resolve));
  const service = await started({
    dbPath: join(folder, 'a.db'),
    ask: (_query, _organization, _nowMs, signal) =>
      new Promise((_, reject) => {
        begin();
        signal.addEventListener('abort', () => {
          stop();
          reject(new Error('stopped'));
        });
      }),
  });
  await service.store.organizations.create('a', 'paid');
  const operations = await remoteOperations(socketPath(service.store.path ?? ''));
  const caller = new AbortController();
  const asked = operations?.query('a', {}, null, caller);
  await underWay;
  caller.abort();
  await expect(asked).rejects.toThrow('broke off');
  await stopped;
  await service.close();
});
