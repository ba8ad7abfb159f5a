// The answer of `GET /health`, by which load balancers and Kubernetes decide whether to send requests here.
import { checkStorage, type StorageHealth } from './jobs/storage-health.ts';
import type { Store } from './store/store.ts';
import type { BackendHealth } from './backend.ts';

/**
 * Whether a service answers queries and takes events. Anyone can read it, so it names no organization or
 * server.
 */
export interface Health {
  readonly status: StorageHealth['status'] | BackendHealth['status'] | 'state-away' | 'starting' | 'ending';
  readonly problems: readonly string[];
}

export type AskHealth = () => Promise<Health>;

/**
 * Makes a function that reports a service's health: of the disk with its file, of its PostgreSQL if it has
 * one (`shared`), and of the cluster with its events (`askBackend`; null: they are in the file).
 */
export function serviceHealth(
  { path, isAnswering, shared }: Pick<Store, 'path' | 'isAnswering' | 'shared'>,
  askBackend: (() => Promise<BackendHealth>) | null,
): AskHealth {
  return async () => {
    if (!(await isAnswering())) return REOPENING;
    const fault = await shared?.findFault();
    if (typeof fault === 'string') return { status: 'state-away', problems: [fault] };
    const [storage, backend] = await Promise.all([checkStorage(path), askBackend?.()]);
    return backend === undefined ? storage : combineHealth(storage, backend);
  };
}

/**
 * Turns a service's health into what a load balancer should see. A service that is ending is unavailable. One
 * of several is also unavailable at its start while it is degraded, for a minute at most: others can answer.
 */
export function readiness(ask: AskHealth, hasOthers: boolean) {
  const deadline = performance.now() + START_MS;
  let isReady = !hasOthers;
  let isEnding = false;
  return {
    ask: async (): Promise<Health> => {
      if (isEnding) return { status: 'ending', problems: [] };
      const health = await ask();
      isReady ||= health.status === 'ok' || performance.now() > deadline;
      return isReady || health.status !== 'degraded' ? health : { ...health, status: 'starting' };
    },
    end: () => {
      isEnding = true;
    },
  };
}

const START_MS = 60_000;

const REOPENING: Health = {
  status: 'reopening',
  problems: ['The database is being opened again after a fault of its disk or memory.'],
};

/** The worse status of the two, and all problems. */
export function combineHealth(storage: StorageHealth, backend: BackendHealth): Health {
  const isBackendWorse = backend.status === 'cluster-away' || storage.status === 'ok';
  return {
    status: isBackendWorse ? backend.status : storage.status,
    problems: [...backend.problems, ...storage.problems],
  };
}

const RETRY_SECONDS = '5';

/** The answer of `/health`. */
export function healthResponse({ status, problems }: Health): Response {
  const body = problems.length === 0 ? { status } : { status, problems };
  return status === 'ok' || status === 'degraded'
    ? Response.json(body)
    : Response.json(body, { status: 503, headers: { 'retry-after': RETRY_SECONDS } });
}
