// Tries something again after a wait, as long as that is of use. The clients of the query service, of GitHub
// and of webhooks call `sendAgain`; they decide which failures pass by themselves, and how long to wait.

/**
 * The result of one try: a value, or why it failed and after how many milliseconds another try is of use
 * (null: never).
 */
export type Attempt<Value, Failure> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retryMs: number | null };

/** How often and for how long something is tried. */
export interface RetryPolicy {
  readonly tries: number;
  /** Longer waits are not worth a runner's time. */
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

/** The wait after the first, second, … failure: a second, doubled each time. In milliseconds. */
export function backOffMs(tries: number): number {
  return 1000 * 2 ** (tries - 1);
}

/**
 * Tries until it succeeds or the policy ends; returns the last attempt, and how many there were. `count`
 * begins at 1.
 */
export async function sendAgain<Value, Failure>(
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
