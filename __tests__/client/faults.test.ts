import { createServer } from 'node:net';
import { createGzip } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import type { RequestListener } from 'node:http';
import { answerJson, type Loopback, quickClient, serveHttp, serveRaw } from '../support/client/loopback-server.ts';
import { last30Days, rejection, TOKEN, topN, topNAnswer } from '../support/client/queries.ts';

const open: Loopback[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function http(listener: RequestListener): Promise<string> {
  const server = await serveHttp(listener);
  open.push(server);
  return server.url;
}

async function raw(handler: (socket: Socket, connection: number) => void): Promise<string> {
  const server = await serveRaw(handler);
  open.push(server);
  return server.url;
}

const good = JSON.stringify(topNAnswer);
const goodAnswer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${good.length}\r\n\r\n${good}`;
const headers = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${good.length}\r\n\r\n`;

/** What goes wrong with a connection, and what the error says where it does not pass. */
const faults: [string, (socket: Socket) => void, { kind: string; message: RegExp }][] = [
  [
    'reset before the answer',
    (socket) => void socket.resetAndDestroy(),
    { kind: 'network', message: /reset \(ECONNRESET\)|closed before the answer was complete/ },
  ],
  [
    'closed before the answer',
    (socket) => void socket.end(),
    { kind: 'network', message: /closed before the answer was complete \(UND_ERR_SOCKET\)/ },
  ],
  [
    'reset within the headers',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncont', () => socket.resetAndDestroy()),
    { kind: 'network', message: /reset|closed/ },
  ],
  [
    'closed within the body',
    (socket) => void socket.end(headers + good.slice(0, 20)),
    { kind: 'network', message: /reset|closed before the answer was complete/ },
  ],
  [
    'closed within a chunk',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n[{'),
    { kind: 'network', message: /reset|closed before the answer was complete/ },
  ],
  [
    'hanging before the headers',
    () => undefined,
    { kind: 'timeout', message: /timed out after 0\.3 s\..*raise `timeout`\. Tried 2 times\./ },
  ],
  [
    'hanging within the headers',
    (socket) => void socket.write('HTTP/1.1 200 OK\r\ncont'),
    { kind: 'timeout', message: /timed out after 0\.3 s/ },
  ],
  [
    'hanging within the body',
    (socket) => void socket.write(headers + good.slice(0, 20)),
    { kind: 'timeout', message: /timed out after 0\.3 s/ },
  ],
  ['dripping', drip, { kind: 'timeout', message: /timed out after 0\.3 s/ }],
  [
    '503',
    (socket) => void socket.end('HTTP/1.1 503 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
    { kind: 'service', message: /failed \(503\).*Tried 3 times/ },
  ],
  [
    '503 that hangs within its body',
    (socket) => void socket.write('HTTP/1.1 503 No\r\ncontent-length: 99\r\n\r\n{'),
    { kind: 'timeout', message: /timed out after 0\.3 s/ },
  ],
];

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write(' '), 20);
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
  socket.on('close', () => {
    clearInterval(timer);
  });
}

describe('a fault that passes', () => {
  it.each(faults)('is survived: %s', async (_, fault) => {
    const url = await raw((socket, connection) => {
      if (connection === 1) fault(socket);
      else socket.end(goodAnswer);
    });
    const { result } = await quickClient(url, { timeoutMs: 300 }).runQuery(topN);
    expect(result.kind).toBe('topN');
  });
});

describe('a fault that lasts', () => {
  it.each(faults)('is reported: %s', async (_, fault, { kind, message }) => {
    const url = await raw((socket) => {
      fault(socket);
    });
    const error = await rejection(quickClient(url, { timeoutMs: 300 }).runQuery(topN));
    expect(error).toMatchObject({ kind });
    expect(error.message).toMatch(message);
    expect(error.message).toMatch(/^Running a topN query at 127\.0\.0\.1:\d+: /);
    expect(error.message).not.toContain(TOKEN);
  });

  it('reports a refused connection', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.on('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    await new Promise((resolve) => server.close(resolve));
    const error = await rejection(quickClient(`http://127.0.0.1:${port}`).runQuery(topN));
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toMatch(
      /refused \(ECONNREFUSED\)\. Check `api-url`, and that the service is up\. Tried 3 times\./,
    );
  });

  it('reports an unknown host', async () => {
    const error = await rejection(quickClient('http://nowhere.invalid').runQuery(topN));
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toMatch(
      /nowhere\.invalid: (there is no host of that name \(ENOTFOUND\)|the host name could not be looked up)/,
    );
  });

  it('reports a server without TLS behind https', async () => {
    const url = await raw((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const error = await rejection(quickClient(url.replace('http:', 'https:')).runQuery(topN));
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toMatch(/no safe connection could be made/);
  });

  it('reports an answer that is not HTTP', async () => {
    const url = await raw((socket) => void socket.end('220 mail.example.com ESMTP\r\n'));
    const error = await rejection(quickClient(url).runQuery(topN));
    expect(error).toMatchObject({ kind: 'network' });
    expect(error.message).toMatch(/what came back is not HTTP/);
  });
});

describe('an answer too large', () => {
  it('is refused by its announced length, unread', async () => {
    const url = await http((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-length': 200 * 1024 * 1024 }).write('[');
      });
    });
    const error = await rejection(quickClient(url).runQuery(topN));
    expect(error).toMatchObject({ kind: 'unreadable' });
    expect(error.message).toMatch(/larger than 33 MiB/);
  });

  it('is refused once so much has come', async () => {
    let sentBytes = 0;
    const url = await http((request, response) => {
      request.resume().on('end', () => {
        const chunk = Buffer.alloc(1024 * 1024, ' ');
        const more = () => {
          while (sentBytes < 200 * 1024 * 1024 && !response.destroyed) {
            sentBytes += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
        };
        more();
      });
    });
    const error = await rejection(quickClient(url).runQuery(topN));
    expect(error.message).toMatch(/larger than 33 MiB/);
    expect(sentBytes).toBeLessThan(60 * 1024 * 1024);
  });

  it('of an error is read no further than it can be quoted', async () => {
    const url = await http((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(400);
        response.write('x'.repeat(1024 * 1024));
      });
    });
    const error = await rejection(quickClient(url).runQuery(topN));
    expect(error).toMatchObject({ kind: 'invalid-query', status: 400 });
  });

  it('that is compressed is refused whatever it would become', async () => {
    const url = await http((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        const gzip = createGzip();
        gzip.pipe(response);
        gzip.end(Buffer.alloc(10 * 1024 * 1024));
      });
    });
    const error = await rejection(quickClient(url).runQuery(topN));
    expect(error).toMatchObject({ kind: 'unreadable' });
    expect(error.message).toMatch(/content-encoding: gzip/);
  });
});

