import { InputError } from '../errors.ts';
import { parseServerUrl } from '../service/cluster/options.ts';
import { databaseFileError } from '../service/events/duckdb-errors.ts';
import { openOperations, type OpenOptions } from '../service/ipc/open.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { describeAccess } from '../service/store/paths.ts';
import type { Io } from './io.ts';

/** The flag that names the database file. */
export const DB_FLAG = { value: 'FILE', required: true, description: 'the database file' } as const;

/** The flag that names the organization. */
export const ORG_FLAG = { value: 'NAMESPACE', required: true, description: "the organization's namespace" } as const;

/** The flags that name the cluster that has the events of a file which no process serves. */
export const CLUSTER_FLAGS = {
  druid: {
    value: 'URL',
    description: 'the Druid router (or broker) that has the events, if "serve --druid" is not running on the file',
  },
  'druid-overlord': { value: 'URL', description: "the address of Druid's overlord, if --druid is a broker's" },
} as const;

/** The cluster that the flags name; null if they name none. Throws `InputError`. */
export function readClusterFlags(flags: { readonly druid: string | null; readonly 'druid-overlord': string | null }) {
  const { druid: druidUrl, 'druid-overlord': overlordUrl } = flags;
  if (druidUrl === null) {
    if (overlordUrl === null) return null;
    throw new InputError(['--druid-overlord is for a cluster: add --druid URL, the address of its router or broker']);
  }
  parseServerUrl(druidUrl, '--druid');
  if (overlordUrl !== null) parseServerUrl(overlordUrl, '--druid-overlord');
  return { druidUrl, overlordUrl, kafkaBrokers: [] };
}

/** Runs a task on the store in a file, which this process or a serving one holds. Warns of a file that others can read. */
export async function withStore(
  io: Io,
  file: string,
  options: OpenOptions,
  task: (operations: StoreOperations) => Promise<number>,
): Promise<number> {
  const operations = await openOperations(file, options);
  const warning = await describeAccess(file);
  if (warning !== null) io.stderr.write(`insight-report: ${warning}\n`);
  try {
    return await task(operations);
  } catch (error) {
    throw (error instanceof Error ? databaseFileError(file, error.message) : null) ?? error;
  } finally {
    await operations.close();
  }
}
