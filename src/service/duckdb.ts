import { createRequire } from 'node:module';
import type * as duckdb from '@duckdb/node-api';

// The engine's allocator keeps memory that queries gave back. It does not count as used, so `--memory` does
// not limit it. One arena that keeps it for a second, instead of several that keep it for ten seconds each.
// The library reads this once, when it is loaded.
process.env.DUCKDB_JE_MALLOC_CONF ??= 'narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0';

// A statement that runs holds one of libuv's threads, of which there would be four: long queries would keep
// posts and health waiting. Read once, when the first thread is needed.
process.env.UV_THREADPOOL_SIZE ??= '8';

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
