// Runs transactions on DuckDB, and decides after a failed commit whether it is kept.
import type { DuckDBConnection } from '@duckdb/node-api';
import { OutOfMemoryError, ReopeningError, UnknownFateError } from '../errors.ts';
import { isOutOfMemoryError } from '../duckdb-messages.ts';

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
  // An interrupt, as of an engine that is opened again, is often noticed only after the commit.
  const isInterrupted = message.includes('INTERRUPT Error');
  // A commit that finds no memory is undone in part: rows that it changed cannot be changed again, and its
  // log may be kept.
  const isInvalidated = message.includes('FATAL Error') || isOutOfMemoryError(error);
  const isUndone = !isInterrupted && !isInvalidated;
  if (isUndone) throw error;
  if (!isInterrupted) invalidated.add(connection);
  const isKept = message.includes('COMMIT succeeded and is durable');
  if (!isKept) throw new UnknownFateError(UNKNOWN_FATE, { cause: error });
}

/**
 * After a commit that failed in a way that does not say whether it is kept, finds that out by `isKept`.
 * Returns if it is, else throws why nothing was kept, and `UnknownFateError` if that cannot be found out.
 */
export async function judgeFate(error: unknown, isKept: () => Promise<boolean>): Promise<void> {
  if (!(error instanceof UnknownFateError)) throw error;
  const isCommitKept = await isKept().catch(() => {
    throw error;
  });
  if (isCommitKept) return;
  throw isOutOfMemoryError(error.cause)
    ? new OutOfMemoryError('the commit was undone', { cause: error })
    : new ReopeningError(undefined, { cause: error });
}

const UNKNOWN_FATE =
  'It is not known whether this was stored: the database failed while it was written. Send it again; an event with an eventID is stored once.';
