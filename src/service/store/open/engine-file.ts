// Keeps DuckDB open on a store's file: opens it again after DuckDB has declared it invalid, for example
// because the disk was full.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance as Instance } from '@duckdb/node-api';
import { ReopeningError } from '../../errors.ts';
import { isInvalidDatabase } from '../../duckdb-messages.ts';
import { Running } from '../../running.ts';
import { closeConnection, closeFile, openFile, type OpenFile, openWhenPossible } from './open-file.ts';
import { hasInvalidated } from '../transaction.ts';

/** How long statements wait for the file to be open again before they fail. */
const PATIENCE_MS = 5000;

/**
 * Opens an engine by `open`, which is called again each time that the engine declares its file invalid. What
 * runs at that time is interrupted, and what begins before the file is open again throws `ReopeningError`.
 */
export async function openReopening(open: () => Promise<Instance>) {
  let current = await openFile(open);
  let reopening: Promise<void> | null = null;
  /** Resolves when the file is open again, or after five seconds. */
  let openOrLate: Promise<void> = Promise.resolve();
  let isClosed = false;
  const inUse = new Running();
  const release = async (): Promise<void> => {
    await inUse.stop();
    closeFile(current);
  };
  const reopen = async (): Promise<void> => {
    await release();
    current = (await openWhenPossible(open, () => isClosed)) ?? current;
  };
  const startReopening = (): void => {
    if (reopening !== null) return;
    reopening = reopen().finally(() => (reopening = null));
    openOrLate = Promise.race([reopening, sleep(PATIENCE_MS, undefined, { ref: false })]);
  };
  /** Whether a connection belongs to the file as it is open now. */
  const isCurrent = (connection: DuckDBConnection) => current.connections.includes(connection);
  const using = async <T>(connection: DuckDBConnection, task: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new ReopeningError('The database is being closed; try again in a few seconds.');
    if (reopening !== null || !isCurrent(connection)) throw new ReopeningError();
    const running = inUse.note(task(), connection);
    const foundInvalid = await running.then(() => false, isInvalid);
    if (foundInvalid || hasInvalidated(connection)) startReopening();
    return running;
  };
  const connectTo = async ({ admin, instance, connections }: OpenFile): Promise<DuckDBConnection> => {
    const connection = await using(admin, () => instance.connect());
    connections.push(connection);
    return connection;
  };
  // Closing the instance while it opens a connection crashes the process.
  const connect = () => inUse.note(connectTo(current));
  const withConnection = async <T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = await connect();
    return using(connection, () => task(connection)).finally(() => {
      closeConnection(current, connection);
    });
  };
  return {
    /** The connection for the store's own tables. */
    admin: () => current.admin,
    /** Opens a connection that is closed with the engine. */
    connect,
    /** Runs a task on a connection, which is not closed meanwhile. Throws `ReopeningError`. */
    using,
    /** Runs a task on its own connection. */
    withConnection,
    isCurrent,
    /** Waits until the file is open again, for five seconds after the fault at most. */
    opened: () => openOrLate,
    /** Waits until nothing runs and the file is not being opened. */
    settled: async () => {
      while (inUse.size > 0) await inUse.ended();
      await reopening;
    },
    /** Closes the file; first interrupts what runs, if anything does. */
    close: () => {
      isClosed = true;
      if (reopening === null && inUse.size === 0) closeFile(current);
      else reopening ??= release();
    },
  };
}

/** Whether an error, or a cause of it, says that the file is invalid. */
function isInvalid(error: unknown): boolean {
  return (
    isInvalidDatabase(error) ||
    (error instanceof Error && error.cause !== undefined && isInvalid(error.cause))
  );
}
