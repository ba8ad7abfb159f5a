// Notes which files were imported, so that none is imported twice by mistake.
import type { ImportedFile, ImportJournal, ImportRecord } from '../../events/event-store.ts';
import { firstInteger, readInteger, readText, type Rows, type Sql, type StoreRow } from '../sql.ts';

/** Makes the journal of imported files in a database. */
export function journalIn(sql: Sql, now: () => number): ImportJournal {
  return {
    findImport: async (organization, content) => {
      const [row] = await sql.rows(FIND_IMPORT, [organization, content]);
      return row === undefined ? null : toImportRecord(row);
    },
    countImports: async (organization, content) =>
      firstInteger(await sql.rows(COUNT_IMPORTS, [organization, content]), 'imports'),
    recordImport: (organization, file) =>
      sql.transaction((rows) => recordFile(rows, organization, file, now())),
  };
}

const COUNT_IMPORTS = 'SELECT count(*) AS imports FROM imports WHERE organization = $1 AND content = $2';
/** The first import of a content. */
export const FIND_IMPORT =
  'SELECT file, imported FROM imports WHERE organization = $1 AND content = $2 ORDER BY imported LIMIT 1';

export function toImportRecord(row: StoreRow): ImportRecord {
  return { file: readText(row, 'file'), importedMs: readInteger(row, 'imported') };
}

/** Notes an import, within a transaction. */
export async function recordFile(
  rows: Rows,
  organization: number,
  { file, content, events }: ImportedFile,
  nowMs: number,
): Promise<void> {
  const values = [organization, content, file, BigInt(events), BigInt(nowMs)];
  await rows('INSERT INTO imports VALUES ($1, $2, $3, $4, $5)', values);
}
