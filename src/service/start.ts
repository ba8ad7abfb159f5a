import { totalmem } from 'node:os';
import { createApp } from './app.ts';
import { StoreError } from './errors.ts';
import { type ConnectionTimeouts, listen } from './http/listen.ts';
import type { RequestLog } from './http/request-log.ts';
import type { RunLimits } from './http/run-limits.ts';
import type { AnswerLimits } from './http/send-result.ts';
import { importEvents } from './import/objects.ts';
import { createIngest, INGEST_LIMITS, type IngestLimits } from './ingest/accept-events.ts';
import { remoteOperations } from './ipc/client.ts';
import { localOperations } from './ipc/local.ts';
import { retryUntilFree } from './ipc/open.ts';
import type { StoreOperations } from './ipc/operations.ts';
import { serveSocket, type SocketServer } from './ipc/server.ts';
import { socketPath } from './ipc/socket-path.ts';
import { createQueryRunner } from './query/answer.ts';
import type { Ask } from './query/ask.ts';
import { isHeldElsewhere } from './store/database.ts';
import { locateStore } from './store/paths.ts';
import { openStore, type Store, type StoreOptions } from './store/store.ts';

/** How a service is started. Without `nowMs` its clock is the machine's. */
export interface StartOptions {
  /** A file, made where it is not there, or `:memory:`. */
  readonly dbPath: string;
  readonly host?: string;
  /** 0, the default, is any free port. */
  readonly port?: number;
  readonly nowMs?: number;
  /** The namespaces whose events are taken over HTTP; none unless they are named. */
  readonly ingest?: readonly string[];
  readonly ingestLimits?: IngestLimits;
  readonly limits?: RunLimits;
  readonly answerLimits?: AnswerLimits;
  readonly patience?: ConnectionTimeouts;
  /** What the engine may hold, in DuckDB's own words, as `4GB`; half of the memory unless it is given. */
  readonly memoryLimit?: string;
  /** How many threads count; one for each core unless it is given. */
  readonly threads?: number;
  /** Where goes what memory does not hold; beside the file unless it is given. */
  readonly temporaryFolder?: string;
  readonly log?: RequestLog;
  /** Hears what does not keep the service from running. */
  readonly warn?: (message: string) => void;
  /** Answers in the engine's place, for tests. */
  readonly ask?: Ask;
}

/** A service under way. */
export interface RunningService {
  readonly url: string;
  /** Organizations, tokens, insights and events, to be used in the same process. */
  readonly store: Store;
  /** Takes events in the form of NDJSON lines, as objects; gives their number. */
  importEvents(namespace: string, events: Iterable<unknown> | AsyncIterable<unknown>): Promise<number>;
  /** Lets requests under way end for up to `graceMs`, then closes the file. */
  close(graceMs?: number): Promise<void>;
}

const GRACE_MS = 5000;

/** Opens the store and serves it over HTTP, and to commands over a socket. Throws `StoreError` where the file or the address cannot be had. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { dbPath, host = '127.0.0.1', port = 0, nowMs, ingest: namespaces = [] } = options;
  const { memoryLimit = halfOfMemoryLimit(), threads = null, temporaryFolder = null } = options;
  const now = nowMs === undefined ? Date.now : () => nowMs;
  const store = await openStoreToServe(dbPath, { create: true, now, memoryLimit, threads, temporaryFolder });
  try {
    const engine = createQueryRunner(store);
    const ask = options.ask ?? engine.ask;
    await warnOfMissing(store, namespaces, options.warn);
    const ingest = createIngest(store, namespaces, now, options.ingestLimits ?? INGEST_LIMITS);
    const app = createApp({ ...options, store, ask, now, ingest: namespaces.length === 0 ? null : ingest });
    const listening = await listen(app, host, port, options.log, options.patience);
    const socket = await openSocket(store, localOperations(store, ask, engine.explain, now), options.warn);
    return {
      url: listening.url,
      store,
      importEvents: (namespace, events) => importEvents(store, namespace, events),
      close: async (graceMs = GRACE_MS) => {
        await Promise.all([listening.close(graceMs), socket?.close()]);
        await ingest.settled();
        await engine.close();
        await store.settled();
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** An organization may be made later, while the service runs; a misspelt one never is. */
async function warnOfMissing(store: Store, namespaces: readonly string[], warn: StartOptions['warn']): Promise<void> {
  const known = (await store.organizations.list()).map(({ namespace }) => namespace);
  for (const namespace of namespaces.filter((each) => !known.includes(each))) {
    warn?.(
      `There is no organization ${namespace} yet; its events are answered with 404 until \`org create\` makes it.`,
    );
  }
}

/** Some file systems know no sockets: the service runs without, and only the other commands cannot be used beside it. */
async function openSocket(
  store: Store,
  operations: StoreOperations,
  warn: StartOptions['warn'],
): Promise<SocketServer | null> {
  if (store.path === null) return null;
  try {
    return await serveSocket(socketPath(store.path), operations);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    warn?.(`${error.message} The other commands cannot reach this store while it is served.`);
    return null;
  }
}

/** Opens a store for a process that will serve it. Waits for a command that has it; throws `StoreError` where it is served already. */
function openStoreToServe(file: string, options: StoreOptions): Promise<Store> {
  return retryUntilFree(async (isLast) => {
    try {
      return await openStore(file, options);
    } catch (error) {
      if (!isHeldElsewhere(error)) throw error;
      const remote = await remoteOperations(socketPath(await locateStore(file, false)));
      if (remote !== null) throw new StoreError(`${file} is served already by another process.`);
      if (isLast) throw error;
      return null;
    }
  });
}

const MEGABYTE = 1_000_000;

/** Half of the memory that this process may have, as DuckDB writes a size: what is left is for answers, and for others. */
function halfOfMemoryLimit(): string {
  // Beyond the machine's own where no group of processes is limited.
  const allowed = process.constrainedMemory();
  const bytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return `${Math.max(Math.floor(bytes / 2 / MEGABYTE), 64)}MB`;
}
