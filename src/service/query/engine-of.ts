import type { Store } from '../store/store.ts';
import { createDuckdbEngine } from './engines/duckdb/engine.ts';
import type { Engine } from './engines/engine.ts';

/** The engine that answers queries over a store: the embedded one, over the store's own events. */
export function engineOf(store: Store): Engine {
  return createDuckdbEngine(store, ({ id }) => store.events.table(id));
}
