import { asksToWait, type Headers, retryAfterMs } from '../http/headers.ts';

/** What came of one try: an answer that is no success, or none at all. */
export type Failure =
  | { readonly kind: 'status'; readonly status: number; readonly headers: Headers }
  /** `code` as `connectionCode` gives it. */
  | { readonly kind: 'connection'; readonly code: string }
  | { readonly kind: 'timeout' };

/** What a request has behind it. `tries` counts the one that just failed, `timeouts` those of them that timed out. */
export interface Tries {
  readonly tries: number;
  readonly timeouts: number;
}

/** `hold`: the service said when to come back, so nothing else need be sent before. `back-off`: only this request waits. */
export type Retry = { readonly kind: 'hold' | 'back-off'; readonly waitMs: number } | { readonly kind: 'give-up' };

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
 * Decides whether and when a failed request is sent again. Both of the service's operations are POST, and both only
 * read: sending one twice does nothing twice, so they may be repeated whatever had become of the first try. The
 * back-off is exponential with full jitter; a `Retry-After` is waited for at least. A time-out is repeated once: the
 * service itself gives up (504) before the default time does, so one is a connection that hangs, and two are not chance.
 */
export function decideRetry(
  failure: Failure,
  { tries, timeouts }: Tries,
  retries: number,
  effects: { nowMs(): number; random(): number },
): Retry {
  if (tries > retries || !isTransient(failure) || timeouts > 1) return { kind: 'give-up' };
  const backOffMs = Math.round(effects.random() * Math.min(CAP_MS, BASE_MS * 2 ** (tries - 1)));
  const askedMs = failure.kind === 'status' ? retryAfterMs(failure.headers, effects.nowMs()) : null;
  return askedMs === null
    ? { kind: 'back-off', waitMs: backOffMs }
    : { kind: 'hold', waitMs: Math.max(askedMs, backOffMs) };
}

function isTransient(failure: Failure): boolean {
  switch (failure.kind) {
    case 'status':
      // A 403 that asks to wait is a rate limit.
      return TRANSIENT_STATUSES.has(failure.status) || (failure.status === 403 && asksToWait(failure.headers));
    case 'connection':
      return TRANSIENT_CODES.has(failure.code);
    case 'timeout':
      return true;
  }
}
