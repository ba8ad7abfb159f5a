// Reads and writes the events in a store's file. Here is which lock each operation takes; the other files of
// this folder have what the operations do.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import {
  CORE_EVENT_COLUMNS,
  type EventColumn,
  eventsTableName,
  type EventTable,
  rollupTableName,
} from '../events/columns.ts';
import type { EventArchive, ExportResult, ExportTarget } from '../events/event-store.ts';
import type { Ledger } from '../events/ledger.ts';
import {
  addColumns,
  admitPosts,
  type AdmittedPost,
  type Appended,
  appendEvents,
  dropColumn,
  type EventPost,
} from './append-events.ts';
import { keepLogShort } from './checkpoints.ts';
import { type Database, readText, sqlOf } from './database.ts';
import { countEvents, removeEvents } from './deletions.ts';
import { type EventIds, eventIdsOf } from './event-ids.ts';
import { exportEvents } from './export.ts';
import { journalOf, takeStaged } from './imports.ts';
import type { Locked } from '../file-lock.ts';
import { syncFolder } from './new-file.ts';
import { rangesOf, readRolledDays, type RolledDays, rollUpDays, unmarkDays } from './rollup.ts';
import { type Cache, cacheOf, judgeFate, retryOnConflict } from './transaction.ts';

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
export function eventsOf(database: Database, now: () => number): Events {
  const shortenLog = keepLogShort(database);
  const lockLog: Locked = (task) => database.lock.write(task).finally(shortenLog);
  const lockFile: Locked = (task) => database.lock.exclusive(task).finally(shortenLog);
  const columns = cacheOf((organization) => readColumns(database, organization));
  const rolled = cacheOf((organization) => readRolledDays(database, organization));
  const syncLog = createLogSync(database.path);
  const ids = eventIdsOf(database);
  const journal = journalOf(sqlOf(database), now);
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

interface LedgerOptions extends Appending {
  readonly lockLog: Locked;
  readonly lockFile: Locked;
  readonly syncLog: () => Promise<void>;
}

/** The ledger in a store's file, which keeps the ids and payload keys of events that may be in a cluster. */
function ledgerOf(
  database: Database,
  { columns, ids, lockLog, lockFile, syncLog, now }: LedgerOptions,
): Ledger {
  return {
    takeOnce: async (organization, posts, keep) => {
      const newPosts = await database.withConnection((connection) =>
        ids.withoutRepeats(connection, organization, posts, now()),
      );
      const events = newPosts.posts.flat();
      if (events.length > 0) await keep(events);
      // If the service is killed here, events that are sent again are stored twice: Kafka and the file have
      // no common transaction.
      if (newPosts.ids.length > 0) {
        await lockLog(() =>
          database.transaction((connection) =>
            ids.remember(connection, organization, newPosts.ids, now(), ids.nextWrite()),
          ),
        );
        await syncLog();
      }
      return newPosts.repeated;
    },
    declareKeys: (organization, posts) =>
      lockLog(() => retryOnConflict(() => declareKeys(database, columns, organization, posts, now()))),
    dropKey: (organization, key) =>
      lockFile(async () => {
        const payloadColumns = await columns.get(organization);
        await database.transaction((connection) => dropColumn(connection, organization, key, payloadColumns));
        columns.forget(organization);
      }),
  };
}

/** What appending reads and writes apart from the events. */
interface Appending {
  readonly columns: ColumnCache;
  readonly ids: EventIds;
  readonly now: () => number;
}

type ColumnCache = Cache<ReadonlyMap<string, EventColumn>>;

/** Makes the function that appends posts in one transaction: the events, their ids, and their new columns. */
function appendPosts(database: Database, rolled: Cache<RolledDays>, { columns, ids, now }: Appending) {
  return async (organization: number, posts: readonly EventPost[]): Promise<readonly Appended[]> => {
    const payloadColumns = await columns.get(organization);
    const {
      addedColumns,
      posts: admitted,
      noteNewKeys,
    } = await admitPosts(database, organization, payloadColumns, posts, now());
    const days = await rolled.get(organization);
    // If the file fails during the commit, this number in it shows whether the commit was kept.
    const writeNumber = ids.nextWrite();
    // Set within the transaction, which returns nothing if its commit failed but is kept all the same.
    const outcome: { repeated: readonly number[]; isUnmarked: boolean } = { repeated: [], isUnmarked: false };
    const append = async (connection: DuckDBConnection) => {
      const admittedEvents = admitted.map(({ events }) => events);
      const newPosts = await ids.withoutRepeats(connection, organization, admittedEvents, now());
      const events = newPosts.posts.flat();
      await appendEvents(connection, organization, events, addedColumns, payloadColumns);
      await noteNewKeys(connection);
      await ids.remember(connection, organization, newPosts.ids, now(), writeNumber);
      const times = events.map(({ timeMs }) => timeMs);
      outcome.isUnmarked = await unmarkDays(connection, organization, days, times);
      outcome.repeated = newPosts.repeated;
    };
    await database
      .transaction(append)
      .catch((error: unknown) =>
        judgeFate(error, () => database.opened().then(() => ids.isKept(writeNumber))),
      );
    if (addedColumns.size > 0) columns.forget(organization);
    if (outcome.isUnmarked) rolled.forget(organization);
    return admitted.map(({ leftOut }, index) => ({ leftOut, repeated: outcome.repeated[index] ?? 0 }));
  };
}

async function declareKeys(
  database: Database,
  columns: ColumnCache,
  organization: number,
  posts: readonly EventPost[],
  nowMs: number,
): Promise<readonly AdmittedPost[]> {
  const payloadColumns = await columns.get(organization);
  const {
    addedColumns,
    posts: admitted,
    noteNewKeys,
  } = await admitPosts(database, organization, payloadColumns, posts, nowMs);
  if (addedColumns.size === 0) return admitted;
  await database.transaction(async (connection) => {
    await addColumns(connection, organization, addedColumns);
    await noteNewKeys(connection);
  });
  columns.forget(organization);
  return admitted;
}

/** The payload keys in the order of the columns. Only this process changes them, so they can be cached. */
const READ_COLUMNS = `SELECT key, name, kind FROM payload_keys JOIN duckdb_columns() ON column_name = name
  WHERE organization = $1 AND table_name = $2 ORDER BY column_index`;

async function readColumns(
  database: Database,
  organization: number,
): Promise<ReadonlyMap<string, EventColumn>> {
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
