// Sends a request again after a failure that may pass by itself, such as a 503, for our HTTP clients. Which
// failures pass, and how long to wait, is up to each client; this has the loop and its limits.

/**
 * The result of one try: a value, or a failure with the milliseconds to wait before another try (null:
 * none).
 */
export type Attempt<Value, Failure> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retryMs: number | null };

/** How often and for how long something is tried. */
export interface RetryPolicy {
  /** How often at most. */
  readonly tries: number;
  /** If a service asks for a longer wait, nothing is tried again: the runner's time costs more. */
  readonly longestWaitMs: number;
  /** When the last try has to begin, in epoch milliseconds; absent: at any time. */
  readonly endsMs?: number;
}

/** The clock that tries run by. */
interface Clock<Failure> {
  readonly sleep: (ms: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called before each wait; `tries` have failed. */
  readonly onWait?: (failure: Failure, waitMs: number, tries: number) => void;
}

/** The wait after `tries` failures: 1000, 2000, 4000, … */
export function backOffMs(tries: number): number {
  return 1000 * 2 ** (tries - 1);
}

/** Tries until it succeeds or the policy ends; returns the last attempt, and how many there were. */
export async function sendAgain<Value, Failure>(
  /** `count` is 1 for the first try. */
  attempt: (count: number) => Promise<Attempt<Value, Failure>>,
  { tries, longestWaitMs, endsMs = Infinity }: RetryPolicy,
  clock: Clock<Failure>,
): Promise<Attempt<Value, Failure> & { readonly tries: number }> {
  for (let count = 1; ; count += 1) {
    const result = await attempt(count);
    if (result.kind === 'done' || result.retryMs === null || count === tries)
      return { ...result, tries: count };
    const waitMs = result.retryMs;
    if (waitMs > longestWaitMs || clock.now() + waitMs >= endsMs) return { ...result, tries: count };
    clock.onWait?.(result.failure, waitMs, count);
    if (waitMs > 0) await clock.sleep(waitMs);
  }
}
