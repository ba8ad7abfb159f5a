import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';

/** The interrupt is repeated because one that comes before the engine has begun is lost. */
const INTERRUPT_EVERY_MS = 20;

/** What runs, on connections or not. Closing a connection while its statement runs crashes the process. */
export class Running {
  private readonly works = new Map<Promise<unknown>, DuckDBConnection | null>();

  get size(): number {
    return this.works.size;
  }

  /** Whether something runs on another connection. */
  isBeside(connection: DuckDBConnection): boolean {
    return [...this.works.values()].some((each) => each !== connection);
  }

  /** Notes work until it has ended. */
  note<T>(work: Promise<T>, connection: DuckDBConnection | null = null): Promise<T> {
    const ended = work.catch(() => undefined).finally(() => this.works.delete(ended));
    this.works.set(ended, connection);
    return work;
  }

  /** Waits for what runs now. */
  ended(): Promise<unknown> {
    return Promise.all(this.works.keys());
  }

  /** Interrupts what runs until all has stopped. */
  async stop(): Promise<void> {
    while (this.size > 0) {
      for (const connection of this.works.values()) connection?.interrupt();
      await Promise.race([this.ended(), sleep(INTERRUPT_EVERY_MS)]);
    }
  }
}
