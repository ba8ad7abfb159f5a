// Opens DuckDB so that it can reach no other file and no network: SQL can read any file and URL, and queries
// come from outside.
import type { DuckDBConnection, DuckDBInstance as Instance } from '@duckdb/node-api';
import { DuckDBInstance } from '../duckdb.ts';
import { literal } from './duckdb-values.ts';

/** Options of an engine that downloads and loads no extensions. */
export const WITHOUT_EXTENSIONS = {
  autoload_known_extensions: 'false',
  autoinstall_known_extensions: 'false',
};

/** Options of an engine that may read and write its own file only, in the order in which they are set. */
const CONFINED = {
  ...WITHOUT_EXTENSIONS,
  enable_external_access: 'false',
  // Keep it last: after it, no option can be set.
  lock_configuration: 'true',
};

/** What an engine may open apart from its own file: files, and a folder with its content. */
interface Access {
  readonly files?: readonly string[];
  readonly folder?: string | null;
}

/** Opens an engine. What else it may open can be named only once it is open; then its settings are locked. */
export async function createConfined(
  path: string,
  access: Access,
  options: Readonly<Record<string, string>>,
): Promise<Instance> {
  const instance = await DuckDBInstance.create(path, { ...options, ...WITHOUT_EXTENSIONS });
  const connection = await instance.connect();
  try {
    // The engine's default is the zone of the machine.
    await connection.run(`SET GLOBAL TimeZone = 'UTC'`);
    await lock(connection, access);
    return instance;
  } finally {
    connection.closeSync();
  }
}

async function lock(connection: DuckDBConnection, { files = [], folder = null }: Access): Promise<void> {
  await connection.run(`SET allowed_paths = [${files.map(literal).join(', ')}]`);
  if (folder !== null) await connection.run(`SET allowed_directories = [${literal(`${folder}/`)}]`);
  for (const [name, value] of Object.entries(CONFINED)) await connection.run(`SET ${name} = ${value}`);
}
