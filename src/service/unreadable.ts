import { STATUS_CODES, type Server } from 'node:http';
import { type Duplex } from 'node:stream';
import { type RequestEntry } from './app.ts';

/** Answers and logs what never becomes a request: no HTTP, headers that are too long, or one that does not arrive in time. */
export function answerUnreadable(server: Server, log?: (entry: RequestEntry) => void): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = 'code' in error ? String(error.code) : '';
    // Nobody is there any more to be answered.
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[code] ?? 400;
    const body = JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail: DETAILS[status] });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    log?.({ method: '-', route: '(no request)', status, durationMs: 0, error: null });
  });
}

const STATUSES: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const DETAILS: Readonly<Record<number, string>> = {
  400: 'What came is no HTTP request.',
  408: 'The request did not arrive in time: its headers have 10 seconds, all of it 30.',
  431: 'The headers of the request are longer than 16 KiB together.',
};
