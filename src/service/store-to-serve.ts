import { tryPatiently } from './patience.ts';
import { remoteOperations } from './socket/client.ts';
import { socketPath } from './socket/path.ts';
import { isHeldElsewhere } from './store/database.ts';
import { StoreError } from './store/error.ts';
import { locate } from './store/locate.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

/** Opens a store for a process that will serve it. Waits for a command that has it; throws `StoreError` where it is served already. */
export function openToServe(file: string, options: StoreOptions): Promise<Store> {
  return tryPatiently(async (isLast) => {
    try {
      return await openStore(file, options);
    } catch (error) {
      if (!isHeldElsewhere(error)) throw error;
      const remote = await remoteOperations(socketPath(await locate(file, false)));
      if (remote !== null) throw new StoreError(`${file} is served already by another process.`);
      if (isLast) throw error;
      return null;
    }
  });
}
