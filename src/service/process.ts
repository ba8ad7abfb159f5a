// Settings of the whole process, which the command line makes before it loads the engine.

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
