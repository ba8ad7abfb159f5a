// The queries that run on a store's file now. If memory is short, interrupts one of them.
import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReopeningError } from '../errors.ts';
import { INTERRUPT_EVERY_MS } from '../running.ts';

/** How the file measures the memory in use. */
export interface MemoryUse {
  /** Whether queries use more than half of the engine's memory. */
  readonly isCrowded: () => Promise<boolean>;
  /**
   * Whether the process holds nearly as much as it may, also once it gave back what is not used: the engine
   * does not count all that queries keep.
   */
  readonly isFull: () => Promise<boolean>;
}

/** How one run of a query ended. */
type Outcome<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  /** It had to stop until the end of a task that needed its memory. */
  | { readonly kind: 'interrupted'; readonly until: Promise<unknown>; readonly error: unknown }
  /** It failed while other queries ran, which may have left it no memory. */
  | { readonly kind: 'failed next to others'; readonly error: unknown };

interface RunningQuery {
  readonly connection: DuckDBConnection;
  /** Whether it had to stop before. */
  readonly isRerun: boolean;
  /** Whether no other query has run at the same time. */
  isAlone: boolean;
  /** Once it has to stop: the end of the task that needs its memory; until then null. */
  stopsUntil: Promise<unknown> | null;
  readonly end: PromiseWithResolvers<null>;
}

export class RunningQueries {
  readonly #memory: MemoryUse;
  /** In the order in which they began. */
  readonly #queries = new Set<RunningQuery>();
  #isWatched = false;

  constructor(memory: MemoryUse) {
    this.#memory = memory;
  }

  /** Runs a query once. Throws its error if no other query can be the cause. */
  async run<T>(connection: DuckDBConnection, isRerun: boolean, task: () => Promise<T>): Promise<Outcome<T>> {
    const query = this.#begin(connection, isRerun);
    try {
      return { kind: 'answered', answer: await task() };
    } catch (error) {
      // An interrupt is reported as if the file was being opened again.
      if (query.stopsUntil !== null && error instanceof ReopeningError)
        return { kind: 'interrupted', until: query.stopsUntil, error };
      if (query.isAlone) throw error;
      return { kind: 'failed next to others', error };
    } finally {
      this.#queries.delete(query);
      query.end.resolve(null);
    }
  }

  /** Waits for the queries that run now. */
  ended(): Promise<unknown> {
    return Promise.all([...this.#queries].map(({ end }) => end.promise));
  }

  /**
   * If queries leave too little memory, stops the one that has run longest, which runs again after `until`,
   * and returns true. One that had to stop before is stopped only if there is no other.
   */
  async makeWay(until: Promise<unknown>): Promise<boolean> {
    if (this.#queries.size === 0 || !(await this.#memory.isCrowded().catch(() => true))) return false;
    const [oldest] = this.#queries;
    const longest = this.#longestFirstRun() ?? oldest;
    if (longest !== undefined) await this.#stop(longest, until);
    return true;
  }

  #begin(connection: DuckDBConnection, isRerun: boolean): RunningQuery {
    for (const other of this.#queries) other.isAlone = false;
    const isAlone = this.#queries.size === 0;
    const query = { connection, isRerun, isAlone, stopsUntil: null, end: Promise.withResolvers<null>() };
    this.#queries.add(query);
    void this.#watch();
    return query;
  }

  async #stop(query: RunningQuery, until: Promise<unknown>): Promise<void> {
    query.stopsUntil ??= until;
    while (this.#queries.has(query)) {
      query.connection.interrupt();
      await sleep(INTERRUPT_EVERY_MS);
    }
  }

  /** The query that has run longest, apart from those that had to stop before. */
  #longestFirstRun(): RunningQuery | undefined {
    return [...this.#queries].find(({ isRerun }) => !isRerun);
  }

  /** While queries run, has memory given back, and stops one of several if that is not enough. */
  async #watch(): Promise<void> {
    if (this.#isWatched) return;
    this.#isWatched = true;
    while (this.#queries.size > 0) {
      await sleep(INTERRUPT_EVERY_MS);
      const isFull = await this.#memory.isFull().catch(() => false);
      const longest = isFull && this.#queries.size > 1 ? this.#longestFirstRun() : undefined;
      if (longest === undefined) continue;
      const others = [...this.#queries].filter((each) => each !== longest);
      await this.#stop(longest, Promise.race(others.map(({ end }) => end.promise)));
    }
    this.#isWatched = false;
  }
}
