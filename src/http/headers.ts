// Reads the headers of answers for our HTTP clients: how long to wait (`Retry-After: 30` → 30,000 ms), where
// a redirect leads, whether the body is compressed. What to do about it is up to each client.

/** An answer's headers, by their lower-case names. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether an answer is compressed, although the request did not allow it. */
export function isEncoded({ headers }: { readonly headers: Headers }): boolean {
  return !/^(?:identity)?$/i.test(String(headers['content-encoding'] ?? ''));
}

/**
 * The host that a redirect leads to, in words that are safe to print; a relative `location` leads back to
 * `base`.
 */
export function redirectHost({ location }: Headers, base: string): string {
  const target = typeof location === 'string' ? URL.parse(location, base) : null;
  return target === null || target.host === '' ? 'an address that cannot be read' : target.host;
}

/**
 * Whether an answer asks to wait before the next request: a `Retry-After`, or a rate limit that is used up.
 */
export function asksToWait(headers: Headers): boolean {
  return headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0';
}

/**
 * Milliseconds until an answer allows the next request: its `Retry-After`, else the reset of a used-up limit;
 * null if unknown.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const after = headers['retry-after'];
  return (typeof after === 'string' ? parseRetryAfter(after, nowMs) : null) ?? resetMs(headers, nowMs);
}

/** A `Retry-After` (seconds, or an HTTP date) as milliseconds from now; null if it is neither. */
function parseRetryAfter(header: string, nowMs: number): number | null {
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

function resetMs(headers: Headers, nowMs: number): number | null {
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
  if (headers['x-ratelimit-remaining'] !== '0' || !Number.isFinite(reset) || reset < 0) return null;
  // GitHub gives an epoch second, of which today's have ten digits; some services give seconds from now.
  if (reset <= 1e9) return Math.ceil(reset) * 1000;
  // One second more, since an epoch second is rounded and clocks differ.
  return Math.max(0, reset * 1000 - nowMs) + 1000;
}
