// Keeps track of the tasks that an engine runs, so that they can be stopped before the engine is closed.
import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';

/** An interrupt that comes before the engine has begun a statement is lost, so it is repeated. */
export const INTERRUPT_EVERY_MS = 20;

/**
 * A set of tasks that run, with their connections if they have any. Closing a connection while its
 * statement runs crashes the process.
 */
export class Running {
  private readonly tasks = new Map<Promise<unknown>, DuckDBConnection | null>();

  get size(): number {
    return this.tasks.size;
  }

  /** Adds a task to the set until it has ended. */
  note<T>(work: Promise<T>, connection: DuckDBConnection | null = null): Promise<T> {
    const ended = work.catch(() => undefined).finally(() => this.tasks.delete(ended));
    this.tasks.set(ended, connection);
    return work;
  }

  /** Waits for what runs now. */
  ended(): Promise<unknown> {
    return Promise.all(this.tasks.keys());
  }

  /** Interrupts what runs until all has stopped. */
  async stop(): Promise<void> {
    while (this.size > 0) {
      for (const connection of this.tasks.values()) connection?.interrupt();
      await Promise.race([this.ended(), sleep(INTERRUPT_EVERY_MS)]);
    }
  }
}
