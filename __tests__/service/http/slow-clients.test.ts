// Clients that are slow on purpose: each is cut off after a bounded time, by limits that are shorter here.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTION_TIMEOUTS, type ConnectionTimeouts } from '../../../src/service/http/listen.ts';
import { type RunningService, startService } from '../../../src/service/start.ts';
import { holding, raw } from '../../support/service/raw-connection.ts';
import { addOrganization } from '../../support/service/service-of-file.ts';

const RUN = '/api/v4/query/tql';
const LONG = 32_000_000;
const AWAY_MS = 60_000;

let service: RunningService | null = null;
let token: string;
let logged: string[];

beforeEach(() => {
  logged = [];
});
afterEach(async () => {
  await service?.close(0);
  service = null;
});

async function start(timeouts: Partial<ConnectionTimeouts>) {
  service = await startService({
    dbPath: ':memory:',
    timeouts: { ...CONNECTION_TIMEOUTS, checkEveryMs: 20, ...timeouts },
    log: ({ route, status }) => logged.push(`${route} ${status}`),
    ask: async () => [{ event: { long: 'x'.repeat(LONG) } }],
  });
  token = await addOrganization(service, 'a');
  return service.url;
}

/** Sends a byte now and then until the service closes the connection. */
async function drip(socket: Socket, bytes: string) {
  // A write to a connection that was just destroyed fails, which is no more than its end.
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  for (const byte of bytes) {
    if (socket.destroyed) break;
    socket.write(byte);
    await Promise.race([ended, sleep(20)]);
  }
  await ended;
}

test('headers that arrive too slowly are answered with 408', async () => {
  const url = await start({ headersMs: 200, requestMs: AWAY_MS });
  await drip(await holding(url, 'GET /health HTTP/1.1\r\nhost: a\r\n'), `x: ${'y'.repeat(10_000)}`);
  expect(logged).toContain('(no request) 408');
});

test('a slow connection is destroyed after its answer, also if the client keeps its own side open', async () => {
  const url = await start({ headersMs: 200, requestMs: AWAY_MS });
  const { port, hostname } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.resume();
  await once(socket, 'connect');
  socket.write('GET /health HTTP/1.1\r\nhost: a\r\n');
  await once(socket, 'end');
  await sleep(100);
  // The service has closed its side whole: what is sent now is refused.
  const refused = new Promise<NodeJS.ErrnoException>((resolve) => socket.once('error', resolve));
  for (let tries = 0; tries < 5 && !socket.destroyed; tries++) {
    socket.write('x');
    await sleep(20);
  }
  expect(['EPIPE', 'ECONNRESET']).toContain((await refused).code);
}, 5000);

test('a body that arrives too slowly is answered with 408', async () => {
  const url = await start({ headersMs: 200, requestMs: 300 });
  const head = `POST ${RUN} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n`;
  await drip(await holding(url, head), '{'.repeat(10_000));
  expect(logged).toContain('(no request) 408');
});

test('an idle connection is closed', async () => {
  const url = await start({ silenceMs: 100 });
  await once((await holding(url, '')).resume(), 'close');
});

test('a client that reads a little of a long answer now and then is cut off', async () => {
  const url = await start({ silenceMs: AWAY_MS, exchangeMs: 500 });
  const body = JSON.stringify({ queryType: 'scan' });
  const socket = await holding(
    url,
    `POST ${RUN} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  socket.pause();
  let read = 0;
  // It takes longer than allowed, and there is still more to read.
  for (let round = 0; round < 50; round++) {
    await sleep(20);
    const chunk: unknown = socket.read(1000);
    if (Buffer.isBuffer(chunk)) read += chunk.length;
  }
  expect(read).toBeGreaterThan(0);
  // A write to a connection that was just destroyed fails, which is no more than its end.
  socket.on('error', () => undefined);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('data', (chunk: Buffer) => (read += chunk.length));
  socket.resume();
  await ended;
  expect(read).toBeLessThan(LONG);
});

test('a client that reads a long answer as it comes is not cut off', async () => {
  const url = await start({});
  const body = '{"queryType":"scan"}';
  const answer = await raw(
    url,
    `POST ${RUN} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  expect((await answer.text()).length).toBeGreaterThan(LONG);
});

test.each([
  ['GET /health HTTP/1.0\r\n\r\n', 200],
  ['HEAD /health HTTP/1.0\r\n\r\n', 200],
  ['GET /metrics HTTP/1.0\r\n\r\n', 200],
  ['GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
])('%j, without a Host, is answered with %i', async (request, status) => {
  const url = await start({});
  expect(await raw(url, request)).toMatchObject({ status });
});
