import http, { type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { Answer, Connection, Request } from './connection.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Shorter than servers keep an idle socket: a request on a socket that is being closed is lost. */
const IDLE_TIMEOUT_MS = 4000;

/** Makes a connection without a proxy, by Node's own HTTP client. */
export async function directConnection(protocol: string): Promise<Connection> {
  const library = protocol === 'https:' ? await import('node:https') : http;
  const agent = new library.Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const closed = new AbortController();
  return {
    send: (request, signal) => exchange(() => begin(library, request, agent), request, [signal, closed.signal]),
    close: () => {
      closed.abort(withCode('the connection was closed', 'ERR_CLOSED'));
      agent.destroy();
      return Promise.resolve();
    },
  };
}

/** Headers are not among the options: with `NODE_DEBUG`, Node prints those, and a token with them. */
function begin({ request }: Pick<typeof http, 'request'>, { origin, path, method, headers }: Request, agent: Agent) {
  const sent = request({ ...urlToHttpOptions(new URL(origin)), path, method, agent });
  for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
  return sent;
}

function exchange(
  beginRequest: () => ClientRequest,
  { origin, body }: Request,
  signals: readonly AbortSignal[],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    for (const signal of signals) signal.throwIfAborted();
    const sent = beginRequest();
    let received: IncomingMessage | null = null;
    const stops = signals.map((signal) => {
      const stop = (): void => void (received ?? sent).destroy(signal.reason as Error);
      signal.addEventListener('abort', stop);
      return () => {
        signal.removeEventListener('abort', stop);
      };
    });
    sent.on('socket', () => {
      limitConnecting(sent, origin);
    });
    sent.on('response', (message) => {
      received = message;
      // Reading reports the stream's errors; without a listener, an error of an unread stream would end the process.
      message.on('error', () => undefined);
      resolve({ status: message.statusCode ?? 0, headers: message.headers, body: message });
    });
    sent.on('error', (error) => {
      const ended = signals.find(({ aborted }) => aborted);
      reject(ended === undefined ? error : (ended.reason as Error));
    });
    sent.on('close', () => {
      for (const stop of stops) stop();
    });
    sent.end(body ?? undefined);
  });
}

/** Node gives up connecting only when the system does, after minutes. */
function limitConnecting(sent: ClientRequest, origin: string): void {
  const { socket } = sent;
  if (socket?.connecting !== true) return;
  const timer = setTimeout(() => sent.destroy(withCode('connecting timed out', 'CONNECT_TIMEOUT')), CONNECT_TIMEOUT_MS);
  const stop = (): void => {
    clearTimeout(timer);
  };
  socket.once(origin.startsWith('https:') ? 'secureConnect' : 'connect', stop).once('close', stop);
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
