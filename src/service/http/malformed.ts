// Answers and logs what never becomes a request of Node's HTTP server: it is not HTTP, its headers are too
// long, or it does not arrive in time.
import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../text/file-error.ts';
import { PROBLEM_TYPE, problemBody } from './problem.ts';
import type { RequestLog } from './request-log.ts';

/** Call it before the server listens. */
export function answerMalformedRequests(server: Server, log?: RequestLog): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = errorCode(error);
    // The client has gone.
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, detail } = MALFORMED[code] ?? NOT_HTTP;
    const body = problemBody(status, detail);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    // Destroyed, not only ended: a client that does not close its side would hold the connection until it has
    // been silent for long.
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
    const route = '(no request)';
    log?.({ method: '-', route, status, durationMs: 0, address: null, client: null, error: null });
  });
}

const NOT_HTTP = { status: 400, detail: 'This is not a valid HTTP request.' };

/** The answers to the other faults, by the code of Node's error (`HPE_`: of its HTTP parser). */
const MALFORMED: Readonly<Record<string, typeof NOT_HTTP>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'The headers of the request are longer than 16 KiB together.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request did not arrive in time: within 10 seconds for its headers, 30 for all of it.',
  },
};
