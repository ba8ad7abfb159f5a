// Opens a store for a command, whether another process serves its file or not.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugins } from '../backend.ts';
import { StoreError } from '../errors.ts';
import { isHeldElsewhere } from '../duckdb-messages.ts';
import { locateStore } from '../store/files/paths.ts';
import type { Store } from '../store/store.ts';
import { remoteOperations } from './client.ts';
import type { StoreOperations } from './operations.ts';
import { socketPath } from './socket-path.ts';

/** How a store is opened. A process that serves the file knows what is plugged in. */
export interface OpenOptions extends Plugins {
  /** Whether a file that does not exist is created (default: it is not). */
  readonly create?: boolean;
}

/**
 * For commands such as `org list --db usage.duckdb`: the operations on a store's file. They go through the
 * socket if a process serves the file; otherwise this process opens it, because only one process can have a
 * DuckDB file open. Without a file (`--state` alone) this process opens the state.
 */
export async function openOperations(file: string | null, options: OpenOptions): Promise<StoreOperations> {
  if (file === null) return openLocalOperations(file, options);
  if (file === ':memory:')
    throw new StoreError('`--db :memory:` would be gone when the command ends; name a file.');
  const path = await locateStore(file, options.create ?? false);
  return retryUntilFree(
    async () => (await remoteOperations(socketPath(path))) ?? openLocalOperations(file, options),
  );
}

/** A command's memory limit. A larger import spills to the disk. */
const MEMORY_LIMIT = '1GB';

async function openLocalOperations(
  file: string | null,
  { create = false, backend, openState }: OpenOptions,
): Promise<StoreOperations> {
  // Only a command that opens the file itself loads the engine's library.
  const [{ openStore }, { localOperations }, { createQueryRunner }, { fileBackend }] = await Promise.all([
    import('../store/store.ts'),
    import('./local.ts'),
    import('../query/answer.ts'),
    import('../file-backend.ts'),
  ]);
  const opening = { create, memoryLimit: MEMORY_LIMIT };
  const store = await (openState?.(file, opening) ?? openStore(file ?? '', opening));
  const events = (backend ?? fileBackend).attach(store);
  const runner = createQueryRunner(events.engine);
  const operations = localOperations(store, events.archive, runner, Date.now, async () => {
    if (backend === undefined) await checkEvents(store);
  });
  return {
    ...operations,
    close: async () => {
      await events.close();
      await operations.close();
    },
  };
}

/**
 * Throws `StoreError` if a Druid has the events of a store: a command without it would put events where no
 * query finds them, or find none.
 */
async function checkEvents({ shared, clusterAddress }: Store): Promise<void> {
  if (shared !== null) throw new StoreError('Events of a PostgreSQL state are in Druid: add --druid URL.');
  const address = await clusterAddress();
  if (address === null) return;
  throw new StoreError(
    `The events of this file are in Druid at ${address}, and nothing serves it now. Start \`serve --druid ${address}\`; import, export and events delete also take --druid (and --druid-overlord, if that is a broker).`,
  );
}

const RETRY_FOR_MS = 3000;
const PAUSE_MS = 100;

/**
 * Opens a file, and tries again for three seconds while another process has it open: that process may be a
 * command that ends soon, or be about to serve the file.
 */
export async function retryUntilFree<T>(open: () => Promise<T>): Promise<T> {
  const deadlineMs = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isHeldElsewhere(error) || Date.now() >= deadlineMs) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
