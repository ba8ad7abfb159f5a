import { tmpdir } from 'node:os';
import { clusterArchive } from './cluster/archive/archive.ts';
import type { Census } from './cluster/census/census.ts';
import type { Druid } from './cluster/druid.ts';
import { StoreError } from './errors.ts';
import type { EventArchive } from './events/event-store.ts';
import { exportFolder } from './store/paths.ts';
import type { Store } from './store/store.ts';

/**
 * Throws `StoreError` if a Druid has the events of a store and none is given: a command would put events
 * where no query finds them, or find none.
 */
export async function checkCluster(store: Store, druid: Druid | null): Promise<void> {
  if (druid === null && store.shared !== null)
    throw new StoreError('Events of a PostgreSQL state are in Druid: add --druid URL.');
  const address = druid === null ? await store.clusterAddress() : null;
  if (address === null) return;
  throw new StoreError(
    `The events of this file are in Druid at ${address}, and nothing serves it now. Start \`serve --druid ${address}\`; import, export and events delete also take --druid (and --druid-overlord, if that is a broker).`,
  );
}

/** Where organizations' events are kept: on the cluster if there is one, else in the store's own file. */
export function archiveOf(
  { events, organizations, path, journal }: Store,
  druid: Druid | null,
  census: Census | null = null,
): EventArchive {
  if (druid === null) return events;
  const folder = path === null ? tmpdir() : exportFolder(path);
  return clusterArchive({
    druid,
    census,
    organizations,
    folder,
    journal,
    exportTable: (...given) => events.exportTable(...given),
  });
}
