// Opens a store whose organizations, tokens and insights are in PostgreSQL, so that several processes can
// serve them (`--state`).
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  openStore,
  type SharedSql,
  type SharedState,
  type Store,
  type StoreOptions,
} from '../../service/store/store.ts';
import { sharedLedger } from './ledger.ts';
import type { StateOptions } from './options.ts';
import { openPostgres } from './postgres.ts';
import { takeOver } from './take-over.ts';

/** How a store with its state in PostgreSQL is opened. */
interface SharedStoreOptions extends StoreOptions {
  readonly state: StateOptions;
  readonly warn?: ((message: string) => void) | undefined;
}

/**
 * Opens the store. The engine works in a database file, whose own state is copied into a PostgreSQL that has
 * none. Without a file (null), it works in a temporary one.
 */
export async function openSharedStore(file: string | null, opening: SharedStoreOptions): Promise<Store> {
  const { state, warn, ...options } = opening;
  const { now = Date.now } = options;
  const sharedOf = (sql: SharedSql): SharedState => ({ sql, ledger: sharedLedger(sql, now) });
  if (file !== null) {
    // PostgreSQL calls back in the transaction of the first use, which comes after the store is open.
    let take: ReturnType<typeof takeOver> | null = null;
    const shared = sharedOf(await openPostgres(state, warn, async (rows) => take?.(rows)));
    const store = await openStore(file, { ...options, shared });
    take = takeOver(store);
    return store;
  }
  const folder = await mkdtemp(
    join(options.temporaryFolder ?? tmpdir(), `insight-report-state-${process.pid}-`),
  );
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const shared = sharedOf(await openPostgres(state, warn));
    const store = await openStore(join(folder, 'work.duckdb'), { ...options, create: true, shared });
    return {
      ...store,
      close: () => {
        store.close();
        remove();
      },
      end: async () => {
        await store.end();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
