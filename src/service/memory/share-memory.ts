// Decides who gets the engine's memory when the queries and writers of a store's file need more than there
// is. `store/database.ts` runs everything through these functions:
//
// | function | runs | if memory is short |
// | :-- | :-- | :-- |
// | `query` | a query | it may be interrupted once, and runs again |
// | `write` | a write that can be repeated | stops queries, and runs again |
// | `withRoom` | a write that must not fail | stops queries until they leave half of the memory |
// | `first` | a write before all queries | waits shortly for queries, and lets none begin |
//
// No query is refused because others hold the memory. Instead:
// 1. The query that has run longest is interrupted.
// 2. It runs again later, one at a time with others that were interrupted.
// 3. It is refused if it is interrupted a second time, because no other query can stop, or if it finds no
//    memory although the others leave half of it.
import type { DuckDBConnection } from '@duckdb/node-api';
import { setTimeout as sleep } from 'node:timers/promises';
import { OutOfMemoryError } from '../errors.ts';
import { isOutOfMemoryError } from '../duckdb-messages.ts';
import { Running } from '../running.ts';
import { type MemoryUse, RunningQueries } from './running-queries.ts';
import { createSerialQueue, endsBefore, inTurn, withEnd } from './turns.ts';

/** How long a writer waits for running queries before it starts next to them. */
const PATIENCE_MS = 200;
const WATCH_EVERY_MS = 5;
/** How often a task that finds no memory runs although queries leave half of it: some may just have ended. */
const TRIES = 2;

/** Shares out the memory of one engine, which has one limit for all. */
export function shareMemory(use: MemoryUse) {
  const queries = new RunningQueries(use);
  /** Writers until whose end no query begins. */
  const blockers = new Running();
  const block = <T>(task: () => Promise<T>): Promise<T> => blockers.note(task());
  const rerunQueue = createSerialQueue();

  /**
   * Makes way for a task that found no memory, and returns the number of its tries. Throws the error if
   * another try would not help.
   */
  const recover = async (error: unknown, tries: number, end: Promise<unknown>): Promise<number> => {
    if (!isOutOfMemoryError(error)) throw error;
    if (await queries.makeWay(end)) return tries;
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
            while (blockers.size > 0) await blockers.ended();
            const outcome = await queries.run(connection, isRerun, run);
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
        await Promise.race([queries.ended(), sleep(PATIENCE_MS)]);
        return task();
      }),

    withRoom: <T>(task: () => Promise<T>): Promise<T> =>
      withEnd(async (end) => {
        while (await queries.makeWay(end));
        const writing = new Running();
        const result = writing.note(task());
        while (writing.size > 0) {
          await Promise.race([writing.ended(), sleep(WATCH_EVERY_MS)]);
          if (writing.size > 0) await queries.makeWay(end);
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
