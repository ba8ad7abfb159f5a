import { totalmem } from 'node:os';

const MEGABYTE = 1_000_000;

/** Half of the memory that this process may have, as DuckDB writes a size: what is left is for answers, and for others. */
export function halfOfMemory(): string {
  // Beyond the machine's own where no group of processes is limited.
  const allowed = process.constrainedMemory();
  const bytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return `${Math.max(Math.floor(bytes / 2 / MEGABYTE), 64)}MB`;
}
