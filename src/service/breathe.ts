const BREATH_MS = 10;

/** Lets what else waits in this process go first, where the work since the last time has taken long. */
export function breather(): () => Promise<void> | null {
  let lastMs = performance.now();
  return () => {
    if (performance.now() - lastMs < BREATH_MS) return null;
    return new Promise((resolve) =>
      setImmediate(() => {
        lastMs = performance.now();
        resolve();
      }),
    );
  };
}
