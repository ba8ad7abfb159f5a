// Opens the DuckDB file of a store, with its limits of memory, threads and disk, and creates its tables.
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DuckDBInstance as Instance } from '@duckdb/node-api';
import { firstLineOf, messageOf } from '../../../text/errors.ts';
import { StoreError } from '../../errors.ts';
import { createConfined } from '../../events/confinement.ts';
import { databaseFileError } from '../../events/duckdb-errors.ts';
import { checkLogs } from '../../events/duckdb-log.ts';
import { createDatabase, type Database, type Places } from '../database.ts';
import { openReopening } from './engine-file.ts';
import { exportFolder, locateStore, removeLeftovers, spillFolder } from '../files/paths.ts';
import { createTables } from '../format.ts';

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
  const database = createDatabase({ path, folder }, engine, () => {
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
