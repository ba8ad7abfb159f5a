// Takes the events that an import has staged, and notes which files were imported, so that none is imported
// twice by mistake.
import type { DuckDBConnection } from '@duckdb/node-api';
import { CORE_COLUMNS, type EventColumn, eventsTableName, newColumns } from '../events/columns.ts';
import { quoted } from '../events/duckdb-values.ts';
import {
  type EventArchive,
  importedBefore,
  type ImportedFile,
  type ImportJournal,
  type ImportRecord,
  type StagedEvents,
} from '../events/event-store.ts';
import { USER_HASH_SQL } from '../events/user-hash.ts';
import { addColumns } from './append-events.ts';
import {
  type Database,
  firstInteger,
  readInteger,
  readText,
  type Rows,
  rowsOn,
  type Sql,
  type StoreRow,
} from './database.ts';
import { type RolledDays, unmarkStaged } from './rollup.ts';
import type { Cache } from './transaction.ts';

/** The journal of imported files in a database. */
export function journalOf(sql: Sql, now: () => number): ImportJournal {
  return {
    findImport: async (organization, content) => {
      const [row] = await sql.rows(FIND_IMPORT, [organization, content]);
      return row === undefined ? null : toImportRecord(row);
    },
    countImports: async (organization, content) =>
      firstInteger(await sql.rows(COUNT_IMPORTS, [organization, content]), 'imports'),
    recordImports: (organization, files) =>
      sql.transaction((rows) => recordFiles(rows, organization, { files, again: true }, now())),
  };
}

const COUNT_IMPORTS = 'SELECT count(*) AS imports FROM imports WHERE organization = $1 AND content = $2';
const FIND_IMPORT =
  'SELECT file, imported FROM imports WHERE organization = $1 AND content = $2 ORDER BY imported LIMIT 1';

function toImportRecord(row: StoreRow): ImportRecord {
  return { file: readText(row, 'file'), importedMs: readInteger(row, 'imported') };
}

/** Makes a function that moves staged events into an organization's table in one transaction. */
export function takeStaged(
  database: Pick<Database, 'inTransaction'>,
  columns: Cache<ReadonlyMap<string, EventColumn>>,
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
  payloadColumns: ReadonlyMap<string, EventColumn>,
  nowMs: number,
): Promise<void> {
  const addedColumns = newColumns(payloadColumns, staged.payload.keys());
  const table = eventsTableName(organization);
  await addColumns(connection, organization, addedColumns);
  const payload = [...staged.payload].map(([key, from]) => ({
    to: payloadColumns.get(key) ?? addedColumns.get(key),
    from,
  }));
  const names = [...CORE_COLUMNS.map(([name]) => name), ...payload.map(({ to }) => to?.column ?? '')];
  const values = [
    ...CORE_COLUMNS.map(([name]) => CORE_VALUES[name] ?? name),
    ...payload.map(({ from }) => from),
  ];
  const { rowsChanged } = await connection.run(
    `INSERT INTO ${table} (${names.map(quoted).join(', ')}) SELECT ${values.join(', ')} FROM ${staged.table} ORDER BY __time`,
  );
  const files = await staged.filesOf(rowsChanged);
  await recordFiles(rowsOn(connection), organization, { files, again: staged.again }, nowMs);
}

/** The core columns whose values are not staged. */
const CORE_VALUES: Readonly<Record<string, string>> = {
  count: '1',
  _ir_user: USER_HASH_SQL,
};

/** Notes imported files. Without `again`, throws `StoreError` if one was imported before. */
async function recordFiles(
  rows: Rows,
  organization: number,
  { files, again }: { readonly files: readonly ImportedFile[]; readonly again: boolean },
  nowMs: number,
): Promise<void> {
  for (const { file, content, events } of files) {
    // Null: its content is never compared, so the file need not be recognized.
    if (content === null) continue;
    const [earlier] = await rows(FIND_IMPORT, [organization, content]);
    if (earlier !== undefined && !again) throw importedBefore(file, toImportRecord(earlier));
    const values = [organization, content, file, BigInt(events), BigInt(nowMs)];
    await rows('INSERT INTO imports VALUES ($1, $2, $3, $4, $5)', values);
  }
}
