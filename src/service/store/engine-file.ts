// Keeps DuckDB open on a store's file: opens it again after DuckDB has declared it invalid, for example
// because the disk was full.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance as Instance } from '@duckdb/node-api';
import { ReopeningError } from '../errors.ts';
import { isInvalidDatabase } from '../duckdb-messages.ts';
import { Running } from '../running.ts';
import { hasInvalidated } from './transaction.ts';

/** How often opening the file again is tried while its disk is full. */
const TRY_EVERY_MS = 500;
/** How long statements wait for that before they fail. */
const PATIENCE_MS = 5000;

/**
 * Opens an engine by `open`, which is called again each time that the engine declares its file invalid. What
 * runs at that time is interrupted, and what begins before the file is open again throws `ReopeningError`.
 */
export async function openReopening(open: () => Promise<Instance>) {
  let current = await connected(open);
  let reopening: Promise<void> | null = null;
  /** Resolves when the file is open again, or after five seconds. */
  let openOrLate: Promise<void> = Promise.resolve();
  let isClosed = false;
  const inUse = new Running();
  const release = async (): Promise<void> => {
    await inUse.stop();
    closeAll(current);
  };
  const reopen = async (): Promise<void> => {
    await release();
    current = (await connectedLater(open, () => isClosed)) ?? current;
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
      close(current, connection);
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
      if (reopening === null && inUse.size === 0) closeAll(current);
      else reopening ??= release();
    },
  };
}

/** An open file. */
interface OpenFile {
  readonly instance: Instance;
  readonly admin: DuckDBConnection;
  /** All open connections, `admin` among them. */
  readonly connections: DuckDBConnection[];
}

async function connected(open: () => Promise<Instance>): Promise<OpenFile> {
  const instance = await open();
  try {
    const admin = await instance.connect();
    return { instance, admin, connections: [admin] };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** Tries to open a file until its disk has room and the memory is free. Null once it is closed. */
async function connectedLater(
  open: () => Promise<Instance>,
  isClosed: () => boolean,
): Promise<OpenFile | null> {
  while (!isClosed()) {
    const opened = await connected(open).catch(() => null);
    if (opened !== null && isClosed()) closeAll(opened);
    else if (opened !== null) return opened;
    await sleep(TRY_EVERY_MS);
  }
  return null;
}

/** Closes one of a file's connections, unless it was closed with the file. */
function close({ connections }: OpenFile, connection: DuckDBConnection): void {
  const index = connections.indexOf(connection);
  if (index === -1) return;
  connections.splice(index, 1);
  connection.closeSync();
}

/** The file is released with the last connection, not with the instance. */
function closeAll({ connections, instance }: OpenFile): void {
  for (const connection of connections) connection.closeSync();
  instance.closeSync();
}

/** Whether an error, or a cause of it, says that the file is invalid. */
function isInvalid(error: unknown): boolean {
  return (
    isInvalidDatabase(error) ||
    (error instanceof Error && error.cause !== undefined && isInvalid(error.cause))
  );
}
