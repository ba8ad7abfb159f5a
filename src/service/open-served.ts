import { plural } from '../text/plural.ts';
import type { Druid } from '../cluster/druid.ts';
import { StateAwayError, StoreError } from './errors.ts';
import { remoteOperations } from './ipc/client.ts';
import { retryUntilFree } from './ipc/open.ts';
import { socketPath } from './ipc/socket-path.ts';
import { openSharedStore } from '../cluster/state/open.ts';
import type { StateOptions } from '../cluster/state/options.ts';
import { isHeldElsewhere } from './store/database.ts';
import { describeAccess, locateStore } from './store/paths.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

/** What a store is served from: its file, and the PostgreSQL that holds its state if the file does not. */
interface Place {
  readonly dbPath: string | null;
  readonly state?: StateOptions | null | undefined;
}

/** After any event. */
const LAST_MS = Date.UTC(2200);

/**
 * Opens a store in order to serve it, on a cluster or not (null). Waits for a command that uses the file;
 * throws `StoreError` if it is served already.
 */
export async function openServed(
  { dbPath, state = null }: Place,
  druid: Druid | null,
  options: StoreOptions,
  warn: (message: string) => void,
): Promise<Store> {
  const open = (file: string) =>
    state === null ? openStore(file, options) : openSharedStore(file, { ...options, state, warn });
  const store = await (dbPath === null && state !== null
    ? openSharedStore(null, { ...options, state, warn })
    : openUnserved(dbPath ?? ':memory:', open));
  try {
    const warning = dbPath === null ? null : await describeAccess(dbPath);
    if (warning !== null) warn(warning);
    await noteCluster(store, druid, warn).catch(unlessAway);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Goes on without a PostgreSQL that is away: it says so itself, and may be back any moment. */
function unlessAway(error: unknown): void {
  if (!(error instanceof StateAwayError)) throw error;
}

function openUnserved(file: string, open: (file: string) => Promise<Store>): Promise<Store> {
  return retryUntilFree(async (isLast) => {
    try {
      return await open(file);
    } catch (error) {
      if (!isHeldElsewhere(error)) throw error;
      const remote = await remoteOperations(socketPath(await locateStore(file, false)));
      if (remote !== null) throw new StoreError(`${file} is served already by another process.`);
      if (isLast) throw error;
      return null;
    }
  });
}

/** Notes where the events are, and warns if some of them are elsewhere. */
async function noteCluster(
  store: Store,
  druid: Druid | null,
  warn: (message: string) => void,
): Promise<void> {
  if (druid !== null) {
    await store.noteCluster(druid.broker.address);
    const own = store.shared === null ? await countEvents(store) : 0;
    if (own === 0) return;
    warn(
      `The file has ${own} ${plural('event', own)} of its own, which no query counts while Druid is asked. Serve it without --druid to \`export\` them, and \`import\` that file here; or delete them from a copy before it is served on Druid.`,
    );
    return;
  }
  const address = await store.clusterAddress();
  if (address === null) return;
  warn(
    `The events of this file were in Druid at ${address} and are not in the file. To answer from there, add --druid.`,
  );
}

async function countEvents({ organizations, events }: Store): Promise<number> {
  let count = 0;
  for (const { id } of await organizations.list()) {
    count += await events.count(id, { kind: 'before', beforeMs: LAST_MS });
  }
  return count;
}
