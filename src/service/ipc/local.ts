import type { Ask, Explain } from '../query/ask.ts';
import { importFiles } from '../import/files.ts';
import type { EventArchive } from '../events/event-store.ts';
import type { Store } from '../store/store.ts';
import type { StoreOperations } from './operations.ts';

/** The operations on a store that this process has open. */
export function localOperations(
  store: Store,
  events: EventArchive,
  { ask, explain }: { readonly ask: Ask; readonly explain: Explain },
  now: () => number,
): StoreOperations {
  const { organizations, tokens, writeKeys, insights } = store;
  const target = { organizations, events, withConnection: store.withConnection.bind(store) };
  return {
    createOrganization: (namespace, plan) => organizations.create(namespace, plan),
    setPlan: (namespace, plan) => organizations.setPlan(namespace, plan),
    listOrganizations: () => organizations.list(),
    createToken: (namespace, lifetimeMs) => tokens.create(namespace, lifetimeMs),
    listTokens: (namespace) => tokens.list(namespace),
    revokeToken: (id) => tokens.revoke(id),
    createWriteKey: (namespace) => writeKeys.create(namespace),
    listWriteKeys: (namespace) => writeKeys.list(namespace),
    revokeWriteKey: (id) => writeKeys.revoke(id),
    addInsights: (namespace, added, replace) => insights.add(namespace, added, replace),
    listInsights: (namespace) => insights.list(namespace),
    removeInsights: (namespace, ids) => insights.remove(namespace, ids),
    syncInsights: (namespace, wanted, isDry) => insights.sync(namespace, wanted, isDry),
    findImport: async (namespace, content) =>
      events.findImport((await organizations.get(namespace)).id, content),
    importFiles: (namespace, options, { parts, note }) =>
      importFiles(target, namespace, parts, options, note),
    query: async (namespace, query, nowMs, { signal }) =>
      ask(query, await organizations.get(namespace), nowMs ?? now(), signal),
    explain: async (namespace, query, nowMs, isMeasured, { signal }) =>
      explain(query, await organizations.get(namespace), nowMs ?? now(), isMeasured ? signal : null),
    secret: () => store.secret(),
    backup: (file, overwrite) => store.backup({ file, overwrite }),
    exportEvents: async (namespace, target) =>
      events.exportTo((await organizations.get(namespace)).id, target),
    countEvents: async (namespace, selection) =>
      events.count((await organizations.get(namespace)).id, selection),
    deleteEvents: async (namespace, selection) =>
      events.remove((await organizations.get(namespace)).id, selection),
    dropColumn: async (namespace, key) => store.ledger.dropKey((await organizations.get(namespace)).id, key),
    close: () => store.end(),
  };
}
