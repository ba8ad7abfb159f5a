import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 3000;
const PAUSE_MS = 100;

/**
 * Tries until there is something, for some seconds: a file that another process holds may be free again soon, or served.
 * `isLast` says that null will not do any more.
 */
export async function tryPatiently<T>(attempt: (isLast: boolean) => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const isLast = Date.now() >= deadline;
    const result = await attempt(isLast);
    if (result !== null) return result;
    if (isLast) throw new TypeError('the last attempt gave nothing and did not say why');
    await sleep(PAUSE_MS);
  }
}
