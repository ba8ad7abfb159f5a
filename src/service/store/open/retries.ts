// Runs what writes to a store's file again, after faults that pass: the file is being opened again, or two
// transactions conflict.
import { setTimeout as sleep } from 'node:timers/promises';
import { isReopening } from '../../duckdb-messages.ts';

/** How often a task runs before it fails because its file is opened again and again. */
const REOPENINGS = 3;

/** Runs a task, and again if it fails because the file is being opened again: nothing of it was kept then. */
export async function onceOpen<T>(opened: () => Promise<unknown>, task: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    await opened();
    try {
      return await task();
    } catch (error) {
      if (tries === REOPENINGS || !isReopening(error)) throw error;
    }
  }
}

/** How often a transaction that conflicts runs, with a pause that grows by so much each time. */
const ATTEMPTS = 10;
const PAUSE_MS = 20;

/**
 * Runs a transaction again if it conflicts with another one, as when one writes to a table while the other
 * adds columns to it.
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !CONFLICT.test(String(error))) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
}

const CONFLICT = /\bconflict\b/i;
