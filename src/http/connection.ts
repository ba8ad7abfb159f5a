import type { Readable } from 'node:stream';
import { directConnection } from './direct.ts';
import type { Headers } from './headers.ts';
import { isLoopback } from './loopback.ts';

/** A request to a connection's host. */
export interface Request {
  readonly method: string;
  readonly origin: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer whose body is still to be read, or destroyed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable;
}

/** The way to one host. It keeps its sockets open for the next requests. */
export interface Connection {
  /** Sends a request and waits for the answer's headers. Rejects with the signal's reason, or an error with a code (`connectionCode`). */
  send(request: Request, signal: AbortSignal): Promise<Answer>;
  /** Closes all sockets; requests that are under way reject. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Makes the connection to one host. It uses the proxy that the environment names, but not for loopback addresses. */
export async function openConnection(url: URL, environment: Environment): Promise<Connection> {
  const { https_proxy, HTTPS_PROXY, http_proxy, HTTP_PROXY, no_proxy, NO_PROXY } = environment;
  const httpsProxy = https_proxy ?? HTTPS_PROXY ?? '';
  const httpProxy = http_proxy ?? HTTP_PROXY ?? '';
  if ((httpsProxy === '' && httpProxy === '') || isLoopback(url.hostname)) return directConnection(url.protocol);
  // undici takes 50 ms to load.
  const { proxyConnection } = await import('./undici.ts');
  return proxyConnection({ httpProxy, httpsProxy, noProxy: no_proxy ?? NO_PROXY ?? '' });
}
