import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterArchive } from '../cluster/archive/archive.ts';
import type { Census } from '../cluster/census/census.ts';
import type { Druid } from '../cluster/druid.ts';
import { StoreError } from './errors.ts';
import type { EventArchive } from './events/event-store.ts';
import { exportFolder } from './store/paths.ts';
import type { SharedSql, Store } from './store/store.ts';

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

const TRY_EVERY_MS = 500;

/** The imports of all processes on one state. */
export function importsOf({ alone, isUnderWay }: Pick<SharedSql, 'alone' | 'isUnderWay'>) {
  const nameOf = (namespace: string) => `import ${namespace}`;
  return {
    inTurn: async <T>(namespace: string, task: () => Promise<T>): Promise<T> => {
      for (;;) {
        const ended = await alone(nameOf(namespace), async () => ({ result: await task() }));
        if (ended !== null) return ended.result;
        await sleep(TRY_EVERY_MS);
      }
    },
    /** If that is not known, one may be. */
    isUnderWay: (namespace: string) => isUnderWay(nameOf(namespace)).catch(() => true),
  };
}

/** Where organizations' events are kept: on the cluster if there is one, else in the store's own file. */
export function archiveOf(
  { events, organizations, path, journal, shared }: Store,
  druid: Druid | null,
  census: Census | null,
): EventArchive {
  if (druid === null) return events;
  const folder = path === null ? tmpdir() : exportFolder(path);
  return clusterArchive({
    druid,
    census,
    organizations,
    folder,
    journal,
    ...(shared === null ? {} : { inTurn: importsOf(shared).inTurn }),
    exportTable: (...given) => events.exportTable(...given),
  });
}
