// Decides who gets the engine's memory when the queries and writers of a store's file need more than there
// is.
import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { findsNoMemory, OutOfMemoryError, ReopeningError } from './errors.ts';
import { createSerialQueue, INTERRUPT_EVERY_MS, Running } from './running.ts';

/**
 * Shares out the engine's memory, which has one limit for all queries and writers of a store's file.
 * `store/database.ts` runs everything through these functions:
 *
 * | function | runs | if memory is short |
 * | :-- | :-- | :-- |
 * | `query` | a query | it may be interrupted once, and runs again |
 * | `write` | a write that can be repeated | stops queries, and runs again |
 * | `withRoom` | a write that must not fail | stops queries until they leave half of the memory |
 * | `first` | a write before all queries | waits shortly for queries, and lets none begin |
 *
 * No query is refused because others hold the memory. Instead:
 * 1. The query that has run longest is interrupted.
 * 2. It runs again later, one at a time with others that were interrupted.
 * 3. It is refused if it is interrupted a second time, because no other query can stop, or if it finds no
 *    memory although the others leave half of it.
 */
export function shareMemory(use: MemoryUse) {
  const { runOnce, ended, makeWay } = createQueries(use);
  /** Tasks until whose end no query begins. */
  const blocking = new Running();
  const block = <T>(task: () => Promise<T>): Promise<T> => blocking.note(task());
  const rerunQueue = createSerialQueue();
  /**
   * Makes way for a task that found no memory, and returns the number of its tries. Throws the error if
   * another try would not help.
   */
  const recover = async (error: unknown, tries: number, end: Promise<unknown>): Promise<number> => {
    if (!findsNoMemory(error)) throw error;
    if (await makeWay(end)) return tries;
    if (tries > TRIES) throw error;
    await sleep(PATIENCE_MS);
    return tries + 1;
  };
  return {
    /**
     * Throws `OutOfMemoryError`. Once `signal` is aborted, `run` has to throw before it uses the connection.
     */
    query: <T>(connection: DuckDBConnection, run: () => Promise<T>, signal?: AbortSignal) =>
      withEnd((end) => {
        const attempt = async (isRerun: boolean): Promise<T> => {
          for (let tries = 1; ;) {
            while (blocking.size > 0) await blocking.ended();
            const outcome = await runOnce(connection, isRerun, run);
            if (outcome.kind === 'answered') return outcome.answer;
            if (outcome.kind === 'interrupted') {
              // A rerun is interrupted only if no other query is left to stop.
              if (isRerun) throw new OutOfMemoryError('it leaves no memory', { cause: outcome.error });
              await endsBefore(outcome.until, signal);
              break;
            }
            tries = await recover(outcome.error, tries, end);
            if (!isRerun && tries > TRIES) break;
          }
          // One at a time, so that reruns do not take the memory from each other.
          return inTurn(rerunQueue, () => attempt(true), run, signal);
        };
        return attempt(false);
      }),
    first: <T>(task: () => Promise<T>): Promise<T> =>
      block(async () => {
        await Promise.race([ended(), sleep(PATIENCE_MS)]);
        return task();
      }),
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
    write: <T>(task: () => Promise<T>): Promise<T> => {
      const writeAgain = async (error: unknown, end: Promise<unknown>, tries = 1): Promise<T> => {
        const nextTries = await recover(error, tries, end);
        return task().catch((nextError: unknown) => writeAgain(nextError, end, nextTries));
      };
      return task().catch((error: unknown) => block(() => withEnd((end) => writeAgain(error, end))));
    },
  };
}

/** How long a writer waits for running queries before it starts next to them. */
const PATIENCE_MS = 200;
const WATCH_EVERY_MS = 5;
/** How often a task that finds no memory runs although queries leave half of it: some may just have ended. */
const TRIES = 2;

/** How one run of a query ended. */
type Outcome<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  /** It had to stop until the end of a task that needed its memory. */
  | { readonly kind: 'interrupted'; readonly until: Promise<unknown>; readonly error: unknown }
  /** It failed while other queries ran, which may have left it no memory. */
  | { readonly kind: 'failed next to others'; readonly error: unknown };

