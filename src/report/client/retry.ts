// Decides whether and when a failed request to the query service is sent again: after a 503 yes, after a 400
// no.
import { asksToWait, type Headers, retryAfterMs } from '../../http/headers.ts';
import { backOffMs } from '../../http/send-again.ts';

/** Why one try failed: an answer that is not a success, or no answer. */
export type Failure =
  | { readonly kind: 'status'; readonly status: number; readonly headers: Headers }
  /** `code` as `connectionCode` gives it. */
  | { readonly kind: 'connection'; readonly code: string }
  | { readonly kind: 'timeout' };

/**
 * When a failed request may be sent again. `holds`: the service said so, and no other request is sent before.
 */
export interface Retry {
  readonly waitMs: number;
  readonly holds: boolean;
}

/** The longest wait that we choose ourselves. */
const LONGEST_BACK_OFF_MS = 30_000;
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
 * When a request is sent again after its first, second, … failure (`tries`); null if that would be of no
 * use. Every request to the service only reads, also by POST, so it may be repeated whatever happened to
 * the first try. The wait is random, from 0 to 1, 2, 4, … seconds, so that many clients do not
 * come back at once; a `Retry-After` is the shortest wait.
 */
export function decideRetry(
  failure: Failure,
  tries: number,
  effects: { nowMs(): number; random(): number },
): Retry | null {
  if (!isTransient(failure)) return null;
  const jitterMs = Math.round(effects.random() * Math.min(LONGEST_BACK_OFF_MS, backOffMs(tries)));
  const retryMs = failure.kind === 'status' ? retryAfterMs(failure.headers, effects.nowMs()) : null;
  return { waitMs: Math.max(retryMs ?? 0, jitterMs), holds: retryMs !== null };
}

function isTransient(failure: Failure): boolean {
  switch (failure.kind) {
    case 'status':
      // A 403 that says how long to wait is a rate limit.
      return (
        TRANSIENT_STATUSES.has(failure.status) || (failure.status === 403 && asksToWait(failure.headers))
      );
    case 'connection':
      return TRANSIENT_CODES.has(failure.code);
    case 'timeout':
      return true;
  }
}
