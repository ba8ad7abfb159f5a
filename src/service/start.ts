import { createApp } from './app.ts';
import { archiveOf, importsOf } from './archive-of.ts';
import { startUpkeep } from '../cluster/archive/upkeep.ts';
import { takeCensus } from '../cluster/census/census.ts';
import { checkServers } from '../cluster/check-servers.ts';
import { connectDruid, type Druid, untilAborted } from '../cluster/druid.ts';
import { clusterHealth } from '../cluster/health.ts';
import { clusterLoad } from '../cluster/load.ts';
import { type Feed, openFeed } from '../cluster/feed.ts';
import type { ClusterOptions } from '../cluster/options.ts';
import { StateAwayError, StoreError } from './errors.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConnectionTimeouts, listen } from './http/listen.ts';
import { type AskHealth, readiness, serviceHealth } from './health.ts';
import { createMetrics, type Measured } from './http/metrics.ts';
import type { RequestEntry, RequestLog } from './http/request-log.ts';
import { CLUSTER_CONCURRENCY, CONCURRENCY, limitsFor, type RunLimits } from './http/run-limits.ts';
import type { AnswerLimits } from './http/send-result.ts';
import { halfOfMemoryLimit } from './memory-limit.ts';
import { importEventObjects } from './import/event-objects.ts';
import { createIngest, INGEST_LIMITS, type IngestLimits } from './ingest/accept-events.ts';
import { storeAppenders } from './ingest/appender.ts';
import { kafkaAppenders } from '../cluster/kafka/appender.ts';
import { localOperations } from './ipc/local.ts';
import type { StoreOperations } from './ipc/operations.ts';
import { serveSocket } from './ipc/server.ts';
import { socketPath } from './ipc/socket-path.ts';
import { guardIngest, type GuardOptions } from './ingest/guard.ts';
import { startReadingIds } from './ingest/read-ids.ts';
import { didYouMean } from '../text/nearest.ts';
import { createQueryRunner } from './query/answer.ts';
import type { Ask } from './query/ask.ts';
import { engineOf } from './query/engine-of.ts';
import { measuredOf } from './measured.ts';
import type { EventArchive } from './events/event-store.ts';
import { startRetention } from './retention.ts';
import type { Alone } from './repeat.ts';
import { startRollups } from './rollups.ts';
import type { StateOptions } from '../cluster/state/options.ts';
import type { Store } from './store/store.ts';
import { openServed } from './open-served.ts';

/** How a service is started. Without `nowMs` it uses the machine's clock. */
export interface StartOptions {
  /** The database file, which is created if it does not exist, or `:memory:`. Null: none, with `state`. */
  readonly dbPath: string | null;
  /** The PostgreSQL that holds what the file would hold besides events. Default: the file does. */
  readonly state?: StateOptions | null;
  readonly host?: string;
  /** 0, the default, means any free port. */
  readonly port?: number;
  readonly nowMs?: number;
  /** The namespaces whose events are taken over HTTP. Default: none. */
  readonly ingest?: readonly string[];
  readonly ingestLimits?: IngestLimits;
  /** Who may post, and how often. Default: anybody, as often as `POSTS_PER_SECOND` says. */
  readonly guard?: Partial<GuardOptions>;
  /** The cluster that holds the events. Default: they are in the file. */
  readonly cluster?: ClusterOptions;
  readonly limits?: RunLimits;
  readonly answerLimits?: AnswerLimits;
  readonly timeouts?: ConnectionTimeouts;
  /** The engine's memory limit, as DuckDB writes it (`4GB`). Default: half of the memory. */
  readonly memoryLimit?: string;
  /** How many threads the engine uses. Default: one for each core. */
  readonly threads?: number;
  /** The spill directory, for what does not fit into memory. Default: beside the database. */
  readonly temporaryFolder?: string;
  /** How long events are kept; older ones are deleted at once and then daily. Default: for ever. */
  readonly keepMs?: number;
  /**
   * How long it goes on when it is closed, while `/health` says that it ends, so that a proxy sends requests
   * to others. Default: not at all.
   */
  readonly drainMs?: number;
  readonly log?: RequestLog;
  /** Is called with each warning: a fault that does not keep the service from running. */
  readonly warn?: (message: string) => void;
  /** Further numbers for `/metrics`. */
  readonly measured?: readonly Measured[];
  /** Answers instead of the engine, for tests. */
  readonly ask?: Ask;
  /** Says how the service is instead of checking it, for tests. */
  readonly health?: AskHealth;
}

