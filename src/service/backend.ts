// What the service needs of the place that keeps its events: `file-backend.ts` by default, or a cluster with
// `serve --druid`. `src/cluster` implements this interface, and this folder does not import it.
import type { EventArchive } from './events/event-store.ts';
import type { MeasuredNumber } from './http/metrics.ts';
import type { OpenAppender } from './ingest/appender.ts';
import type { Engine } from './query/engines/engine.ts';
import type { RunAlone, Job } from './jobs/repeat.ts';
import type { Store, StoreOptions } from './store/store.ts';

/** What `--druid` and `--state` plug in: another place for events, or for tokens and insights. */
export interface Plugins {
  /** What keeps and queries the events. Default: the file does. */
  readonly backend?: Backend;
  /** Opens a store whose state (tokens, insights, …) is not in the file. Default: it is. */
  readonly openState?: OpenState;
}

/** `file` is the engine's working file; null: one that is removed at the end. */
export type OpenState = (
  file: string | null,
  options: StoreOptions,
  warn?: (message: string) => void,
) => Promise<Store>;

/** What keeps and queries the events of a store: its file (`file-backend.ts`), or a cluster. */
export interface Backend {
  /** Where the events are, for messages; null: in the store's file. */
  readonly address: string | null;
  /** How many queries it takes at a time. */
  readonly concurrency: number;
  /** Makes a store's events usable for a command. */
  attach(store: Store): AttachedEvents;
  /** Makes them usable for a service, which also takes posts. */
  serve(store: Store, service: ServiceFacts): ServedEvents;
}

/** The events of an open store. */
interface AttachedEvents {
  readonly engine: Engine;
  readonly archive: EventArchive;
  close(): Promise<void>;
}

/** The events of a store that is served. */
export interface ServedEvents extends AttachedEvents {
  readonly openAppender: OpenAppender;
  /** Prepares for the posts of an organization. */
  expectPosts(namespace: string): void;
  /** Whether the events can be queried and stored; null: they can if the store's file can. */
  readonly health: (() => Promise<BackendHealth>) | null;
  readonly measured: readonly MeasuredNumber[];
  /** Begins the jobs in the background; `alone` runs a pass in only one of several processes. */
  startUpkeep(alone: RunAlone): Job;
}

/** What a backend needs from the service. */
interface ServiceFacts {
  /** How many queries run at a time. */
  readonly atOnce: number;
  readonly now: () => number;
  readonly takesPosts: boolean;
  /** Whether events are deleted at some age. */
  readonly hasKeep: boolean;
  readonly namespaces: () => Promise<readonly string[]>;
  /** Aborted when the service ends: nothing waits for servers any longer. */
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

export interface BackendHealth {
  /** `degraded`: queries are answered, but not all events are taken, stored, or counted. */
  readonly status: 'ok' | 'degraded' | 'cluster-away';
  readonly problems: readonly string[];
}
