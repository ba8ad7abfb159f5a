import type { Store } from '../../../src/service/store/store.ts';

/**
 * An organization's events as they are stored: field or payload key → value, without those that have none, in
 * their own order.
 */
export async function storedEvents(
  store: Store,
  namespace: string,
): Promise<readonly Record<string, unknown>[]> {
  const { id } = await store.organizations.get(namespace);
  const { name, columns } = await store.events.table(id);
  const names = [...columns].map(([key, { column }]) => [key, `"${column.replaceAll('"', '""')}"`] as const);
  const sql = `SELECT ${names.map(([, column]) => column).join(', ')} FROM ${name}`;
  const rows = await store.withConnection(async (connection) =>
    (await connection.runAndReadAll(sql)).getRowsJS(),
  );
  const events = rows.map((row) =>
    Object.fromEntries(
      names
        .map(
          ([key], index) => [key, typeof row[index] === 'bigint' ? Number(row[index]) : row[index]] as const,
        )
        .filter(([, value]) => value !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  );
  return events.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
