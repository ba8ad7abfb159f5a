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

const PATIENCE_MS = 200;

/** Makes way for a task that needs the memory which queries use. */
export function createPrecedence() {
  const running = new Running();
  let first: Promise<unknown> | null = null;
  return {
    /** Runs a query once none is held back. */
    query: async <T>(run: () => Promise<T>): Promise<T> => {
      while (first !== null) await first;
      return running.note(run());
    },
    /** Runs a task soon, once those queries have ended that end by then, and holds back others meanwhile. */
    first: <T>(task: () => Promise<T>): Promise<T> => {
      const quiet = Promise.race([running.ended(), sleep(PATIENCE_MS)]);
      const result = quiet.then(task).finally(() => {
        first = null;
      });
      first = result.catch(() => undefined);
      return result;
    },
  };
}
