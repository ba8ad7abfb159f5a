// The HTTP server of `serve`, `demo`, `explore` and `preview`: it listens, sets time limits, answers what is
// not HTTP, and closes without cutting off running requests.
import { Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { errorCode } from '../../text/file-error.ts';
import { StoreError } from '../errors.ts';
import { answerMalformedRequests } from './malformed.ts';
import { HttpProblem, problemResponse } from './problem.ts';
import type { RequestLog } from './request-log.ts';

/**
 * Serves an app over HTTP on a host and port (0: any free port), with limits that keep slow or broken clients
 * from taking all connections. Throws `StoreError` if the address cannot be used.
 */
export async function listen(
  app: Hono,
  host: string,
  port: number,
  log?: RequestLog,
  timeouts = CONNECTION_TIMEOUTS,
) {
  const server = createHttpServer(app, {
    maxHeaderSize: LIMIT_HEADER_BYTES,
    connectionsCheckingInterval: timeouts.checkEveryMs,
  });
  server.requestTimeout = timeouts.requestMs;
  server.headersTimeout = timeouts.headersMs;
  server.timeout = timeouts.silenceMs;
  boundExchanges(server, timeouts.exchangeMs);
  server.maxConnections = LIMIT_CONNECTIONS;
  answerMalformedRequests(server, log);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new StoreError(`Cannot listen on ${host}:${port}: ${reasonOf(error)}`, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  return {
    url: urlOf(server.address(), host),
    /**
     * Goes on serving for `ms`, and ends each connection with its answer, so that no more requests come on
     * it.
     */
    drain: async (ms: number) => {
      server.prependListener('request', (_, response) => {
        response.shouldKeepAlive = false;
      });
      await sleep(ms);
    },
    /** Accepts no more connections, waits up to `graceMs` for running requests, then cuts them off. */
    close: (graceMs: number) => closeServer(server, graceMs),
  };
}

/** How long a client may take, in milliseconds. Tests set shorter times. */
export interface ConnectionTimeouts {
  /** To send a request's headers. */
  readonly headersMs: number;
  /** To send a whole request. */
  readonly requestMs: number;
  /** Without a byte in either direction. */
  readonly silenceMs: number;
  /** From a request's headers to the last byte of its answer. */
  readonly exchangeMs: number;
  /** How often late requests are looked for. */
  readonly checkEveryMs: number;
}

/**
 * A client that sends or reads a byte a minute must not hold a connection for ever. No byte is sent while a
 * query runs, which may take 120 seconds: silence may last longer than that, an exchange three times as long.
 */
export const CONNECTION_TIMEOUTS: ConnectionTimeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  silenceMs: 150_000,
  exchangeMs: 450_000,
  checkEveryMs: 2000,
};

const LIMIT_HEADER_BYTES = 16_384;
const LIMIT_CONNECTIONS = 1024;
const IDLE_CHECK_MS = 50;

/** An HTTP/1 server that answers with an app; it does not listen yet. */
export function createHttpServer(app: Hono, serverOptions: ServerOptions = {}): Server {
  const server = createAdaptorServer({
    // HTTP/1.0 has no Host header, and load balancers check health with it.
    fetch: (request, env) =>
      env.incoming.headers.host === undefined && env.incoming.httpVersion !== '1.0'
        ? problemResponse(new HttpProblem(400, 'The request has no Host header.'))
        : app.fetch(request, env),
    hostname: 'localhost',
    serverOptions: { ...serverOptions, requireHostHeader: false },
  });
  if (!(server instanceof Server)) throw new TypeError('the adaptor did not make an HTTP/1 server');
  return server;
}

/** Cuts off a client that reads its answer so slowly that it takes too long, although it is never silent. */
function boundExchanges(server: Server, limitMs: number): void {
  server.on('request', (request, response) => {
    const timer = setTimeout(() => {
      request.socket.destroy();
    }, limitMs);
    response.once('close', () => {
      clearTimeout(timer);
    });
  });
}

function reasonOf(error: Error): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE')
    return 'the port is already in use. Choose another one with --port, or 0 for any.';
  if (code === 'EACCES') return 'this port needs more rights. Choose another one with --port.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'this machine does not have this address.';
  return error.message;
}

function urlOf(address: AddressInfo | string | null, host: string): string {
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Node closes idle connections once, at `close`; these become idle after that.
  const closingIdle = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  const cuttingOff = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(closingIdle);
  clearTimeout(cuttingOff);
}
