import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type ClientOptions, createClient, type QueryService } from '../../../src/client/client.ts';
import { TOKEN } from './queries.ts';

/** A server on loopback, and a function that ends it at once. */
export interface Loopback {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves HTTP with a listener. */
export async function serveHttp(listener: RequestListener): Promise<Loopback> {
  const server = createHttpServer(listener);
  return listen(server, () => {
    server.closeAllConnections();
  });
}

/** Serves raw bytes: the handler is called with each connection once its request has arrived. */
export async function serveRaw(
  handler: (socket: Socket, connection: number, request: string) => void,
): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    const connection = (connections += 1);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    // Both operations' requests fit into one packet on loopback.
    socket.once('data', (request) => {
      handler(socket, connection, request.toString());
    });
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(server: Server, end: () => void): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        end();
      }),
  };
}

/** A client that hardly waits between its tries. */
export function quickClient(url: string, options: Partial<ClientOptions> = {}): QueryService {
  return createClient({
    url,
    token: TOKEN,
    timeoutMs: 5000,
    retries: 2,
    deadlineMs: 20_000,
    concurrency: 6,
    ...options,
    effects: { environment: {}, random: () => 0.001, ...options.effects },
  });
}

/** Answers a request with JSON once it has been read. */
export function answerJson(request: IncomingMessage, response: ServerResponse, body: unknown): void {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
}
