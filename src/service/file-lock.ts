// The lock of a store's file: what may read and write the file at the same time. A post waits for another
// post, and for an import, but not for a backup.
import { createSerialQueue } from './memory/turns.ts';

/** Runs a task when the lock is free for it. */
export type RunLocked = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * The lock of a database file. To avoid a deadlock, locks are taken in this order: `read` or `exclusive`,
 * then `write`, then the engine's memory (`shareMemory`). So a task of `read` may take `write`; one of
 * `write` or `exclusive` takes no lock again.
 */
interface FileLock {
  /** Reads the whole file, whose log may grow meanwhile: a backup. */
  readonly read: RunLocked;
  /** Writes to the log: posts, transactions of the state; and moves the log into the file. One at a time. */
  readonly write: RunLocked;
  /** Writes to the file itself, while nobody reads or writes it: imports, deletions, rollups. */
  readonly exclusive: RunLocked;
}

/** Makes the lock of a database file. */
export function createLock(): FileLock {
  const [read, write] = [createSerialQueue(), createSerialQueue()];
  return { read, write, exclusive: (task) => read(() => write(task)) };
}
