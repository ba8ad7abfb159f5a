import { createDuckdbEngine } from '../../../../../src/service/query/engines/duckdb/engine.ts';
import { type Engine, type EventTable } from '../../../../../src/service/query/engines/engine.ts';
import { importEventObjects } from '../../../../../src/service/import/event-objects.ts';
import { openStore } from '../../../../../src/service/store/store.ts';

/** An engine, and a way to store events, given as lines of NDJSON have them, for it. */
export interface EngineUnderTest {
  readonly engine: Engine;
  load(namespace: string, events: readonly unknown[]): Promise<EventTable>;
  close(): void;
}

/** All engines. Each must pass all cases except those with something that it does not support. */
export const ENGINES: ReadonlyMap<string, () => Promise<EngineUnderTest>> = new Map([['duckdb', duckdb]]);

async function duckdb(): Promise<EngineUnderTest> {
  const store = await openStore(':memory:', { create: true });
  return {
    engine: createDuckdbEngine(store),
    load: async (namespace, events) => {
      const { id } = await store.organizations.create(namespace, 'paid');
      await importEventObjects(store, namespace, events);
      return store.events.table(id);
    },
    close: () => {
      store.close();
    },
  };
}
