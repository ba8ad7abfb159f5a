// Opens the store for a service, and warns of events that the service won't find: in Druid, or in the file.
import { plural } from '../text/plural.ts';
import type { OpenState } from './backend.ts';
import { StateAwayError, StoreError } from './errors.ts';
import { isHeldElsewhere } from './duckdb-messages.ts';
import { remoteOperations } from './ipc/client.ts';
import { retryUntilFree } from './ipc/open.ts';
import { socketPath } from './ipc/socket-path.ts';
import { describeAccess, locateStore } from './store/files/paths.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

/** The store's file, and what opens its state (tokens, insights, …) if that is not in the file. */
interface Place {
  readonly dbPath: string | null;
  readonly openState?: OpenState | undefined;
}

/** After any event. */
const LAST_MS = Date.UTC(2200);

/**
 * Opens a store in order to serve it. `address` is that of the cluster that has its events; null: the file
 * has them. Waits for a command that uses the file; throws `StoreError` if it is served already.
 */
export async function openServed(
  { dbPath, openState }: Place,
  address: string | null,
  options: StoreOptions,
  warn: (message: string) => void,
): Promise<Store> {
  const open = (file: string) => openState?.(file, options, warn) ?? openStore(file, options);
  const hasStateOnly = dbPath === null && openState !== undefined;
  const store = await (hasStateOnly
    ? openState(null, options, warn)
    : openUnserved(dbPath ?? ':memory:', open));
  try {
    const warning = dbPath === null ? null : await describeAccess(dbPath);
    if (warning !== null) warn(warning);
    await noteCluster(store, address, warn).catch(unlessAway);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Ignores that PostgreSQL is away: `/health` reports it, and it may be back any moment. */
function unlessAway(error: unknown): void {
  if (!(error instanceof StateAwayError)) throw error;
}

function openUnserved(file: string, open: (file: string) => Promise<Store>): Promise<Store> {
  return retryUntilFree(async () => {
    try {
      return await open(file);
    } catch (error) {
      const isServed =
        isHeldElsewhere(error) &&
        (await remoteOperations(socketPath(await locateStore(file, false)))) !== null;
      throw isServed
        ? new StoreError(
            `${file} is already being served by another process. Other commands work on it meanwhile.`,
          )
        : error;
    }
  });
}

/** Notes where the events are, and warns if some of them are elsewhere. */
async function noteCluster(
  store: Store,
  address: string | null,
  warn: (message: string) => void,
): Promise<void> {
  if (address !== null) {
    await store.noteCluster(address);
    const eventsInFile = store.shared === null ? await countEvents(store) : 0;
    if (eventsInFile === 0) return;
    warn(
      `The file has ${eventsInFile} ${plural('event', eventsInFile)} of its own, which no query counts while Druid answers. Serve it without --druid to \`export\` them, and \`import\` that file here; or delete them from a copy before it is served on Druid.`,
    );
    return;
  }
  const earlier = await store.clusterAddress();
  if (earlier === null) return;
  warn(
    `The events of this file were in Druid at ${earlier} and are not in the file. To answer from there, add --druid.`,
  );
}

async function countEvents({ organizations, events }: Store): Promise<number> {
  let count = 0;
  for (const { id } of await organizations.list()) {
    count += await events.count(id, { kind: 'before', beforeMs: LAST_MS });
  }
  return count;
}
