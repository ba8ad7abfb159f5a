import { setTimeout as sleep } from 'node:timers/promises';
import type { Plugged } from '../backend.ts';
import { StoreError } from '../errors.ts';
import { locateStore } from '../store/paths.ts';
import type { Store } from '../store/store.ts';
import { remoteOperations } from './client.ts';
import type { StoreOperations } from './operations.ts';
import { socketPath } from './socket-path.ts';

/** How a store is opened. A process that serves the file knows what is plugged in. */
export interface OpenOptions extends Plugged {
  /** Whether a file that does not exist is created (default: it is not). */
  readonly create?: boolean;
}

/**
 * For commands such as `org list --db usage.duckdb`: the operations on a store's file. They go through the
 * socket if a process serves the file, else this process opens it. If another
 * process has it open and does not serve it, waits a few seconds: it may be about to serve, or be a command
 * that ends soon.
 */
export async function openOperations(file: string | null, options: OpenOptions): Promise<StoreOperations> {
  if (file === null) return retryUntilFree(() => openLocalOperations(file, options, true));
  if (file === ':memory:')
    throw new StoreError('`--db :memory:` would be gone when the command ends; name a file.');
  const path = await locateStore(file, options.create ?? false);
  return retryUntilFree(
    async (isLast) =>
      (await remoteOperations(socketPath(path))) ?? openLocalOperations(file, options, isLast),
  );
}

/** A command's memory limit. A larger import spills to the disk. */
const MEMORY_LIMIT = '1GB';

/** Null if another process has the file open and there is time to try again. */
async function openLocalOperations(
  file: string | null,
  { create = false, backend, openState }: OpenOptions,
  isLast: boolean,
): Promise<StoreOperations | null> {
  // Only a command that opens the file itself loads the engine's library.
  const [{ openStore }, { isHeldElsewhere }, { localOperations }, { createQueryRunner }, { fileBackend }] =
    await Promise.all([
      import('../store/store.ts'),
      import('../store/database.ts'),
      import('./local.ts'),
      import('../query/answer.ts'),
      import('../file-backend.ts'),
    ]);
  try {
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
  } catch (error) {
    if (!isLast && isHeldElsewhere(error)) return null;
    throw error;
  }
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
 * Tries for a few seconds until the result is not null: a file that another process has open may soon be
 * free, or served. At the last attempt, for which `isLast` is true, the result must not be null.
 */
export async function retryUntilFree<T>(attempt: (isLast: boolean) => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const isLast = Date.now() >= deadline;
    const result = await attempt(isLast);
    if (result !== null) return result;
    if (isLast) throw new TypeError('the last attempt gave null');
    await sleep(PAUSE_MS);
  }
}
