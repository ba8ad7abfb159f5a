const YIELD_AFTER_MS = 10;

/** Lets what else waits in this process go first, where the work since the last time has taken long. */
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
