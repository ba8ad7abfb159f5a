import type { Census } from '../../cluster/census/census.ts';
import type { Druid } from '../../cluster/druid.ts';
import type { Store } from '../store/store.ts';
import { createDruidEngine } from '../../cluster/engine/engine.ts';
import { checkQuery, createDuckdbEngine } from './engines/duckdb/engine.ts';
import type { Engine } from './engines/engine.ts';

/**
 * The engine that answers queries: Druid if the events are on a cluster, else the embedded one, over the
 * store's own events. Both refuse the same queries, so Druid is not asked what the embedded engine would
 * refuse.
 */
export function engineOf(
  store: Store,
  druid: Druid | null = null,
  census: Census | null = null,
  concurrency?: number,
): Engine {
  if (druid !== null) return createDruidEngine(druid.broker, checkQuery, census);
  return createDuckdbEngine(store, ({ id }) => store.events.table(id), concurrency);
}
