import { databaseFileError } from '../service/events/duckdb-errors.ts';
import { openOperations, type OpenOptions } from '../service/ipc/open.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { describeAccess } from '../service/store/paths.ts';
import { readCluster, readState } from './cluster-flags.ts';
import type { Io } from './io.ts';
import type { Place } from './arguments/place.ts';
import { InputError } from '../errors.ts';

/** Throws `StoreError` if there is no such organization. */
export async function ensureOrganization(operations: StoreOperations, org: string): Promise<void> {
  await operations.listInsights(org);
}

/** Warns on stderr. */
export function warnOn({ stderr }: Io): (message: string) => void {
  return (message) => stderr.write(`insight-report: ${message}\n`);
}

/**
 * Runs a task on the store in a file, which this process or a serving one holds, or on PostgreSQL. Warns of a
 * file that others can read.
 */
export async function withStore<T>(
  io: Io,
  { db: file, ...flags }: Place,
  task: (operations: StoreOperations) => Promise<T>,
  options: Pick<OpenOptions, 'create'> = {},
): Promise<T> {
  const state = await readState(flags, warnOn(io));
  const cluster = await readCluster(flags, warnOn(io));
  if (file !== null && state !== null)
    throw new InputError(['give either --db FILE or --state URL, not both']);
  const operations = await openOperations(file, { ...options, state, cluster });
  const warning = file === null ? null : await describeAccess(file);
  if (warning !== null) warnOn(io)(warning);
  try {
    return await task(operations);
  } catch (error) {
    throw (error instanceof Error ? databaseFileError(file ?? '', error.message) : null) ?? error;
  } finally {
    await operations.close();
  }
}
