import { type Json } from '../tql/json.ts';
import { answerQuery, explainQuery } from './answer.ts';
import { type Ask, type Explain } from './ask.ts';
import { createDuckdbEngine } from './engines/duckdb/duckdb-engine.ts';
import { type Organization } from './store/organizations.ts';
import { type Store } from './store/store.ts';

/** What answers and explains queries over a store's events: the embedded engine, each organization over its own table. */
export function engineOf(store: Store): { readonly ask: Ask; readonly explain: Explain; close(): Promise<void> } {
  const engine = createDuckdbEngine(store);
  const asked = async ({ id, namespace }: Organization, nowMs: number) => {
    return { table: await store.events.table(id), namespace, nowMs, engine };
  };
  return {
    close: () => engine.close(),
    ask: async (query, organization, nowMs, signal) =>
      answerQuery(query, { ...(await asked(organization, nowMs)), signal }),
    explain: async (query, organization, nowMs) => {
      const { compiled, ...explanation } = await explainQuery(query, await asked(organization, nowMs));
      // A compiled query is what would be sent to an engine over the wire: JSON by construction.
      return { compiled: JSON.parse(JSON.stringify(compiled)) as Json, ...explanation };
    },
  };
}