/** A query that runs, and has a share of the engine's memory. */
interface RunningQuery {
  readonly connection: DuckDBConnection;
  /** Whether it had to stop before. */
  readonly isRerun: boolean;
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
function createQueries({ isCrowded, isFull }: MemoryUse) {
  /** In the order in which they began. */
  const queries = new Set<RunningQuery>();
  let isWatched = false;
  const stop = async (query: RunningQuery, end: Promise<unknown>) => {
    query.givesWayTo ??= end;
    while (queries.has(query)) {
      query.connection.interrupt();
      await sleep(INTERRUPT_EVERY_MS);
    }
  };
  /** The query that has run longest, apart from those that had to stop before. */
  const findLongest = () => [...queries].find(({ isRerun }) => !isRerun);
  /**
   * If queries leave too little memory, stops the one that has run longest until `end`, and returns true. One
   * that had to stop before is stopped only if there is no other.
   */
  const makeWay = async (end: Promise<unknown>): Promise<boolean> => {
    if (queries.size === 0 || !(await isCrowded().catch(() => true))) return false;
    const [oldest] = queries;
    const longest = findLongest() ?? oldest;
    if (longest !== undefined) await stop(longest, end);
    return true;
  };
  /** While queries run, has memory given back, and stops one of several if that is not enough. */
  const watch = async () => {
    if (isWatched) return;
    isWatched = true;
    while (queries.size > 0) {
      await sleep(INTERRUPT_EVERY_MS);
      const isProcessFull = await isFull().catch(() => false);
      const longest = isProcessFull && queries.size > 1 ? findLongest() : undefined;
      if (longest === undefined) continue;
      const others = [...queries].filter((each) => each !== longest);
      await stop(longest, Promise.race(others.map(({ end }) => end.promise)));
    }
    isWatched = false;
  };
  const begin = (connection: DuckDBConnection, isRerun: boolean): RunningQuery => {
    for (const other of queries) other.isAlone = false;
    const end = Promise.withResolvers<null>();
    const query = { connection, isRerun, isAlone: queries.size === 0, givesWayTo: null, end };
    queries.add(query);
    void watch();
    return query;
  };
  const runOnce = async <T>(
    connection: DuckDBConnection,
    isRerun: boolean,
    run: () => Promise<T>,
  ): Promise<Outcome<T>> => {
    const query = begin(connection, isRerun);
    try {
      return { kind: 'answered', answer: await run() };
    } catch (error) {
      // An interrupt is reported as if the file was being opened again.
      if (query.givesWayTo !== null && error instanceof ReopeningError)
        return { kind: 'interrupted', until: query.givesWayTo, error };
      if (query.isAlone) throw error;
      return { kind: 'failed next to others', error };
    } finally {
      queries.delete(query);
      query.end.resolve(null);
    }
  };
  const ended = () => Promise.all([...queries].map(({ end }) => end.promise));
  return { runOnce, ended, makeWay };
}

/**
 * Runs a task when it is its turn. If a signal is aborted before that, it calls `runAborted` at once, which
 * throws: an aborted query does not wait for its turn.
 */
async function inTurn<T>(
  queue: ReturnType<typeof createSerialQueue>,
  task: () => Promise<T>,
  runAborted: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const turn = Promise.withResolvers<null>();
  const ended = queue(() => {
    turn.resolve(null);
    return signal?.aborted === true ? runAborted() : task();
  });
  return (await endsBefore(turn.promise, signal)) ? ended : Promise.race([ended, runAborted()]);
}

/** Waits for a promise; false at once if a signal is aborted before it has ended. */
async function endsBefore(promise: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return false;
  const aborted = Promise.withResolvers<false>();
  const onAbort = () => {
    aborted.resolve(false);
  };
  signal?.addEventListener('abort', onAbort);
  return Promise.race([promise.then(() => true), aborted.promise]).finally(() => {
    signal?.removeEventListener('abort', onAbort);
  });
}

/** Runs a task, and passes it a promise that resolves when it has ended. */
function withEnd<T>(task: (end: Promise<unknown>) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<null>();
  return task(promise).finally(() => {
    resolve(null);
  });
}
