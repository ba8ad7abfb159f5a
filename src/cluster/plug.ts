// Makes what commands plug into the service for `--druid` and `--kafka` (a backend) and for `--state`. The
// service itself imports nothing of `src/cluster`.
import { tmpdir } from 'node:os';
import type { Backend, OpenState } from '../service/backend.ts';
import { storeAppenders } from '../service/ingest/appender.ts';
import { checkPlan } from '../service/query/engines/duckdb/engine.ts';
import { exportFolder } from '../service/store/files/paths.ts';
import type { Store } from '../service/store/store.ts';
import { clusterArchive } from './archive/archive.ts';
import { startUpkeep } from './archive/upkeep.ts';
import { type Census, takeCensus } from './census/census.ts';
import { checkServers } from './check-servers.ts';
import { connectDruid, type Druid, untilAborted } from './druid.ts';
import { createDruidEngine } from './engine/engine.ts';
import { openFeed } from './feed.ts';
import { clusterHealth } from './health.ts';
import { kafkaAppenders } from './kafka/appender.ts';
import { clusterLoad } from './load.ts';
import type { ClusterOptions } from './options.ts';
import { importsIn } from './state/imports.ts';
import { openSharedStore } from './state/open.ts';
import type { StateOptions } from './state/options.ts';

/**
 * How many queries are sent to Druid at the same time: fewer than the connections that a broker takes by
 * default.
 */
const CONCURRENCY = 20;

/** Plugs a PostgreSQL into a service or a command: `--state`. */
export function stateInPostgres(state: StateOptions): OpenState {
  return (file, options, warn) => openSharedStore(file, { ...options, state, warn });
}

/** Plugs Druid and Kafka into a service or a command: `--druid` and `--kafka`. */
export function clusterBackend(cluster: ClusterOptions): Backend {
  const druid = connectDruid(cluster);
  return {
    address: druid.broker.address,
    concurrency: CONCURRENCY,
    attach: (store) => attach(store, druid, druid),
    serve: (store, { takesPosts, hasKeep, namespaces, signal, warn }) => {
      // Druid finishes what an import or a deletion has begun. If it is sent again, it finds that.
      const endingDruid = untilAborted(druid, signal);
      const attached = attach(store, druid, endingDruid);
      const { census } = attached;
      // The service starts meanwhile: the servers may start at the same time.
      void checkServers(druid, takesPosts, signal).then((sentences) => {
        sentences.forEach(warn);
      });
      const feed = openFeed(cluster, druid, census, warn);
      return {
        ...attached,
        openAppender:
          feed === null ? storeAppenders(store) : kafkaAppenders(store, feed.topics, feed.supervisors),
        expectPosts: (namespace) => feed?.supervisors.add(namespace),
        health: clusterHealth({ druid, census, feed, namespaces }),
        measured: clusterLoad(druid, feed),
        startUpkeep: (alone) => startUpkeep({ druid: endingDruid, namespaces, hasKeep, warn, alone }),
        close: async () => {
          await feed?.close();
          await attached.close();
        },
      };
    },
  };
}

/**
 * The events of a store in Druid. Imports, exports and deletions go to `archiving`, so that they can be
 * ended.
 */
function attach(store: Store, druid: Druid, archiving: Druid) {
  const { events, organizations, path, journal, shared } = store;
  const imports = shared === null ? null : importsIn(shared);
  const census: Census = takeCensus(druid, imports?.isUnderWay);
  const engine = createDruidEngine(druid.broker, checkPlan, census);
  const archive = clusterArchive({
    druid: archiving,
    census,
    organizations,
    folder: path === null ? tmpdir() : exportFolder(path),
    journal,
    ...(imports !== null && { inTurn: imports.inTurn }),
    exportTable: (table, target) => events.exportTable(table, target),
  });
  const close = async () => {
    await engine.close();
    census.close();
    await druid.close();
  };
  return { engine, archive, census, close };
}
