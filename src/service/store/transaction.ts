import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

/** Runs a task between BEGIN and COMMIT on a connection; what it throws undoes what it did. */
export async function inTransaction<T>(connection: DuckDBConnection, task: () => Promise<T>): Promise<T> {
  await connection.run('BEGIN');
  try {
    const result = await task();
    await connection.run('COMMIT');
    return result;
  } catch (error) {
    // After some failures the engine has rolled back by itself.
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Makes a queue of one: each task handed to it begins when the one before has ended, well or badly. */
export function createSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}

const TRIES = 10;
const PAUSE_MS = 20;

/** Runs a transaction again where another one got in its way: who writes to a table whose columns another one changes fails. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
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
