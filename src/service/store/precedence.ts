import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { CrowdedError } from '../errors.ts';
import type { Database } from './database.ts';
import { createSerialQueue } from './transaction.ts';

/**
 * Lets what writes find memory beside queries: the engine has one limit for both, and declares its file
 * invalid if a checkpoint finds none.
 */
export interface Precedence {
  /** Runs a query. Throws `CrowdedError` if it was interrupted because it held memory that was needed. */
  query<T>(connection: DuckDBConnection, run: () => Promise<T>): Promise<T>;
  /**
   * Runs a task while no query begins. Those that run are let end for a second; then, and during the task,
   * they are interrupted if memory is short.
   */
  first<T>(task: () => Promise<T>): Promise<T>;
}

const PATIENCE_MS = 1000;
const LOOK_EVERY_MS = 20;
/** An interrupted query may take so long until it stops. */
const STOPPING_MS = 10_000;

/** `isShort` says whether so much memory is used that a task could miss some. */
export function createPrecedence(isShort: () => Promise<boolean>): Precedence {
  const running = new Map<DuckDBConnection, Promise<unknown>>();
  const interrupted = new WeakSet<DuckDBConnection>();
  const inTurn = createSerialQueue();
  let pause: Promise<unknown> | null = null;

  /** Interrupts queries if memory is short. Returns whether it did. */
  const makeRoom = async (): Promise<boolean> => {
    if (running.size === 0 || !(await isShort())) return false;
    for (const connection of running.keys()) {
      interrupted.add(connection);
      connection.interrupt();
    }
    return running.size > 0;
  };
  const runFirst = async <T>(task: () => Promise<T>): Promise<T> => {
    await Promise.race([Promise.all(running.values()), sleep(PATIENCE_MS)]);
    const untilMs = performance.now() + STOPPING_MS;
    while (performance.now() < untilMs && (await makeRoom())) await sleep(LOOK_EVERY_MS);
    const result = task();
    const isOver = result.then(
      () => true,
      () => true,
    );
    while (!(await Promise.race([isOver, sleep(LOOK_EVERY_MS, false)]))) await makeRoom();
    return result;
  };
  return {
    query: async (connection, run) => {
      while (pause !== null) await pause;
      interrupted.delete(connection);
      const result = run();
      const noted = result.then(
        () => undefined,
        () => undefined,
      );
      running.set(connection, noted);
      try {
        return await result;
      } catch (error) {
        if (!interrupted.has(connection)) throw error;
        throw new CrowdedError('The memory was needed for what is written', { cause: error });
      } finally {
        running.delete(connection);
      }
    },
    first: (task) =>
      inTurn(() => {
        const result = runFirst(task).finally(() => {
          pause = null;
        });
        pause = result.catch(() => undefined);
        return result;
      }),
  };
}

const LOG_BYTES = 16_777_216;

/**
 * Makes a function that, if a database's log is long, begins to move it into the file, before queries. The
 * engine would do so within a commit, beside queries that leave it no memory. `alone` runs a task while
 * nothing is written.
 */
export function keepLogShort(
  { path, rows, first }: Pick<Database, 'path' | 'rows' | 'first'>,
  alone: (task: () => Promise<unknown>) => Promise<unknown>,
): () => void {
  let isWaiting = false;
  const shorten = async (): Promise<void> => {
    const { size } = await stat(`${path}.wal`);
    if (size >= LOG_BYTES) await alone(() => first(() => rows('CHECKPOINT')));
  };
  return () => {
    if (path === null || isWaiting) return;
    isWaiting = true;
    // If it fails, as beside a backup, the next one who writes tries again.
    void shorten()
      .catch(() => undefined)
      .finally(() => {
        isWaiting = false;
      });
  };
}
