import TelemetryDeck from '@telemetrydeck/sdk';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { startService, type RunningService } from '../../../src/service/start.ts';
import { testInChromiumAtLength, withPage } from '../../support/chromium.ts';
import { rowsOf } from '../../support/service/store.ts';

const NAMESPACE = 'com.example.app';
// An hour ahead, so that no event that the SDK stamped itself has this time.
const NOW_MS = Date.now() + 3_600_000;
const SIGNALS = `
  await td.signal('appLaunched', { model: 'x', floatValue: 1.5, when: new Date(0), deep: { a: [1] }, n: 7, yes: true, nothing: null });
  await td.signal('plain', undefined, { clientUser: 'other', sessionID: 's2' });
  await td.queue('queued', { floatValue: 'no number' });
  await td.queue('queued');`;
let service: RunningService;
let logged: string[];

beforeEach(async () => {
  logged = [];
  service = await startService({
    dbPath: ':memory:',
    nowMs: NOW_MS,
    ingest: [NAMESPACE],
    log: ({ method, route, status }) => logged.push(`${method} ${route} ${status}`),
  });
  await service.store.organizations.create(NAMESPACE, 'paid');
});
afterEach(() => service.close(0));

const user = (name: string) => createHash('sha256').update(name).digest('hex');

/** The stored events of the signals above; those that were queued have the time of the client's clock. */
async function expectSignals(sinceMs: number) {
  const columns =
    'type, clientUser, sessionID, appID, isTestMode, floatValue, model, "when", deep, n, yes, nothing, telemetryClientVersion AS client';
  const shared = { appID: 'my-app', isTestMode: 'false', client: 'JavaScriptSDK 2.0.4' };
  const bare = {
    clientUser: user('someonesalt'),
    sessionID: 's1',
    floatValue: null,
    model: null,
    when: null,
    deep: null,
    n: null,
    yes: null,
    nothing: null,
  };
  expect(
    await rowsOf(service.store, `SELECT ${columns} FROM events_1 WHERE type <> 'queued' ORDER BY type`),
  ).toEqual([
    {
      ...shared,
      ...bare,
      type: 'appLaunched',
      floatValue: 1.5,
      model: 'x',
      when: '1970-01-01T00:00:00.000Z',
      deep: '{"a":[1]}',
      n: '7',
      yes: 'true',
      nothing: 'null',
    },
    { ...shared, ...bare, type: 'plain', clientUser: user('othersalt'), sessionID: 's2' },
  ]);
  expect(await rowsOf(service.store, `SELECT ${columns} FROM events_1 WHERE type = 'queued'`)).toEqual([
    { ...shared, ...bare, type: 'queued' },
    { ...shared, ...bare, type: 'queued' },
  ]);
  const times = `count(*) FILTER (type <> 'queued' AND __time = ${NOW_MS} OR type = 'queued' AND __time BETWEEN ${sinceMs} AND ${Date.now()}) AS n`;
  expect(await rowsOf(service.store, `SELECT ${times} FROM events_1`)).toEqual([{ n: 4 }]);
}

test('ingest stores what the SDK sends from Node', async () => {
  const sinceMs = Date.now();
  const target = `${service.url}/v2/namespace/${NAMESPACE}/`;
  const td = new TelemetryDeck({
    appID: 'my-app',
    clientUser: 'someone',
    sessionID: 's1',
    salt: 'salt',
    target,
  });
  const when = new Date(0);
  const launched = await td.signal('appLaunched', {
    model: 'x',
    floatValue: 1.5,
    when,
    deep: { a: [1] },
    n: 7,
    yes: true,
    nothing: null,
  });
  expect([launched.status, await launched.json()]).toEqual([200, { accepted: 1 }]);
  await td.signal('plain', undefined, { appID: 'ignored', clientUser: 'other', sessionID: 's2' });
  await td.queue('queued', { floatValue: 'no number' });
  await td.queue('queued');
  const flushed = await td.flush();
  expect([flushed.status, await flushed.json()]).toEqual([200, { accepted: 2 }]);
  const empty = await td.flush();
  expect([empty.status, await empty.json()]).toEqual([200, { accepted: 0 }]);
  await expectSignals(sinceMs);
});

test('ingest stores test signals at the path without a namespace', async () => {
  const td = new TelemetryDeck({
    appID: 'my-app',
    clientUser: 'someone',
    testMode: true,
    target: `${service.url}/v2/`,
  });
  await td.signal('tried');
  expect(await rowsOf(service.store, 'SELECT type, isTestMode FROM events_1')).toEqual([
    { type: 'tried', isTestMode: 'true' },
  ]);
});

test('ingest stores what the examples of the SDK’s own page send', async () => {
  const td = new TelemetryDeck({
    appID: 'my-app',
    clientUser: 'nobody yet',
    target: `${service.url}/v2/namespace/${NAMESPACE}/`,
  });
  td.clientUser = 'someone@example.com';
  for (const answer of [
    await td.signal('<SIGNAL_TYPE>'),
    await td.signal('Volume.Set', { band: 'Spinal Tap', floatValue: 11.0 }),
  ])
    expect([answer.status, await answer.json()]).toEqual([200, { accepted: 1 }]);
  const columns = 'type, band, floatValue, clientUser';
  expect(await rowsOf(service.store, `SELECT ${columns} FROM events_1 ORDER BY type`)).toEqual([
    { type: '<SIGNAL_TYPE>', band: null, floatValue: null, clientUser: user('someone@example.com') },
    { type: 'Volume.Set', band: 'Spinal Tap', floatValue: 11, clientUser: user('someone@example.com') },
  ]);
});

testInChromiumAtLength(
  'ingest stores what the SDK sends from a page of another origin, after a preflight',
  async () => {
    const sinceMs = Date.now();
    const target = `${service.url}/v2/namespace/${NAMESPACE}/`;
    const answers = await runInPage(`
    const td = new TelemetryDeck({ appID: 'my-app', clientUser: 'someone', sessionID: 's1', salt: 'salt', target: '${target}' });
    ${SIGNALS}
    const flushed = await td.flush();
    return [location.origin, flushed.type, flushed.status, await flushed.text()];`);
    expect(answers).toEqual([expect.stringMatching(/^http:\/\/localhost:/), 'cors', 200, '{"accepted":2}']);
    expect(logged).toContain('OPTIONS /v2/namespace/:namespace 204');
    expect(logged.filter((line) => line.startsWith('POST'))).toEqual(
      Array.from({ length: 3 }, () => 'POST /v2/namespace/:namespace 200'),
    );
    await expectSignals(sinceMs);
  },
);

/**
 * Runs a function's body in its own page server, with the SDK's bundle for browsers; gives what it
 * returns.
 */
async function runInPage(body: string) {
  const sdk = await readFile(
    new URL('../../../node_modules/@telemetrydeck/sdk/dist/telemetrydeck.js', import.meta.url),
  );
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? sdk : '<!doctype html><title>App</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  let result: unknown;
  try {
    await withPage(async (page) => {
      await page.goto(`http://localhost:${port}/`);
      result = await page.evaluate(
        `(async () => { const { default: TelemetryDeck } = await import('/sdk.js'); ${body} })()`,
      );
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return result;
}
