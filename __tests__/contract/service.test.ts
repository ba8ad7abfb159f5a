// The project's own client against the project's own service, over real HTTP.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createClient } from '../../src/report/client/client.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import type { StartOptions } from '../../src/service/start-options.ts';
import { type RelativeInterval } from '../../src/tql/time/interval.ts';
import type { Query } from '../../src/tql/query.ts';
import { event } from '../support/service/event.ts';
import { addEvents } from '../support/service/service-of-file.ts';
import { eventsBy } from '../support/service/top-n.ts';
import { asQuery } from '../support/as-query.ts';

const NOW_MS = Date.UTC(2026, 9, 31, 12);
const ID = '3F0C9C36-7B5B-4A7C-9E43-5B1F6D1F9A10';
const THEIRS = '8A41D2F0-7B5B-4A7C-9E43-5B1F6D1F9A10';
const INTERVAL: RelativeInterval = {
  beginningDate: { component: 'day', offset: -30, position: 'beginning' },
  endDate: { component: 'day', offset: 0, position: 'end' },
};
const NAME = 'Geräte → 50%, "models" 📱';
const DEVICES: Query = {
  ...eventsBy('modelName', 'model', 2),
  filter: { type: 'and', fields: [{ type: 'selector', dimension: 'isTestMode', value: 'false' }] },
};

const closing: RunningService[] = [];

afterEach(async () => {
  for (const service of closing.splice(0)) await service.close(0);
});

async function start(options: Partial<StartOptions> = {}) {
  const service = await startService({ dbPath: ':memory:', nowMs: NOW_MS, ...options });
  closing.push(service);
  const { organizations, tokens, insights } = service.store;
  for (const namespace of ['a', 'b']) await organizations.create(namespace, 'paid');
  await insights.add('a', [{ id: ID, name: NAME, query: DEVICES }]);
  await insights.add('b', [{ id: THEIRS, name: 'theirs', query: DEVICES }]);
  const { token, id } = await tokens.create('a', null);
  return { service, token, tokenId: id, client: clientOf(service, token) };
}

function clientOf(service: RunningService, token: string) {
  const effects = { sleep: async () => undefined };
  return createClient({
    url: service.url,
    token,
    timeoutMs: 30_000,
    retries: 0,
    deadlineMs: 60_000,
    concurrency: 6,
    effects,
  });
}

test('the client and the service resolve an insight and run its query over stored events', async () => {
  const { service, client } = await start();
  const models = ['iPhone 17', 'iPhone 16', 'iPhone 17', 'iPad', 'iPhone 16', 'iPhone 17'];
  await addEvents(
    service,
    'a',
    models.map((modelName) => event({ payload: { modelName } })),
  );
  await addEvents(service, 'a', [event({ isTestMode: true, payload: { modelName: 'iPad' } })]);
  await addEvents(
    service,
    'b',
    models.map(() => event({ payload: { modelName: 'theirs' } })),
  );
  const { query, name } = await client.resolveInsight(ID, INTERVAL);
  expect(name).toBe(NAME);
  expect(query).toEqual({ ...DEVICES, relativeIntervals: [INTERVAL] });
  const { result } = await client.runQuery(query);
  expect(result).toEqual({
    kind: 'topN',
    buckets: [
      {
        timestampMs: Date.UTC(2026, 9, 1),
        rows: [
          { model: 'iPhone 17', count: 3 },
          { model: 'iPhone 16', count: 2 },
        ],
      },
    ],
  });
});

test('the client and the service agree on every refusal', async () => {
  const { service, client, token, tokenId } = await start();
  const theirs = { ...DEVICES, dataSource: 'b', relativeIntervals: [INTERVAL] } as unknown as Query;
  await expect(clientOf(service, 'tdpat_nobody').runQuery(DEVICES)).rejects.toMatchObject({
    kind: 'unauthorized',
    status: 401,
  });
  await expect(client.runQuery(theirs)).rejects.toMatchObject({ kind: 'forbidden', status: 403 });
  await expect(client.resolveInsight(THEIRS, INTERVAL)).rejects.toMatchObject({
    kind: 'not-found',
    status: 404,
  });
  const wrong = { ...DEVICES, filter: { type: 'and', fields: [{ type: 'selektor' }] } };
  const refused = client.runQuery(asQuery(wrong));
  await expect(refused).rejects.toMatchObject({ kind: 'invalid-query', status: 400 });
  await expect(refused).rejects.toThrow('filter.fields[0].type');
  await service.store.organizations.setPlan('a', 'free');
  const demoted = clientOf(service, token).runQuery(DEVICES);
  await expect(demoted).rejects.toMatchObject({ kind: 'plan', status: 402 });
  await service.store.organizations.setPlan('a', 'paid');
  await service.store.tokens.revoke(tokenId);
  const revoked = clientOf(service, token).runQuery(DEVICES);
  await expect(revoked).rejects.toMatchObject({ kind: 'unauthorized', status: 401 });
  await expect(revoked).rejects.not.toThrow(token);
});

test('the client and the service cancel a query that takes too long (504), and the engine is free again', async () => {
  const { service, token } = await start({ limits: { queries: 1, timeoutMs: 0 } });
  const users = Array.from({ length: 30_000 }, (_, n) =>
    event({ clientUser: `u${n}`, payload: { modelName: `m${n}` } }),
  );
  await addEvents(service, 'a', users);
  const body = JSON.stringify({
    ...DEVICES,
    aggregations: [{ type: 'userCount' }],
    relativeIntervals: [INTERVAL],
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async () =>
    (await fetch(`${service.url}/api/v4/query/tql`, { method: 'POST', headers, body })).status;
  expect(await ask()).toBe(504);
  let status = await ask();
  while (status === 503) status = await ask();
  expect(status).toBe(504);
});

test.each(['announced', 'in chunks'])(
  'a connection delivers 413 to a client that sends a much too long body, %s',
  async (how) => {
    const { service, token } = await start();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let n = 0; n < 80; n++) controller.enqueue(new Uint8Array(65_536).fill(32));
        controller.close();
      },
    });
    const body = how === 'announced' ? 'x'.repeat(5_000_000) : chunks;
    const init: RequestInit = { method: 'POST', headers, body, duplex: 'half' };
    const response = await fetch(`${service.url}/api/v4/query/tql`, init);
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
    // A client that keeps connections does not reuse the closed one.
    expect((await fetch(`${service.url}/health`)).status).toBe(200);
  },
);

test('a connection that does not speak HTTP, or ends within a request, does no harm', async () => {
  const { service, token } = await start();
  const { hostname, port } = new URL(service.url);
  for (const text of [
    '\u0000\u0001nonsense\r\n\r\n',
    `POST /api/v4/query/tql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  ]) {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.end(text);
    socket.resume();
    await once(socket, 'close');
  }
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
});

test('a connection that a client keeps open does not prevent the service from closing', async () => {
  const { service } = await start();
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  await service.close();
  closing.splice(0);
  await expect(fetch(`${service.url}/health`)).rejects.toThrow();
});
