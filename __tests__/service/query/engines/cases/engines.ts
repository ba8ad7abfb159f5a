import { engineOf } from '../../../../../src/service/query/engine-of.ts';
import { type Engine, type EventOwner } from '../../../../../src/service/query/engines/engine.ts';
import { importEventObjects } from '../../../../../src/service/import/event-objects.ts';
import { openStore } from '../../../../../src/service/store/store.ts';

/** An engine, and a way to store events, given as lines of NDJSON have them, for it. */
export interface EngineUnderTest {
  readonly engine: Engine;
  load(namespace: string, events: readonly unknown[]): Promise<EventOwner>;
  close(): void;
}

/** All engines. Each must pass all cases except those with something that it does not support. */
export const ENGINES: ReadonlyMap<string, () => Promise<EngineUnderTest>> = new Map([['duckdb', duckdb]]);

async function duckdb(): Promise<EngineUnderTest> {
  const store = await openStore(':memory:', { create: true });
  return {
    engine: engineOf(store),
    load: async (namespace, events) => {
      const owner = await store.organizations.create(namespace, 'paid');
      await importEventObjects(store, namespace, events);
      return owner;
    },
    close: () => {
      store.close();
    },
  };
}
