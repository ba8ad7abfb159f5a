import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectDruid } from '../../src/cluster/druid.ts';
import type { ServerAccess } from '../../src/cluster/credentials.ts';
import { createDruidServer, type DruidServer } from '../../src/cluster/druid-server.ts';
import { parseBrokers, parseServerUrl } from '../../src/cluster/options.ts';

let server: Server | null = null;
let druid: DruidServer | null = null;

afterEach(async () => {
  await druid?.close();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => {
    if (server === null) resolve();
    else
      server.close(() => {
        resolve();
      });
  });
  [server, druid] = [null, null];
});

/** A client of a server that answers as the listener does. */
async function clientOf(listener: RequestListener, access?: ServerAccess, path = '') {
  const listening = createServer(listener);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  druid = createDruidServer(`http://127.0.0.1:${port}${path}`, '--druid', access);
  return druid;
}

const request = { path: '/druid/v2', body: { a: 1 } };

test('a request to Druid carries JSON and the user, whose name is in no message', async () => {
  const seen: unknown[] = [];
  const client = await clientOf(
    (incoming, response) => {
      const { method, url, headers } = incoming;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        seen.push({
          method,
          url,
          authorization: headers.authorization,
          body: Buffer.concat(chunks).toString(),
        });
        response.end('{"n":1}');
      });
    },
    { login: { mechanism: 'PLAIN', user: 'ann', password: 'p@ss' }, tls: null },
    '/behind/',
  );
  expect(await client.ask(request)).toEqual({ n: 1 });
  const authorization = `Basic ${Buffer.from('ann:p@ss').toString('base64')}`;
  expect(seen).toEqual([{ method: 'POST', url: '/behind/druid/v2', authorization, body: '{"a":1}' }]);
  expect(client.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/behind$/);
});

test.each([
  [
    'an error of Druid',
    400,
    '{"error":"druidException","category":"INVALID_INPUT","errorMessage":"no"}',
    { name: 'DruidError', status: 400, details: { category: 'INVALID_INPUT', reason: 'no' } },
  ],
  [
    'a time-out of Druid',
    504,
    '{"error":"Query timeout","errorMessage":"late"}',
    { name: 'DruidError', status: 504, details: { error: 'Query timeout' } },
  ],
  [
    'an error that is not JSON',
    500,
    '<html>',
    { name: 'DruidError', status: 500, details: { error: '', reason: '' } },
  ],
  ['a proxy without a server behind it', 502, '<html>', { name: 'ClusterAwayError' }],
  ['a redirect', 302, '', { name: 'EngineError' }],
  ['an answer that ends early', 200, '[{"n":1},', { name: 'EngineError' }],
  ['an answer that is too long', 200, `[${' '.repeat(2000)}]`, { name: 'EngineError' }],
])('a request to Druid rejects at %s', async (_name, status, body, error) => {
  const client = await clientOf((_incoming, response) => response.writeHead(status).end(body));
  await expect(client.ask({ ...request, limitBytes: 1000 })).rejects.toMatchObject(error);
});

test('a request to Druid rejects at an answer that is compressed', async () => {
  const client = await clientOf((_incoming, response) =>
    response.setHeader('content-encoding', 'gzip').end('x'),
  );
  await expect(client.ask(request)).rejects.toThrow('compressed');
});

test('a request to Druid rejects if the connection breaks off within the answer', async () => {
  const client = await clientOf((_incoming, response) => {
    response.write('[1,', () => response.destroy());
  });
  await expect(client.ask(request)).rejects.toMatchObject({ name: 'EngineError', message: /cut off/ });
});

test('a request to Druid rejects if nobody listens, and names the flag', async () => {
  druid = createDruidServer('http://127.0.0.1:9', '--druid-overlord');
  await expect(druid.ask(request)).rejects.toMatchObject({
    name: 'ClusterAwayError',
    message: /ECONNREFUSED.*--druid-overlord/s,
  });
});

test('a request to Druid rejects after its time-out, and when it is cancelled', async () => {
  const client = await clientOf(() => undefined);
  await expect(client.ask({ ...request, timeoutMs: 50 })).rejects.toMatchObject({
    name: 'ClusterAwayError',
  });
  const signal = AbortSignal.timeout(50);
  await expect(client.ask({ ...request, signal })).rejects.toMatchObject({ name: 'CancelledError' });
});

test('the overlord is the router unless it has a separate address', async () => {
  const [one, two] = [
    connectDruid({ druidUrl: 'http://a:1', overlordUrl: null }),
    connectDruid({ druidUrl: 'http://a:1', overlordUrl: 'http://b:2/' }),
  ];
  expect([one.overlord.address, two.broker.address, two.overlord.address]).toEqual([
    'http://a:1',
    'http://a:1',
    'http://b:2',
  ]);
  await Promise.all([one.close(), two.close()]);
});

describe('addresses', () => {
  test.each(['', 'host:8888', 'ftp://host', 'http://', 'http://h/?a=1', 'http://h/#a'])(
    '%j is not one of a server',
    (text) => {
      expect(() => parseServerUrl(text, '--druid')).toThrow('--druid is not the address of a Druid server');
    },
  );

  test('a password in an address is refused, and not shown', () => {
    const parse = () => parseServerUrl('http://ann:geheim@h', '--druid');
    expect(parse).toThrow('put them into a file, and name it with --druid-auth');
    expect(parse).not.toThrow('geheim');
  });

  test.each(['', 'host', 'host:0', 'host:70000', 'a:1,', 'a b:1', 'http://h:1', 'a:1;b:2'])(
    '%j is not one of Kafka brokers',
    (text) => {
      expect(() => parseBrokers(text)).toThrow('is not a Kafka broker: write host:9092');
    },
  );

  test('brokers are separated by commas', () => {
    expect(parseBrokers('a:1, kafka-2.example.org:9092,[::1]:9')).toEqual([
      'a:1',
      'kafka-2.example.org:9092',
      '[::1]:9',
    ]);
  });
});
