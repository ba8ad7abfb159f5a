// Moves the events that an import has staged (in a temporary table) into an organization's table.
import type { DuckDBConnection } from '@duckdb/node-api';
import { CORE_COLUMNS, type EventColumns, eventsTableName, newColumns } from '../events/columns.ts';
import { quoted } from '../events/duckdb-values.ts';
import { type EventArchive, importedBefore, type StagedEvents } from '../events/event-store.ts';
import { USER_HASH_SQL } from '../events/user-hash.ts';
import type { Database } from './database.ts';
import { FIND_IMPORT, recordFile, toImportRecord } from './state/import-journal.ts';
import { addColumns } from './payload-keys.ts';
import type { Cache } from './organization-cache.ts';
import { type RolledDays, unmarkStaged } from './rolled-days.ts';
import { rowsOn } from './sql.ts';

/** Makes a function that moves staged events into an organization's table in one transaction. */
export function takeStaged(
  database: Pick<Database, 'inTransaction'>,
  columns: Cache<EventColumns>,
  rolled: Cache<RolledDays>,
  now: () => number,
): EventArchive['take'] {
  return async (connection, organization, staged) => {
    const [payloadColumns, days] = [await columns.get(organization), await rolled.get(organization)];
    await database.inTransaction(connection, async () => {
      if (days.size > 0) await unmarkStaged(connection, organization, staged.table);
      await moveStaged(connection, organization, staged, payloadColumns, now());
    });
    columns.forget(organization);
    rolled.forget(organization);
  };
}

async function moveStaged(
  connection: DuckDBConnection,
  organization: number,
  staged: StagedEvents,
  payloadColumns: EventColumns,
  nowMs: number,
): Promise<void> {
  const addedColumns = newColumns(payloadColumns, staged.payload.keys());
  const table = eventsTableName(organization);
  await addColumns(connection, organization, addedColumns);
  const columns = new Map([...payloadColumns, ...addedColumns]);
  const keys = [...staged.payload.keys()];
  const names = [
    ...CORE_COLUMNS.map(([name]) => name),
    ...keys.map((key) => columns.get(key)?.column ?? key),
  ];
  const values = [...CORE_COLUMNS.map(([name]) => CORE_VALUES[name] ?? name), ...staged.payload.values()];
  const insert = `INSERT INTO ${table} (${names.map(quoted).join(', ')}) SELECT ${values.join(', ')} FROM ${staged.table}`;
  for (const stretch of staged.stretches) await connection.run(`${insert} WHERE ${stretch} ORDER BY __time`);
  const { file, again } = staged;
  if (file === null) return;
  const rows = rowsOn(connection);
  // Another process may have imported the file since it was read.
  const [earlier] = again ? [] : await rows(FIND_IMPORT, [organization, file.content]);
  if (earlier !== undefined) throw importedBefore(file.file, toImportRecord(earlier));
  await recordFile(rows, organization, file, nowMs);
}

/** The core columns whose values are not staged. */
const CORE_VALUES: Readonly<Record<string, string>> = {
  count: '1',
  _ir_user: USER_HASH_SQL,
};
