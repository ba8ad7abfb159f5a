// Sends one HTTP request through undici, and reads a body up to a limit.
import type { Dispatcher } from 'undici';
import type { Headers } from './headers.ts';

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
  readonly body: Dispatcher.ResponseData['body'];
}

/**
 * Sends a request and waits for the answer's headers. Rejects with the signal's reason, or an error of
 * undici's.
 */
export async function sendRequest(
  dispatcher: Dispatcher,
  options: Request,
  signal: AbortSignal,
): Promise<Answer> {
  const { statusCode, headers, body } = await Promise.race([
    dispatcher.request({ ...options, signal }),
    aborted(signal),
  ]);
  // Reading reports the stream's errors; without a listener, an error of an unread stream would end the
  // process.
  body.on('error', () => undefined);
  return { status: statusCode, headers, body };
}

/**
 * Rejects with the signal's reason. undici heeds a signal only once it has a connection, and connecting may
 * hang.
 */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', fail, { once: true });
  });
}

/** Reads a body, of a longer one only the first `limitBytes`: then `isComplete` is false. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isComplete: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > limitBytes) return { bytes: Buffer.concat(chunks, limitBytes), isComplete: false };
  }
  return { bytes: Buffer.concat(chunks), isComplete: true };
}
