import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A server on loopback, and a function that stops it at once. */
export interface Loopback {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const open = new Set<Loopback>();

/** Closes every server of this test file that still listens: for `afterEach` or `afterAll`. */
export async function closeServers(): Promise<void> {
  await Promise.all([...open].map((each) => each.close()));
}

/** Has a server listen on a free port. To close it destroys its connections. */
export async function listen(server: Server): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const loopback: Loopback = {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((closed) => {
        open.delete(loopback);
        server.close(() => {
          closed();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
  open.add(loopback);
  return loopback;
}

/** Serves HTTP with a listener. */
export function serveHttp(listener: RequestListener): Promise<Loopback> {
  return listen(createHttpServer(listener));
}

/** Serves raw bytes: the handler is called with each connection once its request has arrived. */
export function serveRaw(handler: (socket: Socket, request: string) => void): Promise<Loopback> {
  // Both of the query service's requests fit into one packet on loopback.
  const server = createServer((socket) => {
    socket.once('data', (request) => {
      handler(socket, request.toString());
    });
  });
  return listen(server);
}

/** The address of a server that has just stopped. */
export async function closedUrl(): Promise<string> {
  const server = await listen(createServer());
  await server.close();
  return server.url;
}

/** Answers a request with JSON once it has been read. */
export function answerJson(request: IncomingMessage, response: ServerResponse, body: unknown): void {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}
