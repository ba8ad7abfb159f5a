// Prepares a service for the posts of the namespaces that `serve --ingest` names.
import { setTimeout as sleep } from 'node:timers/promises';
import { didYouMean } from '../../text/nearest.ts';
import type { ServedEvents } from '../backend.ts';
import { StateAwayError } from '../errors.ts';
import type { Store } from '../store/store.ts';

/**
 * Prepares the backend for posts of the namespaces that `--ingest` names, and warns of those that have no
 * organization: one may be created while the service runs, but the name may also be misspelt. Tries again in
 * the background while PostgreSQL is away.
 */
export async function expectPosts(
  store: Store,
  events: ServedEvents,
  namespaces: readonly string[],
  { signal, warn }: { readonly signal: AbortSignal; readonly warn: (message: string) => void },
): Promise<void> {
  try {
    const existing = await listNamespaces(store);
    for (const namespace of namespaces) {
      if (existing.includes(namespace)) events.expectPosts(namespace);
      else
        warn(
          `There is no organization ${namespace} yet; its events are answered with 404 until \`org create\` creates it${didYouMean(namespace, existing)}`,
        );
    }
  } catch (error) {
    if (!(error instanceof StateAwayError)) throw error;
    void sleep(RETRY_MS, undefined, { signal, ref: false })
      .then(() => expectPosts(store, events, namespaces, { signal, warn }))
      .catch(() => undefined);
  }
}

const RETRY_MS = 2000;

export async function listNamespaces({ organizations }: Store): Promise<readonly string[]> {
  return (await organizations.list()).map(({ namespace }) => namespace);
}
