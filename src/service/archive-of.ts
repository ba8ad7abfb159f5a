import { tmpdir } from 'node:os';
import { clusterArchive } from './cluster/archive/archive.ts';
import type { Druid } from './cluster/druid.ts';
import type { EventArchive } from './events/event-store.ts';
import { exportFolder } from './store/paths.ts';
import type { Store } from './store/store.ts';

/** Where organizations' events are kept: on the cluster if there is one, else in the store's own file. */
export function archiveOf({ events, organizations, path }: Store, druid: Druid | null): EventArchive {
  if (druid === null) return events;
  const folder = path === null ? tmpdir() : exportFolder(path);
  return clusterArchive({ druid, organizations, folder, journal: events, exportTable: events.exportTable });
}
