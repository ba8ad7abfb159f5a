import type { DuckDBConnection, DuckDBInstance as Instance } from '@duckdb/node-api';
import { DuckDBInstance } from '../duckdb.ts';
import { literal } from './duckdb-values.ts';

const WITHOUT_EXTENSIONS = { autoload_known_extensions: 'false', autoinstall_known_extensions: 'false' };

/** Options of an engine that may read and write its own file only: queries come from outside, and SQL can read any file and URL. */
export const CONFINED = { ...WITHOUT_EXTENSIONS, enable_external_access: 'false', lock_configuration: 'true' };

/**
 * Opens an engine that may read some files besides its own. These can be named only once it is open, so its configuration is locked after
 * that.
 */
export async function createConfined(
  path: string,
  readable: readonly string[],
  options: Readonly<Record<string, string>>,
): Promise<Instance> {
  const instance = await DuckDBInstance.create(path, { ...options, ...WITHOUT_EXTENSIONS });
  const connection = await instance.connect();
  try {
    await lock(connection, readable);
    return instance;
  } finally {
    connection.closeSync();
  }
}

async function lock(connection: DuckDBConnection, readable: readonly string[]): Promise<void> {
  await connection.run(`SET allowed_paths = [${readable.map(literal).join(', ')}]`);
  for (const [name, value] of Object.entries(CONFINED)) await connection.run(`SET ${name} = ${value}`);
}
