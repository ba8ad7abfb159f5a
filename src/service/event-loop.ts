/**
 * Keeps long work, such as writing an answer of 100 MB (`http/send-result.ts`), from blocking other
 * requests. Await the returned function between two steps of the work: after 10 ms without a pause, it lets
 * the event loop turn once.
 */
export function createPause(): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs < PAUSE_AFTER_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    lastMs = performance.now();
  };
}

const PAUSE_AFTER_MS = 10;
