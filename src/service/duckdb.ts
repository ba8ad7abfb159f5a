// Loads DuckDB, the engine of the service, and gives back the memory that it no longer uses.
import { createRequire } from 'node:module';
import type * as duckdb from '@duckdb/node-api';

/**
 * DuckDB's binding, the one package that is not bundled. It is required, not imported: the bundler moves an
 * import to the front of the command line, where every command would wait for the native library.
 */
export const { BIGINT, DOUBLE, DuckDBInstance, DuckDBListValue, LIST, listValue, VARCHAR } = createRequire(
  import.meta.url,
)('@duckdb/node-api') as typeof duckdb;

/** A second, empty engine, whose memory limit can be set at any time. */
let idleEngine: duckdb.DuckDBConnection | null = null;

/**
 * Gives memory that the engine no longer uses back to the machine, before a query is refused for lack of it.
 * All engines of the process share an allocator, which does so whenever the limit of any of them is set.
 */
export async function giveBackMemory(): Promise<void> {
  idleEngine ??= await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await idleEngine.run(`SET memory_limit = '16MB'`);
}
