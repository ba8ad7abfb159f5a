// The open DuckDB file of a store, through which all of `src/service/store` reads and writes. It adds to the
// engine the locks, the sharing of memory, and the reopening after a fault of the disk.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance as Instance, DuckDBValue } from '@duckdb/node-api';
import { firstLineOf, messageOf } from '../../text/errors.ts';
import { StoreError } from '../errors.ts';
import { isOutOfMemoryError } from '../duckdb-messages.ts';
import { giveBackMemory } from '../duckdb.ts';
import { createConfined } from '../events/confinement.ts';
import { checkLogs } from '../events/duckdb-log.ts';
import { databaseFileError } from '../events/duckdb-errors.ts';
import { shareMemory } from '../share-memory.ts';
import { openReopening } from './engine-file.ts';
import { createTables } from './format.ts';
import { firstInteger, rowsOn, type Sql, type StoreRow } from './sql.ts';
import { createLock } from '../file-lock.ts';
import { exportFolder, locateStore, removeLeftovers, spillFolder } from './files/paths.ts';
import { inTransaction, onceOpen } from './transaction.ts';

export type Database = ReturnType<typeof makeDatabase>;

/** How a database file is opened. */
export interface OpenOptions {
  /** Whether a file that does not exist is created, or refused. */
  readonly create: boolean;
  /** A size as DuckDB writes it, such as `4GB`; null means DuckDB's default. */
  readonly memoryLimit: string | null;
  /** How many threads the engine uses; null means one for each core. */
  readonly threads?: number | null;
  /** The spill directory, for what does not fit into memory; null means next to the file. */
  readonly temporaryFolder?: string | null;
}

/**
 * The files that this process has open. DuckDB's lock keeps other processes out, but not a second opening by
 * the same process.
 */
const openPaths = new Set<string>();

/**
 * Opens a store's file, or a database in memory (`:memory:`), and creates its tables if it is empty. Throws
 * `StoreError`.
 */
export async function openDatabase(file: string, options: OpenOptions): Promise<Database> {
  const path = file === ':memory:' ? null : await locateStore(file, options.create);
  if (path !== null && openPaths.has(path)) throw new StoreError(`${file} is already open in this process.`);
  const folder = exportFolder(path ?? join(tmpdir(), `insight-report-${randomUUID()}`));
  let openings = 0;
  const engine = await openReopening(() => createInstance(file, { path, folder }, options, openings++)).catch(
    (error: unknown) => {
      throw openingError(file, error);
    },
  );
  if (path !== null) openPaths.add(path);
  const database = makeDatabase({ path, folder }, engine, () => {
    if (path !== null) openPaths.delete(path);
  });
  try {
    await createTables(engine.admin(), file);
    if (path !== null) await removeLeftovers(path).catch(() => undefined);
    return database;
  } catch (error) {
    database.close();
    throw openingError(file, error);
  }
}

function openingError(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  return (
    databaseFileError(file, messageOf(error)) ??
    new StoreError(`${file} cannot be opened: ${firstLineOf(error)}`)
  );
}

/** Opens the engine on a file. `opening` counts how often this process did so before. */
async function createInstance(
  file: string,
  { path, folder }: Places,
  options: OpenOptions,
  opening: number,
): Promise<Instance> {
  const resources = await resourcesOf(path, options, opening);
  if (path !== null) await checkLogs(path, file);
  return createConfined(path ?? ':memory:', { folder }, resources);
}

/** The engine's configuration: its memory, its threads, and how much it may spill to the disk, and where. */
async function resourcesOf(
  path: string | null,
  { memoryLimit, threads = null, temporaryFolder = null }: OpenOptions,
  opening: number,
): Promise<Record<string, string>> {
  const folder = temporaryFolder ?? (path === null ? null : dirname(path));
  const disk = folder === null ? null : await statfs(folder).catch(() => null);
  return {
    default_block_size: BLOCK_BYTES,
    // In effect never: the engine would move the log into the file within a commit. `keepLogShort` does it.
    checkpoint_threshold: '1TB',
    // Also while no query runs, memory is given back as `duckdb.ts` requests.
    allocator_background_threads: 'true',
    ...(memoryLimit !== null && { memory_limit: memoryLimit }),
    ...(threads !== null && { threads: String(threads) }),
    ...(folder !== null && { temp_directory: spillFolder(path ?? '', temporaryFolder, opening) }),
    // A query that spills much must not fill the disk, which incoming events need.
    ...(disk !== null && {
      max_temp_directory_size: `${Math.floor((disk.bavail * disk.bsize) / 2 / MEGABYTE)}MB`,
    }),
  };
}

const MEGABYTE = 1_000_000;

/**
 * The size of the blocks that a new file is made of. While events are appended, each column holds two blocks
 * in memory: with the engine's own 256 KiB a thousand columns take 500 MB.
 */
export const BLOCK_BYTES = '65536';

/** Where a store is: its file's real path (null: in memory), and its folder for exports and imports. */
interface Places {
  readonly path: string | null;
  readonly folder: string;
}

function makeDatabase({ path, folder }: Places, engine: Engine, released: () => void) {
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
