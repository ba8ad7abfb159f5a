// Runs a job again and again while a service runs: `retention.ts`, `rollups.ts` and others are such jobs.
import { setTimeout as sleep } from 'node:timers/promises';

/** Work that a service does in the background, such as deleting old events every day. */
export interface Job {
  /** Waits until the work has stopped. */
  stop(): Promise<void>;
}

/** Runs a pass of a job, unless another process is running one. It throws nothing if the pass does not. */
export type RunAlone = (pass: () => Promise<void>) => Promise<void>;

/** Runs a task after `firstMs`, and again `everyMs` after each time that it ends. The task throws nothing. */
export function repeat(task: (signal: AbortSignal) => Promise<void>, everyMs: number, firstMs = 0): Job {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    let isDue = firstMs === 0 || (await hasSlept(firstMs, signal));
    while (isDue) {
      await task(signal);
      isDue = await hasSlept(everyMs, signal);
    }
  };
  const ended = run();
  return {
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** Whether the whole time has passed before the signal was aborted. */
function hasSlept(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, signal }).catch(() => false);
}
