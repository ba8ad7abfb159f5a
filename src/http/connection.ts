import type { Readable } from 'node:stream';
import type { Headers } from './headers.ts';

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