/** A running service. */
export interface RunningService {
  readonly url: string;
  /** The store, for use in the same process. */
  readonly store: Store;
  /** Stores events: objects in the form of NDJSON lines. Returns their number. */
  importEvents(namespace: string, events: Iterable<unknown> | AsyncIterable<unknown>): Promise<number>;
  /** Waits up to `graceMs` for running requests to end, then closes the file. */
  close(graceMs?: number): Promise<void>;
}

const GRACE_MS = 5000;

/**
 * Opens the store and serves it over HTTP, and to commands over a socket. Throws `StoreError` if the file or
 * the address cannot be used.
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { nowMs, memoryLimit = halfOfMemoryLimit(), threads = null, temporaryFolder = null } = options;
  const now = nowMs === undefined ? Date.now : () => nowMs;
  const druid = options.cluster === undefined ? null : connectDruid(options.cluster);
  const resources = { create: true, now, memoryLimit, threads, temporaryFolder };
  const store = await openServed(options, druid, resources, options.warn ?? (() => undefined));
  try {
    return await serve(store, druid, options, now);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function serve(
  store: Store,
  druid: Druid | null,
  options: StartOptions,
  now: () => number,
): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0, ingest: namespaces = [], cluster, warn } = options;
  const { shared } = store;
  const census = druid && takeCensus(druid, shared === null ? undefined : importsOf(shared).isUnderWay);
  const { limits = limitsFor(druid === null ? CONCURRENCY : CLUSTER_CONCURRENCY) } = options;
  const engine = createQueryRunner(engineOf(store, druid, census, limits.atOnce));
  const closing = new AbortController();
  // Druid finishes what an import or a deletion has begun. If it is sent again, it finds that.
  const endingDruid = druid === null ? null : untilAborted(druid, closing.signal);
  const events = archiveOf(store, endingDruid, census);
  if (druid !== null) void warnOfServers(druid, namespaces.length > 0, closing.signal, warn);
  const { ask = engine.ask } = options;
  const feed = openFeed(cluster, druid, census, warn);
  await beginFeeding(store, feed, namespaces, { signal: closing.signal, warn });
  const open = feed === null ? storeAppenders(store) : kafkaAppenders(store, feed.topics, feed.supervisors);
  const ingest = createIngest(store, namespaces, now, options.ingestLimits ?? INGEST_LIMITS, open);
  const taken = namespaces.length === 0 ? null : ingest;
  const askCluster = druid && clusterHealth({ druid, census, feed, namespaces: () => listNamespaces(store) });
  const ready = readiness(options.health ?? serviceHealth(store, askCluster), shared !== null);
  const guard = guardIngest(store.writeKeys, options.guard ?? {});
  const measured = measuredOf(store, druid && clusterLoad(druid, feed));
  const metrics = createMetrics([...measured, ...(options.measured ?? [])]);
  const parts = {
    limits,
    guard,
    metrics,
    store,
    ask,
    explain: engine.explain,
    now,
    health: ready.ask,
    ingest: taken,
  };
  const logMalformed = (entry: RequestEntry) => {
    metrics.countRequest(entry);
    options.log?.(entry);
  };
  const app = createApp({ ...options, ...parts });
  const listening = await listen(app, host, port, logMalformed, options.timeouts);
  const socket = await openSocket(store, localOperations(store, events, { ...engine, ask }, now), warn);
  const jobs = startJobs({ store, events, druid: endingDruid, isTaking: taken !== null }, now, options);
  return {
    url: listening.url,
    store,
    importEvents: (namespace, objects) => importEventObjects({ ...store, events }, namespace, objects),
    close: async (graceMs = GRACE_MS) => {
      ready.end();
      await listening.drain(options.drainMs ?? 0);
      closing.abort();
      await Promise.all([listening.close(graceMs), socket?.close()]);
      await Promise.all([ingest.settled(), ...jobs.map((job) => job.stop())]);
      for (const part of [feed, engine, census, druid]) await part?.close();
      await store.end();
    },
  };
}

/** What is done in the background. */
interface Jobs {
  readonly store: Store;
  readonly events: EventArchive;
  /** The cluster, whose requests end with the service; null if the events are in the file. */
  readonly druid: Druid | null;
  readonly isTaking: boolean;
}

