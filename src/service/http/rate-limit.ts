// Limits how many posts an address or a write key may send each second.

/**
 * How often a client may send a request: `burst` times at once, and after that `perSecond` times a second.
 */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Counts a request of a client. Returns 0 if it is admitted, or in how many seconds the next one is. */
export type RateLimit = (client: string) => number;

/** For how many clients it is remembered how many requests they have left. */
const LIMIT_CLIENTS = 20_000;

interface Bucket {
  /** How many requests the client may send at once, as of `atMs`. */
  left: number;
  atMs: number;
}

/**
 * Makes a limit for each client: a token bucket in memory. The clients whose last request is oldest are
 * forgotten first, and can then send a full burst again.
 */
export function limitRate(
  { perSecond, burst }: Rate,
  nowMs: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, Bucket>();
  return (client) => {
    const now = nowMs();
    const { left, atMs } = buckets.get(client) ?? { left: burst, atMs: now };
    const refilled = Math.min(burst, left + ((now - atMs) / 1000) * perSecond);
    const isAdmitted = refilled >= 1;
    buckets.delete(client);
    buckets.set(client, { left: isAdmitted ? refilled - 1 : refilled, atMs: now });
    // A map keeps the order in which its keys were set: the first is that of the oldest request.
    const [oldest = client] = buckets.keys();
    if (buckets.size > LIMIT_CLIENTS) buckets.delete(oldest);
    return isAdmitted ? 0 : Math.ceil((1 - refilled) / perSecond);
  };
}
