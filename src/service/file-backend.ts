import type { Backend } from './backend.ts';
import { CONCURRENCY } from './http/run-limits.ts';
import { storeAppenders } from './ingest/appender.ts';
import { engineOf } from './query/engine-of.ts';
import { startRollups } from './rollups.ts';

/** The events are in the store's own file, and the embedded engine queries them. */
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
