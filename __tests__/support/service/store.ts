import { openStore, type Store } from '../../../src/service/store/store.ts';

/** Runs a task with a store in memory; `nowMs` is its clock. */
export async function withMemory(
  task: (store: Store) => Promise<void>,
  now: () => number = Date.now,
): Promise<void> {
  const store = await openStore(':memory:', { create: true, now });
  try {
    await task(store);
  } finally {
    store.close();
  }
}

/** The rows of a statement on a store, numbers as numbers. */
export async function rowsOf(store: Store, sql: string): Promise<Record<string, unknown>[]> {
  return store.withConnection(async (connection) => {
    const reader = await connection.runAndReadAll(sql);
    return reader
      .getRowObjectsJS()
      .map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
        ),
      );
  });
}
