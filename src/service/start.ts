import { createApp, type RequestEntry } from './app.ts';
import { type Ask } from './ask.ts';
import { importEvents } from './import/import-events.ts';
import { listen } from './listen.ts';
import { type RunLimits } from './run-limits.ts';
import { openStore, type Store } from './store/store.ts';

/** How a service is started. Without `nowMs` its clock is the machine's. */
export interface StartOptions {
  /** A file, made where it is not there, or `:memory:`. */
  readonly dbPath: string;
  readonly host?: string;
  /** 0, the default, is any free port. */
  readonly port?: number;
  readonly nowMs?: number;
  readonly limits?: RunLimits;
  readonly log?: (entry: RequestEntry) => void;
  readonly memoryLimit?: string | null;
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

/** Opens the store and serves it over HTTP on loopback. Throws `StoreError` where the file or the address cannot be had. */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { dbPath, host = '127.0.0.1', port = 0, nowMs, memoryLimit = null } = options;
  const now = nowMs === undefined ? Date.now : () => nowMs;
  const store = await openStore(dbPath, { create: true, now, memoryLimit });
  try {
    const ask = options.ask ?? notWired;
    const app = createApp({ ...options, store, ask, now });
    const listening = await listen(app, host, port);
    return {
      url: listening.url,
      store,
      importEvents: (namespace, events) => importEvents(store, namespace, events),
      close: async (graceMs = GRACE_MS) => {
        await listening.close(graceMs);
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

const notWired: Ask = async () => {
  throw new Error('no engine is wired yet');
};
