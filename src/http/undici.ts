import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { NetworkError } from '../errors.ts';
import type { Answer, Connection, Request } from './connection.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Makes a connection through proxies. Throws a `NetworkError` if the address of one cannot be used. */
export function proxyConnection(proxies: {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}): Connection {
  const options = { allowH2: false, connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 0, bodyTimeout: 0 };
  try {
    return connectionOf(new EnvHttpProxyAgent({ ...options, ...proxies }));
  } catch {
    // The proxy's address may hold a password, and undici's message may hold the address.
    throw new NetworkError(
      'network',
      'HTTPS_PROXY or HTTP_PROXY is not the address of a proxy that can be used: write it as http://host:port',
    );
  }
}

/** A connection whose requests a dispatcher of undici's sends. */
export function connectionOf(dispatcher: Dispatcher): Connection {
  return { send: (request, signal) => send(dispatcher, request, signal), close: () => dispatcher.destroy() };
}

async function send(dispatcher: Dispatcher, options: Request, signal: AbortSignal): Promise<Answer> {
  const { statusCode, headers, body } = await Promise.race([
    dispatcher.request({ ...options, signal }),
    aborted(signal),
  ]);
  // Reading reports the stream's errors; without a listener, an error of an unread stream would end the process.
  body.on('error', () => undefined);
  return { status: statusCode, headers, body };
}

/** Rejects with the signal's reason. undici heeds a signal only once it has a connection, and connecting may hang. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', fail, { once: true });
  });
}
