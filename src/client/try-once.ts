import { NetworkError, ResponseError } from '../errors.ts';
import { connectionCode } from './errors.ts';
import type { Redact } from './quote.ts';
import type { Operation } from './errors.ts';
import { type Failure, retryAfter } from './retry.ts';
import type { Answer, Send } from './send.ts';

/** A successful answer, and the time of the request that it came to. */
export interface Answered {
  readonly kind: 'answered';
  readonly answer: Answer;
  readonly durationMs: number;
}

/** An answer that is no success, or (`answer` null) none. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
  readonly answer: Answer | null;
}

interface Limits {
  readonly send: Send;
  readonly timeoutMs: number;
  readonly redact: Redact;
  readonly nowMs: () => number;
}

const TIMED_OUT = new Error('timed out');
/** What a timer can wait for. */
const LONGEST_MS = 2 ** 31 - 1;

/** Sends a request once, within `timeoutMs` for headers and body. Throws the signal's reason, and what no try would mend. */
export async function tryOnce(
  { path, body, asked }: { readonly path: string; readonly body: string; readonly asked: Operation },
  { send, timeoutMs, nowMs, redact }: Limits,
  signal: AbortSignal,
): Promise<Answered | Failed> {
  const startedMs = nowMs();
  const limit = new AbortController();
  const stop = () => {
    limit.abort(signal.reason);
  };
  const timer = setTimeout(
    () => {
      limit.abort(TIMED_OUT);
    },
    Math.min(timeoutMs, LONGEST_MS),
  );
  signal.addEventListener('abort', stop);
  try {
    const answer = await Promise.race([send(path, body, limit.signal), aborted(limit.signal)]);
    if (answer.status >= 200 && answer.status <= 299)
      return { kind: 'answered', answer, durationMs: nowMs() - startedMs };
    return { kind: 'failed', failure: statusFailure(answer), answer };
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) return { kind: 'failed', failure: { kind: 'timeout' }, answer: null };
    return { kind: 'failed', failure: connectionFailure(error, asked, redact), answer: null };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Rejects with the signal's reason. undici looks at a signal only once it has a connection, and making one may hang. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const leave = (): void => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
}

function statusFailure(answer: Answer): Failure {
  return { kind: 'status', status: answer.status, retryAfter: retryAfter(answer) };
}

function connectionFailure(error: unknown, { doing, host }: Operation, redact: Redact): Failure {
  const start = `${doing} at ${host}: `;
  if (error instanceof ResponseError) throw new ResponseError(redact(start + error.message));
  if (error instanceof NetworkError) throw new NetworkError(error.kind, redact(start + error.message));
  const code = connectionCode(error);
  if (code === null) throw error;
  return { kind: 'connection', code };
}