function startJobs({ store, events, druid, isTaking }: Jobs, now: () => number, options: StartOptions) {
  const { keepMs, nowMs, warn, warn: say = () => undefined } = options;
  const isClockFixed = nowMs !== undefined;
  /** Runs a pass in one of all processes on a state; it waits while PostgreSQL is away. */
  const alone =
    (name: string): Alone =>
    async (pass) => {
      if (store.shared === null) return pass();
      await store.shared.alone(name, pass).catch(() => null);
    };
  return [
    ...(isTaking ? [startReadingIds(store.events, say)] : []),
    ...(keepMs === undefined
      ? []
      : [startRetention({ ...store, events, keepMs, now, isClockFixed, say, alone: alone('retention') })]),
    druid === null
      ? startRollups({ ...store, now, say })
      : startUpkeep({
          druid,
          namespaces: () => listNamespaces(store),
          hasKeep: keepMs !== undefined,
          warn,
          alone: alone('upkeep'),
        }),
  ];
}

/**
 * Hands the events of namespaces to Druid if their organizations exist; while PostgreSQL is away, it waits. A
 * missing organization is not an error: it may be created while the service runs. But its name may also be
 * misspelt.
 */
async function beginFeeding(
  store: Store,
  feed: Feed | null,
  namespaces: readonly string[],
  { signal, warn }: { readonly signal: AbortSignal; readonly warn: StartOptions['warn'] | undefined },
): Promise<void> {
  try {
    const known = await listNamespaces(store);
    for (const namespace of namespaces) {
      if (known.includes(namespace)) feed?.supervisors.add(namespace);
      else
        warn?.(
          `There is no organization ${namespace} yet; its events are answered with 404 until \`org create\` creates it${didYouMean(namespace, known)}`,
        );
    }
  } catch (error) {
    if (!(error instanceof StateAwayError)) throw error;
    void sleep(AGAIN_MS, undefined, { signal, ref: false })
      .then(() => beginFeeding(store, feed, namespaces, { signal, warn }))
      .catch(() => undefined);
  }
}

const AGAIN_MS = 2000;

async function listNamespaces({ organizations }: Store): Promise<readonly string[]> {
  return (await organizations.list()).map(({ namespace }) => namespace);
}

/**
 * Warns of what is wrong with the cluster's servers. The service starts meanwhile: they may start at the same
 * time.
 */
async function warnOfServers(
  druid: Druid,
  isIngesting: boolean,
  signal: AbortSignal,
  warn: StartOptions['warn'],
): Promise<void> {
  for (const sentence of await checkServers(druid, isIngesting, signal)) warn?.(sentence);
}

/**
 * Some file systems have no sockets. The service then runs without one, and no other command can be used on
 * its file meanwhile.
 */
async function openSocket(store: Store, operations: StoreOperations, warn: StartOptions['warn']) {
  if (store.path === null) return null;
  try {
    return await serveSocket(socketPath(store.path), operations);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    warn?.(`${error.message} The other commands cannot reach this store while it is served.`);
    return null;
  }
}
