import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { SocketFault } from './socket-faults.ts';

/** Which requests meet a fault: those of a method and path, and with a body that holds `body`. */
export interface Matching {
  /** `*` for any. */
  readonly method: string;
  readonly path: RegExp;
  readonly body?: RegExp;
}

/** A server in front of a good one. `count` is how many requests met the fault. */
export interface Front {
  readonly url: string;
  readonly met: { count: number };
  readonly close: () => void;
}

/** Starts a server that hands everything on to `target()` but the requests that match, `times` times: they meet the fault. */
export async function startFront(
  target: () => string,
  { method, path, body }: Matching,
  act: SocketFault['act'],
  times = Infinity,
): Promise<Front> {
  const met = { count: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const isIt = ['*', request.method].includes(method) && path.test(request.url ?? '') && body?.test(text) !== false;
      if (isIt && met.count < times) {
        met.count += 1;
        act(request.socket);
        return;
      }
      const headers = { ...request.headers, connection: 'close' };
      const onward = httpRequest(target() + (request.url ?? ''), { method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, { ...answer.headers, connection: 'close' });
        answer.pipe(response);
      });
      onward.on('error', () => request.socket.destroy());
      onward.end(text);
    });
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
