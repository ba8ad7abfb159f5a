/** How often someone may ask: `burst` times at once, and after that `perSecond` times a second. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Takes one request of someone. Returns 0, or in how many seconds the next one is admitted. */
export type RateLimit = (who: string) => number;

/** How many askers are remembered with what they have left. */
const LIMIT_ASKERS = 20_000;

interface Bucket {
  left: number;
  atMs: number;
}

/**
 * Makes a limit for each client. Those whose last request is oldest are forgotten first: they have their
 * whole burst again.
 */
export function limitRate(
  { perSecond, burst }: Rate,
  nowMs: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, Bucket>();
  return (who) => {
    const now = nowMs();
    const { left, atMs } = buckets.get(who) ?? { left: burst, atMs: now };
    const refilled = Math.min(burst, left + ((now - atMs) / 1000) * perSecond);
    const isAdmitted = refilled >= 1;
    buckets.delete(who);
    buckets.set(who, { left: isAdmitted ? refilled - 1 : refilled, atMs: now });
    const [oldest] = buckets.size > LIMIT_ASKERS ? buckets.keys().take(1) : [];
    if (oldest !== undefined) buckets.delete(oldest);
    return isAdmitted ? 0 : Math.ceil((1 - refilled) / perSecond);
  };
}
