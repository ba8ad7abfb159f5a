// The process as a whole: settings that the command line makes before it loads the engine, and its memory.
import { totalmem } from 'node:os';

/**
 * Sets how the engine and libuv use memory and threads. Each reads this once, so a process calls it before
 * anything else.
 */
export function tuneProcess(env: NodeJS.ProcessEnv): void {
  // The engine's allocator keeps memory that queries gave back. It does not count as used, so `--memory` does
  // not limit it. One arena that keeps it for a second, instead of several that keep it for ten seconds each.
  env['DUCKDB_JE_MALLOC_CONF'] ??= 'narenas:1,dirty_decay_ms:1000,muzzy_decay_ms:0';
  // A statement that runs holds one of libuv's threads, of which there would be four: long queries would keep
  // posts and health waiting.
  env['UV_THREADPOOL_SIZE'] ??= '8';
}

/**
 * Lets nobody else read what this process writes from now on: a database file, its log, what queries spill,
 * copies. Commands that open a database file call it before.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077);
}

/**
 * Half of the memory that this process may use, as DuckDB writes a size (`8000MB`). The other half is for
 * answers and for other processes.
 */
export function halfOfMemory(): string {
  // In a container this is its limit; without one it is 0, or more than the machine has.
  const allowed = process.constrainedMemory();
  const bytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return `${Math.max(Math.floor(bytes / 2 / MEGABYTE), 64)}MB`;
}

const MEGABYTE = 1_000_000;
