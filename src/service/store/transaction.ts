import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { findsNoMemory, UnknownFateError } from '../errors.ts';

/**
 * Runs a task in a transaction on a connection. If the task throws, what it did is undone. `commit` runs the
 * statement COMMIT.
 */
export async function inTransaction<T>(
  connection: DuckDBConnection,
  task: () => Promise<T>,
  commit: () => Promise<unknown> = () => connection.run('COMMIT'),
): Promise<T> {
  await connection.run('BEGIN');
  try {
    const result = await task();
    await commit().catch((error: unknown) => {
      judgeCommit(connection, error);
    });
    return result;
  } catch (error) {
    // After some errors the engine has rolled back by itself.
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The connections whose last commit was kept, but whose file the engine then declared invalid. */
const invalidated = new WeakSet<DuckDBConnection>();

/** Whether a transaction on this connection has left a file that must be opened again. */
export function hasInvalidated(connection: DuckDBConnection): boolean {
  return invalidated.has(connection);
}

/**
 * Returns if a commit is kept in spite of its error. Throws the error if it is not, and `UnknownFateError` if
 * that is not known.
 */
function judgeCommit(connection: DuckDBConnection, error: unknown): void {
  const message = String(error);
  // A commit that finds no memory is undone in part: rows that it changed cannot be changed again, and its
  // log may be kept.
  if (!message.includes('FATAL Error') && !findsNoMemory(error)) throw error;
  invalidated.add(connection);
  if (message.includes('COMMIT succeeded and is durable')) return;
  throw new UnknownFateError(UNKNOWN_FATE, { cause: error });
}

const UNKNOWN_FATE =
  'It is not known whether this was stored: the database failed while it was written. Send it again; an event with an eventID is stored once.';

const ATTEMPTS = 10;
const PAUSE_MS = 20;

/**
 * Runs a transaction again if it conflicts with another one, as when one writes to a table while the other
 * adds columns to it.
 */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === ATTEMPTS || !CONFLICT.test(String(error))) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
}

const CONFLICT = /\bconflict\b/i;

/** What is known of organizations, which is read once until it is forgotten. */
export interface Cache<T> {
  readonly get: (organization: number) => Promise<T>;
  readonly forget: (organization: number) => void;
}

/**
 * Caches what `read` returns for each organization. Forget it within the turn that changes it, after the
 * commit.
 */
export function cacheOf<T>(read: (organization: number) => Promise<T>): Cache<T> {
  const values = new Map<number, Promise<T>>();
  const forget = (organization: number) => {
    values.delete(organization);
  };
  const get = (organization: number) => {
    const known = values.get(organization) ?? read(organization);
    values.set(organization, known);
    known.catch(() => {
      forget(organization);
    });
    return known;
  };
  return { get, forget };
}
