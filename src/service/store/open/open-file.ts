// An open DuckDB file with its connections: opens it, if need be again and again, and closes it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance as Instance } from '@duckdb/node-api';

/** An open file. */
export interface OpenFile {
  readonly instance: Instance;
  readonly admin: DuckDBConnection;
  /** All open connections, `admin` among them. */
  readonly connections: DuckDBConnection[];
}

/** Opens a file and its first connection. */
export async function openFile(open: () => Promise<Instance>): Promise<OpenFile> {
  const instance = await open();
  try {
    const admin = await instance.connect();
    return { instance, admin, connections: [admin] };
  } catch (error) {
    instance.closeSync();
    throw error;
  }
}

/** How often opening the file again is tried while its disk is full. */
const TRY_EVERY_MS = 500;

/** Tries to open a file until its disk has room and the memory is free. Null once it is closed. */
export async function openWhenPossible(
  open: () => Promise<Instance>,
  isClosed: () => boolean,
): Promise<OpenFile | null> {
  while (!isClosed()) {
    const opened = await openFile(open).catch(() => null);
    if (opened !== null && isClosed()) closeFile(opened);
    else if (opened !== null) return opened;
    await sleep(TRY_EVERY_MS);
  }
  return null;
}

/** Closes one of a file's connections, unless it was closed with the file. */
export function closeConnection({ connections }: OpenFile, connection: DuckDBConnection): void {
  const index = connections.indexOf(connection);
  if (index === -1) return;
  connections.splice(index, 1);
  connection.closeSync();
}

/** Closes a file with all its connections: it is released with the last connection, not with the instance. */
export function closeFile({ connections, instance }: OpenFile): void {
  for (const connection of connections) connection.closeSync();
  instance.closeSync();
}
