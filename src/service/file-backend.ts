// The default place for events: the store's own file, which the embedded engine queries.
import type { Backend } from './backend.ts';
import { CONCURRENCY } from './http/run-limits.ts';
import { storeAppenders } from './ingest/appender.ts';
import { createDuckdbEngine } from './query/engines/duckdb/engine.ts';
import type { Engine } from './query/engines/engine.ts';
import { startRollups } from './jobs/rollups.ts';
import type { Store } from './store/store.ts';

export const fileBackend: Backend = {
  address: null,
  concurrency: CONCURRENCY,
  attach: (store) => {
    const engine = engineOf(store);
    return { engine, archive: store.events, close: () => engine.close() };
  },
  serve: (store, { atOnce, now, warn }) => {
    const engine = engineOf(store, atOnce);
    return {
      engine,
      archive: store.events,
      close: () => engine.close(),
      openAppender: storeAppenders(store),
      expectPosts: () => undefined,
      health: null,
      measured: [],
      startUpkeep: () => startRollups({ ...store, now, say: warn }),
    };
  },
};

/** The embedded engine, over the store's own events. */
export function engineOf(store: Store, concurrency?: number): Engine {
  return createDuckdbEngine(store, ({ id }) => store.events.table(id), concurrency);
}
