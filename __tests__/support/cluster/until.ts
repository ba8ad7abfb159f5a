import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is true. Throws what it is if that takes longer than the limit. */
export async function until(
  isTrue: () => Promise<boolean> | boolean,
  limitMs = 120_000,
  pauseMs = 100,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`not within ${limitMs / 1000} s: ${isTrue.toString()}`);
    await sleep(pauseMs);
  }
}
