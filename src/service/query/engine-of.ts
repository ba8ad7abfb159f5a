// The engine of a store in a file.
import type { Store } from '../store/store.ts';
import { createDuckdbEngine } from './engines/duckdb/engine.ts';
import type { Engine } from './engines/engine.ts';

/** The embedded engine, over the store's own events. */
export function engineOf(store: Store, concurrency?: number): Engine {
  return createDuckdbEngine(store, ({ id }) => store.events.table(id), concurrency);
}
