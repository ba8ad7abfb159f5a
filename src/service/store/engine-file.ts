import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance as Instance } from '@duckdb/node-api';
import { isInvalidDatabase, ReopeningError } from '../errors.ts';
import { Running } from '../running.ts';
import { hasInvalidated } from './transaction.ts';

/**
 * An engine whose file is opened again once the engine declares it invalid, as after a checkpoint that found
 * no room on the disk. What runs meanwhile is interrupted, and what begins meanwhile throws `ReopeningError`.
 */
export interface ReopeningEngine {
  /** The connection for the store's own tables. Throws `ReopeningError`. */
  admin(): DuckDBConnection;
  /** Opens a connection that is closed with the engine. */
  connect(): Promise<DuckDBConnection>;
  /** Whether a connection belongs to the file as it is open now. */
  isCurrent(connection: DuckDBConnection): boolean;
  /** Runs a task on a connection, which is not closed meanwhile. */
  using<T>(connection: DuckDBConnection, task: () => Promise<T>): Promise<T>;
  /** Runs a task on a connection of its own. */
  withConnection<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Waits until the file is not being opened. */
  settled(): Promise<void>;
  /** Closes the file; first interrupts what runs, if anything does. */
  close(): void;
}

const TRY_EVERY_MS = 500;

/** Opens an engine; `open` is called again each time that its file has to be. */
export async function openReopening(open: () => Promise<Instance>): Promise<ReopeningEngine> {
  let current = await connected(open);
  let reopening: Promise<void> | null = null;
  let isClosed = false;
  const inUse = new Running();

  const reopen = async (): Promise<void> => {
    await inUse.stop();
    closeAll(current);
    current = (await connectedLater(open, () => isClosed)) ?? current;
  };
  const startReopening = (): void => {
    reopening ??= reopen().finally(() => {
      reopening = null;
    });
  };
  const ensureOpen = (): void => {
    if (reopening !== null || isClosed) throw new ReopeningError();
  };
  const using = async <T>(connection: DuckDBConnection, task: () => Promise<T>): Promise<T> => {
    ensureOpen();
    const running = inUse.note(task(), connection);
    const [ended] = await Promise.allSettled([running]);
    if (hasInvalidated(connection) || (ended.status === 'rejected' && isInvalid(ended.reason)))
      startReopening();
    return running;
  };
  const connect = async (): Promise<DuckDBConnection> => {
    ensureOpen();
    const opened = current;
    const connection = await using(opened.admin, () => opened.instance.connect());
    opened.kept.push(connection);
    return connection;
  };
  const withConnection = async <T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
    const connection = await connect();
    try {
      return await using(connection, () => task(connection));
    } finally {
      close(current, connection);
    }
  };
  const admin = (): DuckDBConnection => {
    ensureOpen();
    return current.admin;
  };
  return {
    admin,
    connect,
    using,
    withConnection,
    isCurrent: (connection) => current.kept.includes(connection),
    settled: async () => {
      await reopening;
    },
    close: () => {
      isClosed = true;
      if (reopening !== null) return;
      if (inUse.size === 0) closeAll(current);
      else reopening = inUse.stop().then(() => closeAll(current));
    },
  };
}

/** An open file. */
interface Opened {
  readonly instance: Instance;
  readonly admin: DuckDBConnection;
  /** All open connections, `admin` among them. */
  readonly kept: DuckDBConnection[];
}

async function connected(open: () => Promise<Instance>): Promise<Opened> {
  const instance = await open();
  try {
    const admin = await instance.connect();
    return { instance, admin, kept: [admin] };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** Tries to open a file until its disk has room and the memory is free. Null once it is closed. */
async function connectedLater(
  open: () => Promise<Instance>,
  isClosed: () => boolean,
): Promise<Opened | null> {
  while (!isClosed()) {
    const found = await connected(open).catch(() => null);
    if (found !== null && isClosed()) closeAll(found);
    else if (found !== null) return found;
    await sleep(TRY_EVERY_MS);
  }
  return null;
}

/** Closes one of a file's connections, unless it was closed with the file. */
function close({ kept }: Opened, connection: DuckDBConnection): void {
  const index = kept.indexOf(connection);
  if (index === -1) return;
  kept.splice(index, 1);
  connection.closeSync();
}

/** The file is released with the last connection, not with the instance. */
function closeAll({ kept, instance }: Opened): void {
  for (const connection of kept) connection.closeSync();
  instance.closeSync();
}

/** Also if the error was put into another one. */
function isInvalid(error: unknown): boolean {
  return (
    isInvalidDatabase(error) ||
    (error instanceof Error && error.cause !== undefined && isInvalid(error.cause))
  );
}
