// Opens a store: one DuckDB file with events and with the state (organizations, tokens, insights, …), which
// may be in PostgreSQL instead. All of the service works with a store.
import { backup } from './files/backup.ts';
import { type Database, sqlOf } from './database.ts';
import { openDatabase } from './open/open-database.ts';
import { readNote, type Rows, type Sql, writeNote } from './sql.ts';
import type { NewFile } from './files/new-file.ts';
import { closeErased } from './files/erasure.ts';
import type { Ledger } from '../events/ledger.ts';
import { type Events, eventsIn } from './events.ts';
import { CORE_COLUMNS, eventsTableName } from '../events/columns.ts';
import { journalIn } from './state/import-journal.ts';
import { insightsIn } from './state/insights.ts';
import { organizationsIn } from './state/organizations.ts';
import { writeKeysIn } from './state/write-keys.ts';
import { tokensIn } from './state/tokens.ts';

export type State = ReturnType<typeof stateIn>;

/** A state's database that several processes share. All of it throws `StateAwayError` while it is away. */
export interface SharedSql extends Sql {
  /** Runs a task in a transaction that others do not wait for. */
  apart<T>(task: (rows: Rows) => Promise<T>): Promise<T>;
  /** Runs a task unless another process runs one of this name, which is null. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T | null>;
  /** Whether a process runs a task of this name. */
  isUnderWay(name: string): Promise<boolean>;
  /** Why it does not answer, as a sentence for everybody; null if it does. */
  findFault(): Promise<string | null>;
  close(): Promise<void>;
}

/** A state that is not in the file, as `openStore` is given it. */
export interface SharedState {
  readonly sql: SharedSql;
  readonly ledger: Ledger;
}

export interface Store
  extends
    State,
    Pick<
      Database,
      | 'path'
      | 'importFolder'
      | 'connect'
      | 'using'
      | 'isCurrent'
      | 'opened'
      | 'isAnswering'
      | 'withConnection'
      | 'settled'
    > {
  readonly events: Events;
  readonly ledger: Ledger;
  /** Where the state is if not in the file. */
  readonly shared: SharedSql | null;
  /**
   * Copies the store into another file. Imports and deletions wait meanwhile; posts do not. Returns the
   * copy's length in bytes. Throws `StoreError`.
   */
  backup(target: NewFile): Promise<number>;
  /** Closes the store at once. What was deleted may then still be in the file's free space. */
  close(): void;
  /**
   * Closes the store once nothing runs on it, and if events were deleted, rewrites its file without them.
   * Throws `StoreError` if it cannot be rewritten.
   */
  end(): Promise<void>;
}

/** How a store is opened. `now` is its clock in epoch milliseconds. */
export interface StoreOptions {
  readonly create?: boolean;
  readonly memoryLimit?: string | null;
  readonly threads?: number | null;
  readonly temporaryFolder?: string | null;
  readonly now?: () => number;
  /** Where the state is. Default: in the file. */
  readonly shared?: SharedState | null;
}

/** Opens the store in a file, or in memory (`:memory:`). Throws `StoreError` if the file cannot be used. */
export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  const { create = false, memoryLimit = null, now = Date.now, shared = null, ...resources } = options;
  const database = await openDatabase(file, { create, memoryLimit, ...resources });
  const { read } = database.lock;
  const events = eventsIn(database, now);
  return {
    ...database,
    ...(shared === null
      ? stateIn(sqlOf(database), now, createEventsTable)
      : stateIn(shared.sql, now, () => Promise.resolve())),
    events,
    ledger: shared?.ledger ?? events,
    shared: shared?.sql ?? null,
    backup: (target) => read(() => backup({ ...database, ...database.lock }, target, checkCopy)),
    end: async () => {
      await database.settled();
      await shared?.sql.close();
      await closeErased(database);
    },
  };
}

/** The state in a database. `created` is called for each new organization, in its transaction. */
function stateIn(
  sql: Sql,
  now: () => number,
  created: (rows: Rows, organization: number) => Promise<unknown>,
) {
  // Tokens are cached with their organization, so a change of plan empties the cache.
  const changed = () => {
    tokens.forget();
  };
  const organizations = organizationsIn(sql, now, { created, changed });
  const tokens = tokensIn(sql, organizations, now);
  const note = (key: string, value: string) => sql.transaction((rows) => writeNote(rows, key, value));
  return {
    organizations,
    tokens,
    writeKeys: writeKeysIn(sql, organizations, now),
    insights: insightsIn(sql, organizations),
    journal: journalIn(sql, now),
    /** The address of the Druid that has the events, if the store was ever served so; else null. */
    clusterAddress: () => readNote(sql, 'druid'),
    /** Notes that a Druid has the events, so that no command puts events into the file by mistake. */
    noteCluster: (address: string) => note('druid', address),
    /** When events were last deleted because of their age, in epoch milliseconds; null if they never were. */
    lastExpiry: async () => {
      const expired = await readNote(sql, 'expired');
      return expired === null ? null : Number(expired);
    },
    noteExpiry: (nowMs: number) => note('expired', String(nowMs)),
  };
}

async function createEventsTable(rows: Rows, organization: number): Promise<void> {
  const columns = CORE_COLUMNS.map(([name, type]) => `"${name}" ${type}`);
  await rows(`CREATE TABLE ${eventsTableName(organization)} (${columns.join(', ')})`);
}

/** Opens and closes a copy, which moves what is left in its log into the file. */
async function checkCopy(copy: string): Promise<void> {
  const database = await openDatabase(copy, { create: false, memoryLimit: COPY_MEMORY });
  await database.rows('CHECKPOINT');
  await closeErased(database);
}

const COPY_MEMORY = '256MB';
