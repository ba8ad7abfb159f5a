import { totalmem } from 'node:os';

const MEGABYTE = 1_000_000;

/**
 * Half of the memory that this process may use, as DuckDB writes a size. The other half is for answers and
 * for other processes.
 */
export function halfOfMemoryLimit(): string {
  // Without a limit for the process's group this is more than the machine has.
  const allowed = process.constrainedMemory();
  const bytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return `${Math.max(Math.floor(bytes / 2 / MEGABYTE), 64)}MB`;
}