it('sends the token to no other host', async () => {
  let isAsked = false;
  const elsewhere = await http((_, response) => {
    isAsked = true;
    response.end();
  });
  const url = await http((request, response) => {
    request.resume().on('end', () => response.writeHead(308, { location: `${elsewhere}/api/v4/query/tql` }).end());
  });
  const error = await rejection(quickClient(url).runQuery(topN));
  expect(error.message).toContain(`redirects to ${new URL(elsewhere).host} (308)`);
  expect(isAsked).toBe(false);
});

it('refuses an answer that is nested too deeply', async () => {
  const url = await http((request, response) => {
    request.resume().on('end', () => response.end(`${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`));
  });
  const client = quickClient(url);
  expect(await rejection(client.runQuery(topN))).toMatchObject({ kind: 'unreadable' });
  expect(await rejection(client.resolveInsight('a', last30Days))).toMatchObject({ kind: 'unreadable' });
});

it('keeps every slot busy and never has more requests under way than allowed', async () => {
  let underWay = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const url = await http((request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    waiting.push(() => {
      underWay -= 1;
      answerJson(request, response, topNAnswer);
    });
    // Answers only once the client can have no more under way.
    if (waiting.length === 3) for (const answer of waiting.splice(0)) setTimeout(answer, 20);
  });
  const client = quickClient(url, { concurrency: 3 });
  await Promise.all(Array.from({ length: 30 }, () => client.runQuery(topN)));
  expect(most).toBe(3);
});

it('ends at the deadline, whatever is under way', async () => {
  const url = await raw(() => undefined);
  const client = quickClient(url, { deadlineMs: 200, concurrency: 1 });
  const errors = await Promise.all(['a', 'b', 'c'].map((id) => rejection(client.resolveInsight(id, last30Days))));
  for (const [i, id] of ['a', 'b', 'c'].entries()) {
    expect(errors[i]).toMatchObject({ kind: 'timeout' });
    expect(errors[i]!.message).toMatch(
      new RegExp(`^Resolving insight ${id} at .*the 0\\.2 s allowed for all requests together`),
    );
  }
});
