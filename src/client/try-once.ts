import { NetworkError, ResponseError } from '../errors.ts';
import { connectionCode } from '../http/connection-error.ts';
import type { Operation } from './errors.ts';
import type { Redact } from './quote.ts';
import type { Failure } from './retry.ts';
import type { Answer, Send } from './send.ts';

/** A successful answer; `durationMs` is the time from its request to the end of its body. */
export interface Answered {
  readonly kind: 'done';
  readonly answer: Answer;
  readonly durationMs: number;
}

/** A failed try; `answer` is null if no answer came. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
  readonly answer: Answer | null;
}

/** A request to send: a POST with a body, or a GET without. */
export interface Asked {
  readonly path: string;
  readonly body: string | null;
  readonly operation: Operation;
}

interface Limits {
  readonly send: Send;
  readonly timeoutMs: number;
  readonly redact: Redact;
  readonly nowMs: () => number;
}

const TIMED_OUT = new Error('timed out');

/**
 * Sends a request once; headers and body may take `timeoutMs`. Throws the signal's reason, a `ResponseError`
 * if the answer cannot be read, and any error that is not one of the connection.
 */
export async function tryOnce(
  { path, body, operation }: Asked,
  { send, timeoutMs, nowMs, redact }: Limits,
  signal: AbortSignal,
): Promise<Answered | Failed> {
  const startedMs = nowMs();
  const limit = new AbortController();
  const stop = () => {
    limit.abort(signal.reason);
  };
  const timer = abortAfter(limit, timeoutMs, TIMED_OUT);
  signal.addEventListener('abort', stop);
  try {
    const answer = await send(path, body, limit.signal);
    if (answer.status >= 200 && answer.status <= 299)
      return { kind: 'done', answer, durationMs: nowMs() - startedMs };
    const { status, headers } = answer;
    return { kind: 'failed', failure: { kind: 'status', status, headers }, answer };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) return { kind: 'failed', failure: { kind: 'timeout' }, answer: null };
    return { kind: 'failed', failure: connectionFailure(error, operation, redact), answer: null };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Aborts with `reason` after `ms`, or after the longest time that a timer of Node's can wait: 24 days. */
export function abortAfter(controller: AbortController, ms: number, reason: Error): NodeJS.Timeout {
  return setTimeout(
    () => {
      controller.abort(reason);
    },
    Math.min(ms, 2 ** 31 - 1),
  );
}

function connectionFailure(error: unknown, { doing, host }: Operation, redact: Redact): Failure {
  const start = `${doing} at ${host}: `;
  if (error instanceof ResponseError) throw new ResponseError(redact(start + error.message));
  if (error instanceof NetworkError) throw new NetworkError(error.kind, redact(start + error.message));
  const code = connectionCode(error);
  if (code === null) throw error;
  return { kind: 'connection', code };
}
