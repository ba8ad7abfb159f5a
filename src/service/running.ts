import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { findsNoMemory, OutOfMemoryError, ReopeningError } from './errors.ts';

/** The interrupt is repeated because one that comes before the engine has begun is lost. */
const INTERRUPT_EVERY_MS = 20;

/**
 * The tasks that run, with their connections if they have any. Closing a connection while its statement runs
 * crashes the process.
 */
export class Running {
  private readonly works = new Map<Promise<unknown>, DuckDBConnection | null>();

  get size(): number {
    return this.works.size;
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

/** Makes a queue that runs one task at a time. A task that fails does not stop the next. */
export function createSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}

const PATIENCE_MS = 200;
const WATCH_EVERY_MS = 5;
/** How often a task that finds no memory runs although queries leave half of it: some may just have ended. */
const TRIES = 2;

/** A query that runs, and has a share of the engine's memory. */
interface Holder {
  readonly connection: DuckDBConnection;
  /** Whether it had to stop before. */
  readonly isAgain: boolean;
  /** Whether no other query has run at the same time. */
  isAlone: boolean;
  /** Once it has to stop: the end of a task that needs its memory; else null. */
  givesWayTo: Promise<unknown> | null;
  readonly end: PromiseWithResolvers<null>;
}

/** How much memory is used. */
interface Use {
  /** Whether queries use more than half of the engine's memory. */
  readonly isCrowded: () => Promise<boolean>;
  /**
   * Whether the process holds nearly as much as it may, also once it gave back what is not used: the engine
   * does not count all that queries keep.
   */
  readonly isFull: () => Promise<boolean>;
}

/** The queries that run. */
function createHolders({ isCrowded, isFull }: Use) {
  /** In the order in which they began. */
  const holders = new Set<Holder>();
  let isWatched = false;
  const stop = async (holder: Holder, end: Promise<unknown>) => {
    holder.givesWayTo ??= end;
    while (holders.has(holder)) {
      holder.connection.interrupt();
      await sleep(INTERRUPT_EVERY_MS);
    }
  };
  /** The query that has run longest, apart from those that had to stop before. */
  const findLongest = () => [...holders].find(({ isAgain }) => !isAgain);
  /**
   * If queries leave too little memory, stops the one that has run longest until `end`; one that had to stop
   * before only if there is no other. Else false.
   */
  const makeWay = async (end: Promise<unknown>): Promise<boolean> => {
    if (holders.size === 0 || !(await isCrowded().catch(() => true))) return false;
    const [oldest] = holders;
    const longest = findLongest() ?? oldest;
    if (longest !== undefined) await stop(longest, end);
    return true;
  };
  /** While queries run, has memory given back, and stops one of several if that is not enough. */
  const watch = async () => {
    if (isWatched) return;
    isWatched = true;
    while (holders.size > 0) {
      await sleep(INTERRUPT_EVERY_MS);
      const isMuch = await isFull().catch(() => false);
      const longest = isMuch && holders.size > 1 ? findLongest() : undefined;
      if (longest === undefined) continue;
      const others = [...holders].filter((each) => each !== longest);
      await stop(longest, Promise.race(others.map(({ end }) => end.promise)));
    }
    isWatched = false;
  };
  return {
    makeWay,
    begin: (connection: DuckDBConnection, isAgain: boolean): Holder => {
      for (const other of holders) other.isAlone = false;
      const end = Promise.withResolvers<null>();
      const holder = { connection, isAgain, isAlone: holders.size === 0, givesWayTo: null, end };
      holders.add(holder);
      void watch();
      return holder;
    },
    end: (holder: Holder) => {
      holders.delete(holder);
      holder.end.resolve(null);
    },
    /**
     * Makes way for a task that found no memory, and returns the number of its tries. Throws the error if
     * another try would not help.
     */
    recover: async (error: unknown, tries: number, end: Promise<unknown>): Promise<number> => {
      if (!findsNoMemory(error)) throw error;
      if (await makeWay(end)) return tries;
      if (tries > TRIES) throw error;
      await sleep(PATIENCE_MS);
      return tries + 1;
    },
  };
}

/**
 * Shares out the engine's memory, which has one limit for all. No query is refused because others hold the
 * memory: the one that has run longest stops. It runs again later, one at a time with others that had to
 * stop. A query is refused if it has to stop a second time, which happens only if no other can stop, or if
 * it finds no memory although the others leave half.
 */
export function shareMemory(use: Use) {
  const running = new Running();
  const holding = new Running();
  const { begin, end: endOf, makeWay, recover } = createHolders(use);
  const oneByOne = createSerialQueue();
  /** Runs a task while no query begins. */
  const hold = <T>(task: () => Promise<T>): Promise<T> => holding.note(task());
  return {
    /**
     * Runs a query on a connection, and again if it had to stop. Throws `OutOfMemoryError`. Once `signal` is
     * aborted, `run` throws before it uses the connection, and nothing is waited for.
     */
    query: <T>(connection: DuckDBConnection, run: () => Promise<T>, signal?: AbortSignal) =>
      withEnd((end) => {
        const attempt = async (isAgain: boolean): Promise<T> => {
          for (let tries = 1; ;) {
            while (holding.size > 0) await holding.ended();
            const holder = begin(connection, isAgain);
            try {
              return await running.note(run()).finally(() => {
                endOf(holder);
              });
            } catch (error) {
              if (holder.givesWayTo !== null && error instanceof ReopeningError) {
                if (isAgain) throw new OutOfMemoryError('it leaves no memory', { cause: error });
                await endsBefore(holder.givesWayTo, signal);
              } else {
                if (holder.isAlone) throw error;
                tries = await recover(error, tries, end);
                if (tries <= TRIES || isAgain) continue;
              }
              return await inTurn(oneByOne, () => attempt(true), run, signal);
            }
          }
        };
        return attempt(false);
      }),
    /** Runs a task after a short wait for running queries, and begins no other query until it has ended. */
    first: <T>(task: () => Promise<T>): Promise<T> =>
      hold(async () => {
        await Promise.race([running.ended(), sleep(PATIENCE_MS)]);
        return task();
      }),
    /** Runs a task that must not fail, and stops queries until they leave half of the memory. */
    withRoom: <T>(task: () => Promise<T>): Promise<T> =>
      withEnd(async (end) => {
        while (await makeWay(end));
        const work = new Running();
        const result = work.note(task());
        while (work.size > 0) {
          await Promise.race([work.ended(), sleep(WATCH_EVERY_MS)]);
          if (work.size > 0) await makeWay(end);
        }
        return result;
      }),
    /** Runs a task that writes, all or nothing, and again if it finds no memory, while no query begins. */
    write: <T>(task: () => Promise<T>): Promise<T> => {
      const writeAgain = async (error: unknown, end: Promise<unknown>, tries = 1): Promise<T> => {
        const next = await recover(error, tries, end);
        return task().catch((failed: unknown) => writeAgain(failed, end, next));
      };
      return task().catch((error: unknown) => hold(() => withEnd((end) => writeAgain(error, end))));
    },
  };
}

/** Runs a task when it is its turn; if a signal is aborted before that, `gone` in its place, and at once. */
async function inTurn<T>(
  queue: ReturnType<typeof createSerialQueue>,
  task: () => Promise<T>,
  gone: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const turn = Promise.withResolvers<null>();
  const ended = queue(() => {
    turn.resolve(null);
    return signal?.aborted === true ? gone() : task();
  });
  return (await endsBefore(turn.promise, signal)) ? ended : Promise.race([ended, gone()]);
}

/** Waits for a promise; false at once if a signal is aborted before it has ended. */
async function endsBefore(promise: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return false;
  const gone = Promise.withResolvers<false>();
  const leave = () => {
    gone.resolve(false);
  };
  signal?.addEventListener('abort', leave);
  return Promise.race([promise.then(() => true), gone.promise]).finally(() => {
    signal?.removeEventListener('abort', leave);
  });
}

/** Runs a task, and passes it a promise that resolves when it has ended. */
function withEnd<T>(task: (end: Promise<unknown>) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<null>();
  return task(promise).finally(() => {
    resolve(null);
  });
}
