// The open DuckDB file of a store, through which all of `src/service/store` reads and writes. It adds to the
// engine the locks, the sharing of memory, and the reopening after a fault of the disk.
import { openSync, closeSync } from 'node:fs';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { isOutOfMemoryError } from '../duckdb-messages.ts';
import { giveBackMemory } from '../duckdb.ts';
import { createLock } from '../file-lock.ts';
import { shareMemory } from '../memory/share-memory.ts';
import type { openReopening } from './open/engine-file.ts';
import { firstInteger, rowsOn, type Sql, type StoreRow } from './sql.ts';
import { inTransaction } from './transaction.ts';
import { onceOpen } from './open/retries.ts';

export type Database = ReturnType<typeof createDatabase>;

/** Where a store is: its file's real path (null: in memory), and its folder for exports and imports. */
export interface Places {
  readonly path: string | null;
  readonly folder: string;
}

/** Makes the database over an open engine. `released` is called when it is closed. */
export function createDatabase({ path, folder }: Places, engine: Engine, released: () => void) {
  const lock = createLock();
  let descriptor: number | null = null;
  const rows = async (sql: string, values: readonly DuckDBValue[] = []): Promise<readonly StoreRow[]> => {
    const admin = engine.admin();
    return (await engine.using(admin, () => admin.runAndReadAll(sql, [...values]))).getRowObjects();
  };
  // What the process holds when the file has just been opened.
  const idleBytes = process.memoryUsage.rss();
  let limitBytes: number | null = null;
  const holdsTooMuch = async () => {
    limitBytes ??= firstInteger(await rows(MEMORY_LIMIT), 'bytes');
    return process.memoryUsage.rss() > idleBytes + limitBytes + UNCOUNTED_BYTES;
  };
  const memory = shareMemory({
    isCrowded: async () => (await rows(CROWDED))[0]?.['crowded'] === true,
    isFull: async () => (await holdsTooMuch()) && giveBackMemory().then(holdsTooMuch),
  });
  const transact = <T>(connection: DuckDBConnection, task: () => Promise<T>) =>
    inTransaction(connection, task, () => memory.withRoom(() => connection.run('COMMIT')));
  return {
    /** The file's real path; null if the store is in memory. */
    path,
    /** The folder whose files an import is taken from. */
    importFolder: folder,
    connect: engine.connect,
    withConnection: engine.withConnection,
    isCurrent: engine.isCurrent,
    /** Runs a query on a connection, which is not closed meanwhile. */
    using: <T>(connection: DuckDBConnection, task: () => Promise<T>, signal?: AbortSignal) =>
      memory.query(connection, () => engine.using(connection, task), signal),
    /** Runs a task after a short wait for running queries, and begins no query until it has ended. */
    first: memory.first,
    /** Waits until the file is open again, for five seconds after the fault at most. */
    opened: engine.opened,
    /** Runs a task that must not fail, such as a commit, and stops queries that leave it no memory. */
    withRoom: memory.withRoom,
    /**
     * Runs a task that writes, all or nothing, and again if it finds no memory or the file is opened again.
     */
    write: <T>(task: () => Promise<T>) => memory.write(() => onceOpen(engine.opened, task)),
    /** Runs a task in a transaction on a connection. If the task throws, what it did is undone. */
    inTransaction: transact,
    /**
     * Whether the engine answers, if only that it has no memory. If it has declared the file invalid, the
     * file is being opened again from then on.
     */
    isAnswering: () => rows('SELECT 1').then(() => true, isOutOfMemoryError),
    rows,
    /** Who reads and writes the file when. */
    lock,
    /** Runs a task in a transaction on its own connection, within `lock.write` or `lock.exclusive`. */
    transaction: <T>(task: (connection: DuckDBConnection) => Promise<T>) =>
      engine.withConnection((connection) => transact(connection, () => task(connection))),
    /**
     * A descriptor for reading the file. It stays open: closing any descriptor of the file releases DuckDB's
     * lock.
     */
    descriptor: () => (descriptor ??= openSync(path ?? '', 'r')),
    /** Waits until no statement runs. Closing a connection while its statement runs crashes the process. */
    settled: () => lock.write(engine.settled),
    close: () => {
      engine.close();
      released();
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}

const MEMORY_LIMIT = 'SELECT parse_formatted_bytes(memory_limit) AS bytes FROM pragma_database_size()';

/**
 * What the process may hold that the engine does not count, before one of several queries has to stop. The
 * docs promise less than `--memory` + 1 GB; queries take more until one stops.
 */
const UNCOUNTED_BYTES = 400_000_000;

/**
 * Whether queries use more than half of the memory. The tables' cached blocks do not count: the engine drops
 * them.
 */
export const CROWDED = `SELECT sum(memory_usage_bytes) > (${MEMORY_LIMIT}) / 2 AS crowded
  FROM duckdb_memory() WHERE tag NOT IN ('BASE_TABLE', 'IN_MEMORY_TABLE')`;

type Engine = Awaited<ReturnType<typeof openReopening>>;

/** The statements of a store's file. */
export function sqlOf(database: Pick<Database, 'rows' | 'transaction' | 'lock'>): Sql {
  return {
    rows: (sql, values) => database.rows(sql, values),
    transaction: (task) =>
      database.lock.write(() => database.transaction((connection) => task(rowsOn(connection)))),
    isShared: false,
  };
}
