const YIELD_AFTER_MS = 10;

/**
 * Keeps long work from blocking the event loop: returns a function to be called between two steps of the
 * work. It returns a promise to wait for if the work has run for 10 ms without a pause, otherwise null.
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
