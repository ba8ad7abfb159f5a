/**
 * Keeps long work, such as writing an answer of 100 MB, from blocking the event loop. Call the returned
 * function between two steps of the work: after 10 ms without a pause it returns a promise to wait for,
 * otherwise null.
 */
export function createEventLoopYield(): () => Promise<void> | null {
  let lastMs = performance.now();
  return () => {
    if (performance.now() - lastMs < YIELD_AFTER_MS) return null;
    return new Promise((resolve) =>
      setImmediate(() => {
        lastMs = performance.now();
        resolve();
      }),
    );
  };
}

const YIELD_AFTER_MS = 10;
