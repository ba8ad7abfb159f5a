import { type DuckDBConnection } from '@duckdb/node-api';

/** Runs a task between BEGIN and COMMIT on a connection; what it throws undoes what it did. */
export async function inTransaction<T>(connection: DuckDBConnection, task: () => Promise<T>): Promise<T> {
  await connection.run('BEGIN');
  try {
    const result = await task();
    await connection.run('COMMIT');
    return result;
  } catch (error) {
    // After some failures the engine has rolled back by itself.
    await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
