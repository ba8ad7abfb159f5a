import { randomBytes } from 'node:crypto';
import { backup, type BackupTarget } from './backup.ts';
import { keepLogShort } from './checkpoints.ts';
import { type Database, openDatabase, readNote, writeNote } from './database.ts';
import { closeErased } from './deletions.ts';
import { type Events, eventsOf } from './events.ts';
import { type Insights, insightsOf } from './insights.ts';
import { type Organizations, organizationsOf } from './organizations.ts';
import { createSerialQueue } from './transaction.ts';
import { type Tokens, tokensOf, type WriteKeys, writeKeysOf } from './secrets.ts';

/** A database file with organizations, tokens, insights and events. */
export interface Store extends Pick<
  Database,
  'path' | 'connect' | 'using' | 'isCurrent' | 'isAnswering' | 'withConnection' | 'settled'
> {
  readonly organizations: Organizations;
  readonly tokens: Tokens;
  readonly writeKeys: WriteKeys;
  readonly insights: Insights;
  readonly events: Events;
  /**
   * Copies the store into another file. Imports and deletions wait meanwhile; posts do not. Returns the
   * copy's length in bytes. Throws `StoreError`.
   */
  backup(target: BackupTarget): Promise<number>;
  /** The address of the Druid that has the events, if the file was ever served so; else null. */
  clusterAddress(): Promise<string | null>;
  /** Notes that a Druid has the events, so that no command puts events into the file by mistake. */
  noteCluster(address: string): Promise<void>;
  /** A secret that is the file's own and stays the same. */
  secret(): Promise<string>;
  /** When events were last deleted because of their age, in epoch milliseconds; null if they never were. */
  lastExpiry(): Promise<number | null>;
  noteExpiry(nowMs: number): Promise<void>;
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
}

/** Opens the store in a file, or in memory (`:memory:`). Throws `StoreError` if the file cannot be used. */
export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  const { create = false, memoryLimit = null, now = Date.now, ...resources } = options;
  const database = await openDatabase(file, { create, memoryLimit, ...resources });
  const queue = createSerialQueue();
  // What writes much at a time, to the file itself and not to its log. Its parts wait in the other queue,
  // too.
  const oneByOne = createSerialQueue();
  const alone = <T>(task: () => Promise<T>) => queue(() => database.quietly(task));
  const shortenLog = keepLogShort(database, alone);
  const inTurn = <T>(task: () => Promise<T>) => queue(task).finally(shortenLog);
  // Tokens are cached with their organization, so a change of plan empties the cache.
  const organizations = organizationsOf(database, now, () => {
    tokens.forget();
  });
  const tokens = tokensOf(database, organizations, now);
  const note = (key: string, value: string) =>
    database.transaction((connection) => writeNote(connection, key, value));
  return {
    ...database,
    organizations,
    tokens,
    writeKeys: writeKeysOf(database, organizations, now),
    insights: insightsOf(database, organizations),
    events: eventsOf(database, now, { inTurn, oneByOne }),
    backup: (target) => oneByOne(() => backup({ ...database, alone }, target, checkCopy)),
    clusterAddress: () => readNote(database, 'druid'),
    noteCluster: (address) => note('druid', address),
    secret: () => readSecret(database),
    lastExpiry: async () => {
      const expired = await readNote(database, 'expired');
      return expired === null ? null : Number(expired);
    },
    noteExpiry: (nowMs) => note('expired', String(nowMs)),
    end: () => closeErased(database),
  };
}

async function readSecret(database: Database): Promise<string> {
  const known = await readNote(database, 'secret');
  if (known !== null) return known;
  const made = randomBytes(32).toString('hex');
  await database.transaction(async (connection) => {
    const isNew = "NOT EXISTS (SELECT * FROM meta WHERE key = 'secret')";
    await connection.run(`INSERT INTO meta SELECT 'secret', $1 WHERE ${isNew}`, [made]);
  });
  return (await readNote(database, 'secret')) ?? made;
}

/** Opens and closes a copy, which moves what is left in its log into the file. */
async function checkCopy(copy: string): Promise<void> {
  const database = await openDatabase(copy, { create: false, memoryLimit: COPY_MEMORY });
  await database.rows('CHECKPOINT');
  await closeErased(database);
}

const COPY_MEMORY = '256MB';
