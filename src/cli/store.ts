import { databaseFileError } from '../service/events/duckdb-errors.ts';
import { openOperations, type OpenOptions } from '../service/ipc/open.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { describeAccess } from '../service/store/paths.ts';
import type { Io } from './io.ts';

/** The flag that names the database file. */
export const DB_FLAG = { value: 'FILE', required: true, description: 'the database file' } as const;

/** The flag that names the organization. */
export const ORG_FLAG = {
  value: 'NAMESPACE',
  required: true,
  description: 'the organization, as "org list" shows it',
} as const;

/** Throws `StoreError` if there is no such organization. */
export async function ensureOrganization(operations: StoreOperations, org: string): Promise<void> {
  await operations.listInsights(org);
}

/** Warns on stderr. */
export function warnOn({ stderr }: Io): (message: string) => void {
  return (message) => stderr.write(`insight-report: ${message}\n`);
}

/**
 * Runs a task on the store in a file, which this process or a serving one holds. Warns of a file that others
 * can read.
 */
export async function withStore<T>(
  io: Io,
  file: string,
  task: (operations: StoreOperations) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  const operations = await openOperations(file, options);
  const warning = await describeAccess(file);
  if (warning !== null) warnOn(io)(warning);
  try {
    return await task(operations);
  } catch (error) {
    throw (error instanceof Error ? databaseFileError(file, error.message) : null) ?? error;
  } finally {
    await operations.close();
  }
}
