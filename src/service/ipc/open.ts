import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';
import { locateStore } from '../store/paths.ts';
import { remoteOperations } from './client.ts';
import type { StoreOperations } from './operations.ts';
import { socketPath } from './socket-path.ts';

/** Whether a file that is not there is made; and which files the engine may read besides it, where this process opens it. */
export interface OpenOptions {
  readonly create: boolean;
  readonly readable?: readonly string[];
}

/**
 * The operations on a file: through the socket where a process serves it, else by opening it. A process that holds it and
 * cannot be reached may be one that starts to serve or a command that ends soon: it is waited for, for some seconds.
 */
export async function openOperations(file: string, options: OpenOptions): Promise<StoreOperations> {
  if (file === ':memory:') throw new StoreError('`--db :memory:` would be gone when the command ends; name a file.');
  const path = await locateStore(file, options.create);
  return retryUntilFree(
    async (isLast) => (await remoteOperations(socketPath(path))) ?? openLocalOperations(file, options, isLast),
  );
}

/** A command's share of the memory: an import beyond it goes through the disk. */
const MEMORY_LIMIT = '1GB';

/** Null where another process holds the file and it may be tried again. */
async function openLocalOperations(
  file: string,
  { create, readable = [] }: OpenOptions,
  isLast: boolean,
): Promise<StoreOperations | null> {
  // The engine's library is loaded only by a command that opens the file itself.
  const [{ openStore }, { isHeldElsewhere }, { localOperations }, { createQueryRunner }] = await Promise.all([
    import('../store/store.ts'),
    import('../store/database.ts'),
    import('./local.ts'),
    import('../query/answer.ts'),
  ]);
  try {
    const store = await openStore(file, { create, memoryLimit: MEMORY_LIMIT, readable });
    const { ask, explain } = createQueryRunner(store);
    return localOperations(store, ask, explain, Date.now);
  } catch (error) {
    if (!isLast && isHeldElsewhere(error)) return null;
    throw error;
  }
}

const RETRY_FOR_MS = 3000;
const PAUSE_MS = 100;

/**
 * Tries until there is something, for some seconds: a file that another process holds may be free again soon, or served.
 * `isLast` says that null will not do any more.
 */
export async function retryUntilFree<T>(attempt: (isLast: boolean) => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + RETRY_FOR_MS;
  for (;;) {
    const isLast = Date.now() >= deadline;
    const result = await attempt(isLast);
    if (result !== null) return result;
    if (isLast) throw new TypeError('the last attempt gave nothing and did not say why');
    await sleep(PAUSE_MS);
  }
}
