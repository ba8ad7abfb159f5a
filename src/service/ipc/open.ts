import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterOptions } from '../../cluster/options.ts';
import type { StateOptions } from '../../cluster/state/options.ts';
import { StoreError } from '../errors.ts';
import { locateStore } from '../store/paths.ts';
import { remoteOperations } from './client.ts';
import type { StoreOperations } from './operations.ts';
import { socketPath } from './socket-path.ts';

/** How a store is opened: whether a file that does not exist is created (default: it is not). */
export interface OpenOptions {
  readonly create?: boolean;
  /** The cluster that has the events. A process that serves the file knows its own. */
  readonly cluster?: ClusterOptions | null;
  /** The PostgreSQL that holds the state in place of a file. */
  readonly state?: StateOptions | null;
}

/**
 * The operations on a store's file: through the socket if a process serves it, else by opening it. If another
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
  { create = false, cluster = null, state = null }: OpenOptions,
  isLast: boolean,
): Promise<StoreOperations | null> {
  // Only a command that opens the file itself loads the engine's library.
  const [
    { openStore },
    { isHeldElsewhere },
    { localOperations },
    { createQueryRunner },
    { engineOf },
    { archiveOf, checkCluster },
  ] = await Promise.all([
    import('../store/store.ts'),
    import('../store/database.ts'),
    import('./local.ts'),
    import('../query/answer.ts'),
    import('../query/engine-of.ts'),
    import('../archive-of.ts'),
  ]);
  try {
    const opening = { create, memoryLimit: MEMORY_LIMIT };
    const store =
      state === null
        ? await openStore(file ?? '', opening)
        : await (await import('../../cluster/state/open.ts')).openSharedStore(file, { ...opening, state });
    const druid = cluster === null ? null : (await import('../../cluster/druid.ts')).connectDruid(cluster);
    const census = druid === null ? null : (await import('../../cluster/census/census.ts')).takeCensus(druid);
    const operations = localOperations(
      store,
      archiveOf(store, druid, null),
      createQueryRunner(engineOf(store, druid, census)),
      Date.now,
      () => checkCluster(store, druid),
    );
    return {
      ...operations,
      close: async () => {
        census?.close();
        await druid?.close();
        await operations.close();
      },
    };
  } catch (error) {
    if (!isLast && isHeldElsewhere(error)) return null;
    throw error;
  }
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
