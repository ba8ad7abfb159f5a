import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 10;
const PAUSE_MS = 20;

/** Runs a transaction again where another one got in its way: who writes to a table whose columns another one changes fails. */
export async function settleConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await run();
    } catch (error) {
      if (tried === TRIES || !CONFLICT.test(String(error))) throw error;
      await sleep(PAUSE_MS * tried);
    }
  }
}

const CONFLICT = /\bconflict\b/i;
