import { backup, type BackupTarget } from './backup.ts';
import { type Database, openDatabase, type Rows, sqlOf } from './database.ts';
import { closeErased } from './deletions.ts';
import { type Events, eventsOf } from './events.ts';
import { CORE_COLUMNS, eventsTableName } from '../events/columns.ts';
import { type Ledger, sharedLedger } from './ledger.ts';
import type { SharedSql } from './shared.ts';
import { type State, stateOf } from './state.ts';
import { createSerialQueue } from './transaction.ts';

/** A database file with events, and organizations, tokens and insights, which may be elsewhere. */
export interface Store
  extends
    State,
    Pick<
      Database,
      'path' | 'connect' | 'using' | 'isCurrent' | 'isAnswering' | 'withConnection' | 'settled'
    > {
  readonly events: Events;
  readonly ledger: Ledger;
  /** Where the state is if not in the file. */
  readonly shared: SharedSql | null;
  /**
   * Copies the store into another file. Imports and deletions wait meanwhile; posts do not. Returns the
   * copy's length in bytes. Throws `StoreError`.
   */
  backup(target: BackupTarget): Promise<number>;
  /** Closes the store at once. What was deleted may then still be in the file's free space. */
  close(): void;
  /**
   * Closes the store, and if events were deleted, rewrites its file without them. Throws `StoreError` if it
   * cannot be rewritten.
   */
  end(): Promise<void>;
}

/** How a store is opened. `now` is its clock in epoch milliseconds. */
export interface StoreOptions {
  readonly create?: boolean;
  readonly memoryLimit?: string | null;
  /** Files that the engine may read besides its own. */
  readonly readable?: readonly string[];
  readonly threads?: number | null;
  readonly temporaryFolder?: string | null;
  readonly now?: () => number;
  /** Where the state is. Default: in the file. */
  readonly shared?: SharedSql | null;
}

/** Opens the store in a file, or in memory (`:memory:`). Throws `StoreError` if the file cannot be used. */
export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  const { create = false, memoryLimit = null, now = Date.now, shared = null, ...resources } = options;
  const database = await openDatabase(file, { create, memoryLimit, ...resources });
  const inTurn = createSerialQueue();
  // What writes much at a time, to the file itself and not to its log. Its parts wait in the other queue,
  // too.
  const oneByOne = createSerialQueue();
  const alone = <T>(task: () => Promise<T>) => inTurn(() => database.quietly(task));
  const events = eventsOf(database, now, { inTurn, oneByOne });
  return {
    ...database,
    ...(shared === null
      ? stateOf(sqlOf(database), now, createEventsTable)
      : stateOf(shared, now, () => Promise.resolve())),
    events,
    ledger: shared === null ? events : sharedLedger(shared, now),
    shared,
    backup: (target) => oneByOne(() => backup({ ...database, alone }, target, checkCopy)),
    end: async () => {
      await shared?.close();
      await closeErased(database);
    },
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
