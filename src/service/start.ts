// Puts the query service together and starts it: store, engine, ingest, HTTP, socket, background jobs.
import { createApp } from './app.ts';
import { noteUses, startJobs } from './jobs/background-jobs.ts';
import { StoreError } from './errors.ts';
import { fileBackend } from './file-backend.ts';
import { listen } from './http/listen.ts';
import { readiness, serviceHealth } from './health.ts';
import { createMetrics } from './http/metrics.ts';
import { readAddress } from './http/client-address.ts';
import type { RequestEntry } from './http/request-log.ts';
import { limitsFor } from './http/run-limits.ts';
import { ANSWER_LIMITS } from './http/send-result.ts';
import { importEventObjects } from './import/import.ts';
import { createIngest, INGEST_LIMITS } from './ingest/accept-events.ts';
import { localOperations } from './ipc/local.ts';
import type { StoreOperations } from './ipc/operations.ts';
import { serveSocket } from './ipc/server.ts';
import { socketPath } from './ipc/socket-path.ts';
import { guardIngest } from './ingest/guard.ts';
import { expectPosts, listNamespaces } from './ingest/expect-posts.ts';
import { createQueryRunner } from './query/answer.ts';
import { serviceNumbers } from './service-numbers.ts';
import { halfOfMemory } from './process.ts';
import type { ServeOptions, StartOptions } from './start-options.ts';
import type { Store } from './store/store.ts';
import { openServed } from './open-served.ts';

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

/**
 * Starts the query service, for `serve`, `demo` and tests: opens the store, serves it over HTTP, and to other
 * commands over a socket, and begins the jobs in the background. Throws `StoreError` if the file or the
 * address cannot be used.
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { nowMs, memoryLimit = halfOfMemory(), threads = null, temporaryFolder = null } = options;
  const { backend = fileBackend, warn = () => undefined } = options;
  const now = nowMs === undefined ? Date.now : () => nowMs;
  const resources = { create: true, now, memoryLimit, threads, temporaryFolder };
  const store = await openServed(options, backend.address, resources, warn);
  try {
    return await serve(store, { ...options, backend, now, warn });
  } catch (error) {
    store.close();
    throw error;
  }
}

async function serve(store: Store, options: ServeOptions): Promise<RunningService> {
  const { host = '127.0.0.1', port = 0, ingest: namespaces = [], backend, now, warn } = options;
  const { limits = limitsFor(backend.concurrency) } = options;
  const closing = new AbortController();
  const takesPosts = namespaces.length > 0;

  // 1. The events: what stores and queries them.
  const events = backend.serve(store, {
    atOnce: limits.atOnce ?? backend.concurrency,
    now,
    takesPosts,
    hasKeep: options.keepMs !== undefined,
    namespaces: () => listNamespaces(store),
    signal: closing.signal,
    warn,
  });
  const engine = createQueryRunner(events.engine);
  const { ask = engine.ask } = options;
  await expectPosts(store, events, namespaces, { signal: closing.signal, warn });

  // 2. HTTP.
  const { ingestLimits = INGEST_LIMITS, answerLimits = ANSWER_LIMITS } = options;
  const ingest = createIngest(store, namespaces, now, ingestLimits, events.openAppender);
  const ready = readiness(options.health ?? serviceHealth(store, events.health), store.shared !== null);
  const metrics = createMetrics([...serviceNumbers(store), ...events.measured, ...(options.measured ?? [])]);
  const app = createApp({
    limits,
    answerLimits,
    log: options.log,
    guard: guardIngest(store.writeKeys, options.guard ?? {}),
    addressOf: readAddress(options.guard?.proxies ?? []),
    metrics,
    store,
    ask,
    explain: engine.explain,
    now,
    health: ready.ask,
    ingest: takesPosts ? ingest : null,
  });
  const logMalformed = (entry: RequestEntry) => {
    metrics.countRequest(entry);
    options.log?.(entry);
  };
  const listening = await listen(app, host, port, logMalformed, options.timeouts);

  // 3. The socket for other commands, and the jobs in the background.
  const operations = localOperations(store, events.archive, { ...engine, ask }, now);
  const socket = await openSocket(store, operations, warn);
  const jobs = startJobs(store, events, options);

  return {
    url: listening.url,
    store,
    importEvents: (namespace, objects) =>
      importEventObjects({ ...store, events: events.archive }, namespace, objects),
    close: async (graceMs = GRACE_MS) => {
      ready.end();
      await listening.drain(options.drainMs ?? 0);
      closing.abort();
      await Promise.all([listening.close(graceMs), socket?.close()]);
      await Promise.all([ingest.settled(), ...jobs.map((job) => job.stop())]);
      await noteUses(store);
      await events.close();
      await store.end();
    },
  };
}

/** How long a service that is closed waits for running requests, if its caller does not say. */
const GRACE_MS = 5000;

/**
 * Serves commands such as `org list` on a socket: DuckDB's lock keeps them from opening the file. Some file
 * systems have no sockets; the service then runs without one.
 */
async function openSocket(store: Store, operations: StoreOperations, warn: ServeOptions['warn']) {
  if (store.path === null) return null;
  try {
    return await serveSocket(socketPath(store.path), operations);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    warn(`${error.message} The other commands cannot reach this store while it is served.`);
    return null;
  }
}
