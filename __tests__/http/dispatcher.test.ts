import { request as httpRequest } from 'node:http';
import { isLoopback } from '../../src/http/loopback.ts';
import { rejection, topN, topNAnswer } from '../support/client/queries.ts';
import { quickClient } from '../support/client/quick-client.ts';
import { answerJson, closeServers, type Loopback, serveHttp, serveRaw } from '../support/faults/servers.ts';

afterEach(closeServers);

const service = () =>
  serveHttp((request, response) => {
    answerJson(request, response, topNAnswer);
  });

/** A proxy for plain http that sends every host's requests to one port. */
function forwarding(port: number, seen: string[]): Promise<Loopback> {
  return serveHttp((request, response) => {
    seen.push(request.url ?? '');
    const path = URL.parse(request.url ?? '')?.pathname ?? '/';
    const onward = httpRequest(
      { host: '127.0.0.1', port, path, method: 'POST', headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
}

describe('a proxy', () => {
  test.each(['HTTP_PROXY', 'http_proxy'])('a proxy named in %s is used', async (name) => {
    const seen: string[] = [];
    const proxy = await forwarding((await service()).port, seen);
    const client = quickClient('http://api.example.com', { effects: { environment: { [name]: proxy.url } } });
    await expect(client.runQuery(topN)).resolves.toMatchObject({ result: { kind: 'topN' } });
    expect(seen).toEqual(['http://api.example.com/api/v4/query/tql']);
  });

  test('a proxy is not used for loopback addresses', async () => {
    const { url } = await service();
    const client = quickClient(url, { effects: { environment: { HTTP_PROXY: 'http://127.0.0.1:9' } } });
    await expect(client.runQuery(topN)).resolves.toMatchObject({ result: { kind: 'topN' } });
  });

  test.each(['api.invalid', '*', '.invalid', 'other.example,api.invalid:80'])(
    'a proxy is not used for hosts of NO_PROXY %s',
    async (noProxy) => {
      const seen: string[] = [];
      const proxy = await forwarding((await service()).port, seen);
      const environment = { HTTP_PROXY: proxy.url, NO_PROXY: noProxy };
      const client = quickClient('http://api.invalid', { retries: 0, effects: { environment } });
      expect(await rejection(client.runQuery(topN))).toMatchObject({ kind: 'network' });
      expect(seen).toEqual([]);
    },
  );

  test.each([
    [407, /the proxy refused the connection \(407\)\. Check HTTPS_PROXY/],
    [502, /the proxy refused the connection \(502\).*Tried 3 times/],
  ])('a proxy that refuses a tunnel with %i is reported without its password', async (status, message) => {
    const proxy = await serveRaw(
      (socket) => void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`),
    );
    const environment = { HTTPS_PROXY: `http://user:pass_word@127.0.0.1:${proxy.port}` };
    const error = await rejection(
      quickClient('https://api.example.com', { effects: { environment } }).runQuery(topN),
    );
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('pass_word');
  });

  test('a proxy that requires a password for plain http is reported', async () => {
    const proxy = await serveRaw((socket) => void socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n'));
    const environment = { HTTP_PROXY: proxy.url };
    const error = await rejection(
      quickClient('http://api.example.com', { effects: { environment } }).runQuery(topN),
    );
    expect(error.message).toMatch(/refused the connection \(407\)|proxy wants a user and password \(407\)/);
  });

  test('a proxy opens a tunnel for https', async () => {
    let asked = '';
    const proxy = await serveRaw((socket, first) => {
      asked = first.split('\r\n')[0] ?? '';
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      // The client sends its TLS greeting through the tunnel, and gets an answer that is not TLS.
      socket.once('data', () => socket.end('no TLS'));
    });
    const environment = { HTTPS_PROXY: proxy.url };
    const error = await rejection(
      quickClient('https://api.example.com', { effects: { environment } }).runQuery(topN),
    );
    expect(asked).toBe('CONNECT api.example.com:443 HTTP/1.1');
    expect(error.message).toMatch(/the server does not speak TLS/);
  });

  test('a proxy that closes the connection is reported', async () => {
    const proxy = await serveRaw((socket) => void socket.end());
    const environment = { HTTPS_PROXY: proxy.url };
    const error = await rejection(
      quickClient('https://api.example.com', { effects: { environment } }).runQuery(topN),
    );
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toMatch(/the proxy closed the connection/);
  });

  test('a proxy whose address cannot be used is reported without its password', async () => {
    const environment = { HTTPS_PROXY: 'http://user:pass_word@[nonsense' };
    const error = await rejection(
      quickClient('https://api.example.com', { effects: { environment } }).runQuery(topN),
    );
    expect(error.message).toMatch(/HTTPS_PROXY or HTTP_PROXY is not the address of a proxy that can be used/);
    expect(error.message).not.toContain('pass_word');
  });
});

test.each([
  ['localhost', true],
  ['demo.localhost', false],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['notlocalhost', false],
  ['[::2]', false],
])('whether %s is loopback is %p', (hostname, expected) => {
  expect(isLoopback(hostname)).toBe(expected);
});
