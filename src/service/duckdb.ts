import { createRequire } from 'node:module';
import type * as duckdb from '@duckdb/node-api';

/**
 * DuckDB's binding, the one package that is not bundled. It is required, not imported: the bundler moves an
 * import to the front of the command line, where every command would wait for the native library.
 */
export const { BIGINT, DOUBLE, DuckDBInstance, DuckDBListValue, LIST, listValue, VARCHAR } = createRequire(
  import.meta.url,
)('@duckdb/node-api') as typeof duckdb;

let beside: duckdb.DuckDBConnection | null = null;

/**
 * Gives memory that the engine has freed back to the machine. The allocator, which all instances of the
 * process share, does so whenever the limit of any of them is set.
 */
export async function giveBackMemory(): Promise<void> {
  beside ??= await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await beside.run(`SET memory_limit = '16MB'`);
}
