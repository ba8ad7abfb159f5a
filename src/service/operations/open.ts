import { importCopy } from '../store/import-copy.ts';
import { tryPatiently } from '../patience.ts';
import { remoteOperations } from '../socket/client.ts';
import { socketPath } from '../socket/path.ts';
import { StoreError } from '../store/error.ts';
import { locate } from '../store/locate.ts';
import { type StoreOperations } from './operations.ts';

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
  const path = await locate(file, options.create);
  return tryPatiently(
    async (isLast) => (await remoteOperations(socketPath(path))) ?? openLocally(file, options, isLast),
  );
}

/** A command's share of the memory: an import beyond it goes through the disk. */
const MEMORY_LIMIT = '1GB';

/** Null where another process holds the file and it may be tried again. */
async function openLocally(
  file: string,
  { create, readable = [] }: OpenOptions,
  isLast: boolean,
): Promise<StoreOperations | null> {
  // The engine's library is loaded only by a command that opens the file itself.
  const [{ openStore }, { isHeldElsewhere }, { localOperations }, { engineOf }] = await Promise.all([
    import('../store/store.ts'),
    import('../store/database.ts'),
    import('./local.ts'),
    import('../engine-of.ts'),
  ]);
  try {
    // To read a file given, the engine may need a copy of a part of it.
    const opened = readable.length === 0 ? [] : [...readable, importCopy(await locate(file, create))];
    const store = await openStore(file, { create, memoryLimit: MEMORY_LIMIT, readable: opened });
    const { ask, explain } = engineOf(store);
    return localOperations(store, ask, explain, Date.now);
  } catch (error) {
    if (!isLast && isHeldElsewhere(error)) return null;
    throw error;
  }
}
