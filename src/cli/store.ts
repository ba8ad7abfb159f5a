// Opens a store (a database file, or PostgreSQL) for a command and closes it afterwards. DuckDB lets one
// process hold a file: if `serve` holds it, the operations go to that process through a socket.
import { databaseFileError } from '../service/events/duckdb-errors.ts';
import { openOperations, type OpenOptions } from '../service/ipc/open.ts';
import type { StoreOperations } from '../service/ipc/operations.ts';
import { keepFilesPrivate } from '../service/process.ts';
import { describeAccess } from '../service/store/files/paths.ts';
import { plugIn, readCluster, readState } from './cluster-flags.ts';
import type { AskRaw } from '../report/run/columns/ask.ts';
import type { Io } from './io.ts';
import type { Place } from './arguments/place.ts';
import { InputError } from '../text/errors.ts';
import { quoteNames } from '../text/list.ts';

/**
 * Runs a task on the store in a file, which this process or a serving one holds, or on PostgreSQL. Warns of a
 * file that others can read.
 */
export async function withStore<T>(
  io: Pick<Io, 'stderr'>,
  place: Place,
  task: (operations: StoreOperations) => Promise<T>,
  options: Pick<OpenOptions, 'create'> = {},
): Promise<T> {
  return withStoreOnDemand(io, place, (use) => use(task), options);
}

/** Runs a task on a store, which is opened for it unless it is open. */
export type UseStore = <T>(task: (operations: StoreOperations) => Promise<T>) => Promise<T>;

/** How long a store stays open after its last use. */
const IDLE_MS = 1000;

/**
 * The same for a task that lasts long and asks now and then, such as `preview`: the store is open while it is
 * used and a moment longer, so that other commands can use the file meanwhile.
 */
export async function withStoreOnDemand<T>(
  io: Pick<Io, 'stderr'>,
  { db: file, ...flags }: Place,
  task: (use: UseStore) => Promise<T>,
  options: Pick<OpenOptions, 'create'> = {},
): Promise<T> {
  const state = await readState(flags, warnOn(io));
  const cluster = await readCluster(flags, warnOn(io));
  if (file !== null && state !== null)
    throw new InputError(['give either --db FILE or --state URL, not both']);
  let opened: Promise<StoreOperations> | null = null;
  // Settles when the last store that was opened is closed.
  let closed: Promise<void> = Promise.resolve();
  let tasksRunning = 0;
  let idle: NodeJS.Timeout | undefined;
  const close = () => {
    const last = opened;
    opened = null;
    closed = closed.then(async () => (await last?.catch(() => null))?.close());
  };
  const open = async () => {
    await closed;
    keepFilesPrivate();
    return openOperations(file, { ...options, ...(await plugIn(cluster, state)) });
  };
  const use: UseStore = async (run) => {
    tasksRunning += 1;
    try {
      const operations = await (opened ??= open());
      return await run(operations).catch((error: unknown) => {
        throw (error instanceof Error ? databaseFileError(file ?? '', error.message) : null) ?? error;
      });
    } finally {
      tasksRunning -= 1;
      clearTimeout(idle);
      idle = setTimeout(() => {
        if (tasksRunning === 0) close();
      }, IDLE_MS);
      idle.unref();
    }
  };
  try {
    // Opens the store before the task begins, so that a wrong file is reported at once.
    await use(async () => {
      const warning = file === null ? null : await describeAccess(file);
      if (warning !== null) warnOn(io)(warning);
    });
    return await task(use);
  } finally {
    close();
    await closed;
  }
}

/** Throws `StoreError` if there is no such organization. */
export async function ensureOrganization(operations: StoreOperations, org: string): Promise<void> {
  await operations.listInsights(org);
}

/** The namespaces of a store's organizations. */
export async function listNamespaces(operations: StoreOperations): Promise<readonly string[]> {
  return (await operations.listOrganizations()).map(({ namespace }) => namespace);
}

/** `; there are "a", "b"`: up to five names that a store has; nothing if it has none, or cannot be read. */
export async function listExisting(
  place: Place,
  list: (operations: StoreOperations) => Promise<readonly string[]>,
): Promise<string> {
  const silent = { stderr: { write: () => true } };
  const names = await withStore(silent, place, list).catch(() => []);
  const quoted = quoteNames(names.slice(0, 5), names.length);
  return names.length === 0 ? '' : `; there ${names.length === 1 ? 'is' : 'are'} ${quoted}`;
}

/** Runs queries on an organization's events, as of `nowMs`; of null, the system's clock counts. */
export function askOf(operations: StoreOperations, org: string, nowMs: number | null = null): AskRaw {
  const { signal } = new AbortController();
  return (query) => operations.query(org, query, nowMs, { signal });
}

/** Warns on stderr. */
export function warnOn({ stderr }: Pick<Io, 'stderr'>): (message: string) => void {
  return (message) => stderr.write(`insight-report: ${message}\n`);
}
