// What a store still has to know of events that a cluster keeps: their ids, to recognize those that are sent
// again, and their payload keys, which are limited. Types only.
import type { AdmittedPost, EventPost } from './post.ts';

/** It is in the store's file (`store/events.ts`) or in PostgreSQL (`src/cluster/state/ledger.ts`). */
export interface Ledger {
  /** Notes the new payload keys of posts. Returns the posts without the keys that are too many. */
  declareKeys(organization: number, posts: readonly EventPost[]): Promise<readonly AdmittedPost[]>;
  /**
   * Calls `keep` with the events that were not taken before, then remembers their ids. Returns for each post
   * how many of its events were left out.
   */
  takeOnce(organization: number, posts: readonly EventPost[], keep: KeepEvents): Promise<readonly number[]>;
  /** Removes a payload key, so that another one can come. Throws `StoreError` if there is no such key. */
  dropKey(organization: number, key: string): Promise<void>;
}

/** Puts events where they are kept, such as into Kafka. */
export type KeepEvents = (events: EventPost) => Promise<void>;
