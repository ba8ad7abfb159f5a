import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { findsNoMemory, OutOfMemoryError, ReopeningError } from './errors.ts';
import { createSerialQueue, INTERRUPT_EVERY_MS, Running } from './running.ts';

/**
 * Shares out the engine's memory, which has one limit for all queries and writers of a store's file. That
 * file (`store/database.ts`) runs everything through the functions that this returns.
 *
 * No query is refused because others hold the memory: the one that has run longest is interrupted. It runs
 * again later, one at a time with others that were interrupted. A query is refused only if it has to stop a
 * second time because no other can stop, or if it finds no memory although the others leave half of it.
 */
export function shareMemory(use: MemoryUse) {
  const running = new Running();
  const holding = new Running();
  const { begin, end: endOf, makeWay, recover } = createHolders(use);
  const oneByOne = createSerialQueue();
  /** Runs a task; no query begins until it has ended. */
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
        const writing = new Running();
        const result = writing.note(task());
        while (writing.size > 0) {
          await Promise.race([writing.ended(), sleep(WATCH_EVERY_MS)]);
          if (writing.size > 0) await makeWay(end);
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

/** How long a writer waits for running queries before it starts beside them. */
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

/** How the file measures the memory in use. */
interface MemoryUse {
  /** Whether queries use more than half of the engine's memory. */
  readonly isCrowded: () => Promise<boolean>;
  /**
   * Whether the process holds nearly as much as it may, also once it gave back what is not used: the engine
   * does not count all that queries keep.
   */
  readonly isFull: () => Promise<boolean>;
}

/** Keeps the queries that run, and interrupts one of them when memory is needed. */
function createHolders({ isCrowded, isFull }: MemoryUse) {
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
      const isProcessFull = await isFull().catch(() => false);
      const longest = isProcessFull && holders.size > 1 ? findLongest() : undefined;
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
