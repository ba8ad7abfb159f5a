// Reads and writes the events in a store's file. Here is which lock each operation takes; the other files of
// this folder have what the operations do.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  CORE_EVENT_COLUMNS,
  type EventColumns,
  eventsTableName,
  type EventTable,
  rollupTableName,
} from '../events/columns.ts';
import type { EventArchive, ExportResult, ExportTarget } from '../events/event-store.ts';
import type { Ledger } from '../events/ledger.ts';
import type { Appended, EventPost } from '../events/post.ts';
import type { RunLocked } from '../file-lock.ts';
import { appendPosts } from './append-posts.ts';
import { keepLogShort } from './checkpoints.ts';
import { type Database, sqlOf } from './database.ts';
import { countEvents, removeEvents } from './deletions.ts';
import { eventIdsIn } from './event-ids.ts';
import { exportEvents } from './files/export.ts';
import { ledgerOf } from './file-ledger.ts';
import { journalIn } from './state/import-journal.ts';
import { syncFolder } from './files/new-file.ts';
import { createCache } from './organization-cache.ts';
import { rangesOf, readRolledDays } from './rolled-days.ts';
import { rollUpDays } from './rollup.ts';
import { readText } from './sql.ts';
import { takeStaged } from './take-staged.ts';
import { retryOnConflict } from './open/retries.ts';

/** The events of a store. */
export interface Events extends EventArchive, Ledger {
  /** Where an organization's events are, for the engine. */
  table(organization: number): Promise<EventTable>;
  /** Exports the events of any table that the engine can read. */
  exportTable(from: EventTable, target: ExportTarget): Promise<ExportResult>;
  /**
   * Appends posts in one transaction, each completely or not at all. Returns what became of each, once they
   * are on disk.
   */
  append(organization: number, posts: readonly EventPost[]): Promise<readonly Appended[]>;
  /**
   * Reads the ids of taken events into memory, so that looking up those of posts takes less time. Ends early,
   * and has read nothing, if the signal is aborted.
   */
  readIds(signal: AbortSignal): Promise<void>;
  /**
   * Rolls up the days that ended a day before `nowMs` and are not rolled up, one after the other, between
   * what else is written. Returns how many were, once that is done or the signal is aborted.
   */
  rollUp(organization: number, nowMs: number, signal?: AbortSignal): Promise<number>;
}

/**
 * Makes the events of a store's file, where each organization has its own table. The locks, which also keep
 * two tasks from changing the columns of a table at once:
 *
 * | operation | lock | waits for |
 * | :-- | :-- | :-- |
 * | `append`, `declareKeys`, `takeOnce` (to remember ids) | the log | other writers |
 * | `take`, `remove`, `expire`, `dropKey`, `rollUp` | the file | other writers and backups |
 * | all others, which read | none | |
 */
export function eventsIn(database: Database, now: () => number): Events {
  const shortenLog = keepLogShort(database);
  const lockLog: RunLocked = (task) => database.lock.write(task).finally(shortenLog);
  const lockFile: RunLocked = (task) => database.lock.exclusive(task).finally(shortenLog);
  const columns = createCache((organization) => readColumns(database, organization));
  const rolled = createCache((organization) => readRolledDays(database, organization));
  const syncLog = createLogSync(database.path);
  const ids = eventIdsIn(database);
  const journal = journalIn(sqlOf(database), now);
  const append = appendPosts(database, rolled, { columns, ids, now });
  const takeImport = takeStaged(database, columns, rolled, now);
  const table: Events['table'] = async (organization) => ({
    name: eventsTableName(organization),
    columns: new Map([...(await columns.get(organization)), ...CORE_EVENT_COLUMNS]),
    rollup: { name: rollupTableName(organization), ranges: rangesOf(await rolled.get(organization)) },
  });
  const remove: Events['remove'] = (organization, selection) =>
    lockFile(async () => {
      const removed = await retryOnConflict(() => removeEvents(database, organization, selection, now()));
      rolled.forget(organization);
      return removed;
    });
  return {
    payloadColumns: columns.get,
    count: (organization, selection) => countEvents(database, organization, selection),
    remove,
    expire: (organization, keepMs, nowMs) =>
      remove(organization, { kind: 'before', beforeMs: nowMs - keepMs }),
    exportTo: async (organization, target) => exportEvents(database, await table(organization), target),
    findImport: (organization, content) => journal.findImport(organization, content),
    take: (...args) => lockFile(() => takeImport(...args)),
    ...ledgerOf(database, { columns, ids, lockLog, lockFile, syncLog, now }),
    table,
    exportTable: (from, target) => exportEvents(database, from, target),
    append: async (organization, posts) => {
      // The lock keeps other writers of this process out. `database.write` tries again if memory is full or
      // the file is opened again, `retryOnConflict` if a transaction of another connection changed the same
      // rows.
      const appended = await lockLog(() =>
        database.write(() => retryOnConflict(() => append(organization, posts))),
      );
      // Only now is it sure that a loss of power loses nothing of them.
      await syncLog();
      return appended;
    },
    readIds: ids.read,
    rollUp: (organization, nowMs, signal) =>
      rollUpDays(database, organization, { rolled, nowMs, signal, exclusive: lockFile }),
  };
}

/** The payload keys in the order of the columns. Only this process changes them, so they can be cached. */
const READ_COLUMNS = `SELECT key, name, kind FROM payload_keys JOIN duckdb_columns() ON column_name = name
  WHERE organization = $1 AND table_name = $2 ORDER BY column_index`;

async function readColumns(database: Database, organization: number): Promise<EventColumns> {
  const rows = await database.rows(READ_COLUMNS, [organization, eventsTableName(organization)]);
  return new Map(
    rows.map((row) => [
      readText(row, 'key'),
      { kind: readText(row, 'kind') === 'number' ? 'double' : 'text', column: readText(row, 'name') },
    ]),
  );
}

/**
 * Makes a function that syncs the folder of a database file if its write-ahead log is a new file. DuckDB
 * syncs the log at each commit and creates a new log after each checkpoint, but it does not sync the folder,
 * without which the new file can be lost.
 */
function createLogSync(path: string | null): () => Promise<void> {
  if (path === null || process.platform === 'win32') return async () => undefined;
  let synced = '';
  return async () => {
    const log = await stat(`${path}.wal`, { bigint: true }).catch(() => null);
    // A new file can have the inode number of the one before.
    const file = log === null ? synced : `${log.ino} ${log.birthtimeNs}`;
    if (file === synced) return;
    await syncFolder(dirname(path));
    synced = file;
  };
}
