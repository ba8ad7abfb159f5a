import { asksToWait, type Headers, retryAfterMs } from '../http/headers.ts';

/** Why one try failed: an answer that is not a success, or no answer. */
export type Failure =
  | { readonly kind: 'status'; readonly status: number; readonly headers: Headers }
  /** `code` as `connectionCode` gives it. */
  | { readonly kind: 'connection'; readonly code: string }
  | { readonly kind: 'timeout' };

/** A request's tries so far, with the one that just failed; `timeouts` of them timed out. */
export interface Tries {
  readonly tries: number;
  readonly timeouts: number;
}

/**
 * `hold`: the service said when to come back, so no request is sent before. `back-off`: only this request
 * waits.
 */
export type Retry =
  { readonly kind: 'hold' | 'back-off'; readonly waitMs: number } | { readonly kind: 'give-up' };

const BASE_MS = 1000;
const CAP_MS = 30_000;
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_PRX_CONN',
  'PROXY_502',
  'PROXY_503',
  'PROXY_504',
]);

/**
 * Decides whether and when a failed request is sent again. Both operations of the service are POST requests
 * that only read, so they may be repeated whatever happened to the first try. The back-off is exponential
 * with full jitter; a `Retry-After` is the shortest wait. A timeout is repeated once: the service itself
 * gives up (504) within the default timeout, so one timeout may be a connection that hangs, but two are no
 * coincidence.
 */
export function decideRetry(
  failure: Failure,
  { tries, timeouts }: Tries,
  retries: number,
  effects: { nowMs(): number; random(): number },
): Retry {
  if (tries > retries || !isTransient(failure) || timeouts > 1) return { kind: 'give-up' };
  const backOffMs = Math.round(effects.random() * Math.min(CAP_MS, BASE_MS * 2 ** (tries - 1)));
  const retryMs = failure.kind === 'status' ? retryAfterMs(failure.headers, effects.nowMs()) : null;
  return retryMs === null
    ? { kind: 'back-off', waitMs: backOffMs }
    : { kind: 'hold', waitMs: Math.max(retryMs, backOffMs) };
}

function isTransient(failure: Failure): boolean {
  switch (failure.kind) {
    case 'status':
      // A 403 that asks to wait is a rate limit.
      return (
        TRANSIENT_STATUSES.has(failure.status) || (failure.status === 403 && asksToWait(failure.headers))
      );
    case 'connection':
      return TRANSIENT_CODES.has(failure.code);
    case 'timeout':
      return true;
  }
}
