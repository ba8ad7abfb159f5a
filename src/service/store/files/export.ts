// `export`: writes an organization's events to a Parquet file, which `import` can read.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TimeRange } from '../../../tql/time/interval.ts';
import { errorCode } from '../../../text/file-error.ts';
import { StoreError } from '../../errors.ts';
import { CORE_NAMES, type EventColumn, type EventTable } from '../../events/columns.ts';
import { literal, quoted } from '../../events/duckdb-values.ts';
import type { ExportResult, ExportTarget } from '../../events/event-store.ts';
import type { Database } from '../database.ts';
import { writeNewFile } from './new-file.ts';
import { exportFolder } from './paths.ts';

/** Writes events to a Parquet file that `import` reads. Throws `StoreError`; nothing is left behind then. */
export async function exportEvents(
  database: Database,
  table: EventTable,
  target: ExportTarget,
): Promise<ExportResult> {
  const { path } = database;
  if (path === null) throw new StoreError('A store in memory cannot be exported.');
  let events = 0;
  const bytes = await writeNewFile(target, path, async (newFile) => {
    // The engine can write to this folder only.
    const folder = exportFolder(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const exportedFile = join(folder, `${randomUUID()}.parquet`);
    try {
      const { sql, keys } = selectEvents(table, target.range);
      events = await database.withConnection(async (connection) => {
        const copied = await connection.run(
          `COPY (${sql}) TO ${literal(exportedFile)} (FORMAT parquet, COMPRESSION zstd)`,
          [...keys],
        );
        return copied.rowsChanged;
      });
      await move(exportedFile, newFile);
    } finally {
      await rm(exportedFile, { force: true });
      await rmdir(folder).catch(() => undefined);
    }
  });
  return { events, bytes };
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: unknown) => {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyFile(from, to);
  });
}

const FIELDS = ['appID', 'clientUser', 'type', 'sessionID', 'isTestMode', 'floatValue'];

/**
 * The statement that selects events in the form that `import` reads. Its parameters are the payload keys that
 * cannot be columns and go into an object, `payload`.
 */
function selectEvents({ name, columns }: EventTable, range: TimeRange | null) {
  const payload = [...columns].filter(([key]) => !CORE_NAMES.has(key));
  const { plain, others } = divideKeys(payload);
  const selected = [
    'make_timestamp(__time * 1000) AS "timestamp"',
    ...FIELDS.map(quoted),
    ...plain.map(([key, { column }]) => `${quoted(column)} AS ${quoted(key)}`),
    ...(others.length === 0 ? [] : [`${payloadObject(others)} AS "payload"`]),
  ];
  const where = range === null ? '' : ` WHERE __time >= ${range.startMs} AND __time < ${range.endMs}`;
  return { sql: `SELECT ${selected.join(', ')} FROM ${name}${where}`, keys: others.map(([key]) => key) };
}

type Payload = readonly (readonly [string, EventColumn])[];

/**
 * Keys that can be a column, and others: many readers of Parquet ignore case, so `Plan` next to `plan`
 * cannot.
 */
function divideKeys(payload: Payload) {
  const takenNames = new Set([...CORE_NAMES, 'timestamp', 'payload'].map((name) => name.toLowerCase()));
  const plain = payload.filter(([key]) => {
    const folded = key.toLowerCase();
    // oxlint-disable-next-line no-control-regex -- such a character cannot be in a statement
    if (takenNames.has(folded) || /[\u0000-\u001f]/.test(key)) return false;
    takenNames.add(folded);
    return true;
  });
  return { plain, others: payload.filter((column) => !plain.includes(column)) };
}

function payloadObject(others: Payload): string {
  const members = others.map(([, { column }], index) => `$${index + 1}::VARCHAR, ${quoted(column)}`);
  const isEmpty = others.map(([, { column }]) => `${quoted(column)} IS NULL`).join(' AND ');
  return `CASE WHEN NOT (${isEmpty}) THEN json_object(${members.join(', ')})::VARCHAR END`;
}
