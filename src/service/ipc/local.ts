// What commands can do with a store, in the process that has its file open: a command itself, or the service,
// which other commands call over a socket. So arguments and results must survive JSON.
import type { Ask, Explain } from '../query/ask.ts';
import { placeImport, type StagedImport, takeImport } from '../import/import.ts';
import type { EventArchive, EventSelection, ExportTarget } from '../events/event-store.ts';
import type { Store } from '../store/store.ts';

/** `check` throws if the store's events are in a cluster that the command does not name. */
export function localOperations(
  store: Store,
  events: EventArchive,
  { ask, explain }: { readonly ask: Ask; readonly explain: Explain },
  now: () => number,
  check: () => Promise<void> = () => Promise.resolve(),
) {
  const { organizations, tokens, writeKeys, insights } = store;
  const withEvents = async (namespace: string) => check().then(() => organizations.get(namespace));
  return {
    createOrganization: organizations.create,
    setPlan: organizations.setPlan,
    listOrganizations: organizations.list,
    /** Of a namespace, for a time in milliseconds (null: a year). The token is never shown again. */
    createToken: tokens.create,
    /** Of a namespace; null: of all. */
    listTokens: tokens.list,
    revokeToken: tokens.revoke,
    /** Of a namespace. The key is never shown again. */
    createWriteKey: writeKeys.create,
    listWriteKeys: writeKeys.list,
    revokeWriteKey: writeKeys.revoke,
    /** With `true` an insight takes the place of the one with its id or name. */
    addInsights: insights.add,
    listInsights: insights.list,
    removeInsights: insights.remove,
    /** With `true` nothing is changed. */
    syncInsights: insights.sync,
    /** Finds the import of a content by its SHA-256. */
    findImport: async (namespace: string, content: string) =>
      events.findImport((await withEvents(namespace)).id, content),
    /** Where events of a namespace are staged for `takeImport`. */
    placeImport: (namespace: string) => check().then(() => placeImport({ ...store, events }, namespace)),
    /** Takes events that this command's user has staged in that folder. */
    takeImport: (namespace: string, staged: StagedImport) =>
      check().then(() => takeImport({ ...store, events }, namespace, staged)),
    /** A namespace, a query, and the time at which it is sent (null: now). Returns the raw result. */
    query: async (
      namespace: string,
      query: unknown,
      nowMs: number | null,
      { signal }: { readonly signal: AbortSignal },
    ) => ask(query, await withEvents(namespace), nowMs ?? now(), signal),
    explain: async (namespace: string, query: unknown, nowMs: number | null) =>
      explain(query, await organizations.get(namespace), nowMs ?? now()),
    /**
     * Copies the store to an absolute path, over a file that is there if `true`. Returns the copy's length in
     * bytes.
     */
    backup: (file: string, overwrite: boolean) => store.backup({ file, overwrite }),
    /** Exports events to a Parquet file, named by an absolute path. */
    exportEvents: async (namespace: string, target: ExportTarget) =>
      events.exportTo((await withEvents(namespace)).id, target),
    countEvents: async (namespace: string, selection: EventSelection) =>
      events.count((await withEvents(namespace)).id, selection),
    /** Deletes events for good and returns their number. */
    deleteEvents: async (namespace: string, selection: EventSelection) =>
      events.remove((await withEvents(namespace)).id, selection),
    /** Removes a payload key of a namespace, with its values. */
    dropColumn: async (namespace: string, key: string) =>
      store.ledger.dropKey((await organizations.get(namespace)).id, key),
    close: () => store.end(),
  };
}
