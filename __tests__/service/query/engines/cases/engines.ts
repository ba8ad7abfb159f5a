import type { Engine, EventOwner } from '../../../../../src/service/query/engines/engine.ts';
import { createDruidEngine } from '../../../../../src/cluster/engine/engine.ts';
import { checkPlan } from '../../../../../src/service/query/engines/duckdb/engine.ts';
import { engineOf } from '../../../../../src/service/file-backend.ts';
import { importEventObjects } from '../../../../../src/service/import/import.ts';
import { openStore } from '../../../../../src/service/store/store.ts';
import { type ClusterAddresses, uniqueName } from '../../../../support/cluster/cluster.ts';
import { druidOf, loadEvents } from '../../../../support/cluster/load.ts';

/** An engine, and a way to store events, given as lines of NDJSON have them, for it. */
export interface EngineUnderTest {
  readonly engine: Engine;
  load(namespace: string, events: readonly unknown[]): Promise<EventOwner>;
  close(): Promise<void>;
}

/** The embedded engine. */
export async function startDuckdb(): Promise<EngineUnderTest> {
  const store = await openStore(':memory:', { create: true });
  return {
    engine: engineOf(store),
    load: async (namespace, events) => {
      const owner = await store.organizations.create(namespace, 'paid');
      await importEventObjects(store, namespace, events);
      return owner;
    },
    close: async () => {
      store.close();
    },
  };
}

/**
 * The engine of a cluster. The data sources have names that no other run uses, so answers are about those.
 */
export async function startDruid(cluster: ClusterAddresses): Promise<EngineUnderTest> {
  const druid = druidOf(cluster);
  const engine = createDruidEngine(druid.broker, checkPlan);
  const names = new Map<string, string>();
  const dataSource = ({ namespace, id }: EventOwner) => ({
    id,
    namespace: names.get(namespace) ?? namespace,
  });
  return {
    engine: {
      ...engine,
      run: (query, owner, signal) => engine.run(query, dataSource(owner), signal),
      explain: (query, owner) => engine.explain(query, dataSource(owner)),
    },
    load: async (namespace, events) => {
      const name = uniqueName(`cases-${namespace}`);
      names.set(namespace, name);
      await loadEvents(druid, name, events);
      return { id: names.size, namespace };
    },
    close: async () => {
      await engine.close();
      await druid.close();
    },
  };
}
