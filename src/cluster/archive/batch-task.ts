// Submits Druid's batch tasks (to import events, to delete files), waits for them, and stops them.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../tql/json.ts';
import { ClusterAwayError, EngineError, StoreError } from '../../service/errors.ts';
import { objectOf, strangeAnswer } from '../answer-parts.ts';
import { DruidError, ifUnknown, throwManagementError } from '../druid-error.ts';
import type { DruidServer } from '../druid-server.ts';
import { dataSchemaOf, TASK_CONTEXT } from '../event-schema.ts';

/** How a task ended. `reason` is Druid's message, empty if it gave none. */
export type TaskEnd =
  | { readonly hasSucceeded: true }
  | { readonly hasSucceeded: false; readonly reason: string };

const TASK = '/druid/indexer/v1/task';
const POLL_MS = 500;
/** How long the overlord may be away while a task runs: another one takes over, or it starts again. */
const PATIENCE_MS = 120_000;

/** A task that adds the events of a file to a data source, all or none. */
export function importTask(id: string, namespace: string, url: string): JsonObject {
  return {
    type: 'index_parallel',
    id,
    spec: {
      dataSchema: dataSchemaOf(namespace),
      ioConfig: {
        type: 'index_parallel',
        inputSource: { type: 'http', uris: [url] },
        inputFormat: { type: 'json' },
        appendToExisting: true,
      },
      // A row that Druid cannot read fails the task: the events were parsed before.
      tuningConfig: { type: 'index_parallel', maxNumConcurrentSubTasks: 1, maxParseExceptions: 0 },
    },
    context: TASK_CONTEXT,
  };
}

/** How long a task that deletes files may wait for a slot and run. */
const LIMIT_DELETED_MS = 300_000;

/**
 * Deletes the segments of an interval that are not in use from the deep storage: those of some versions, or
 * all (null). Throws `StoreError` if Druid has not done so within five minutes.
 */
export async function deleteUnused(
  overlord: DruidServer,
  namespace: string,
  interval: string,
  versions: readonly string[] | null,
): Promise<void> {
  const id = `insight-report-delete-${namespace}-${randomUUID()}`;
  const selected = versions === null ? {} : { versions: [...versions] };
  // With concurrent locks it need not wait for the supervisor's tasks.
  const task = { type: 'kill', id, dataSource: namespace, interval, ...selected, context: TASK_CONTEXT };
  await submitTask(overlord, task);
  const end = await awaitTask(overlord, id, { limitMs: LIMIT_DELETED_MS });
  if (end.hasSucceeded) return;
  const isWaiting = end.reason === TOO_LONG;
  const state = isWaiting
    ? 'waits for a free slot, and deletes them when it runs'
    : `failed (${end.reason}). Run the command again`;
  throw new StoreError(
    `No query counts the events any more, but their files are still in Druid's deep storage: its task ${id} ${state}.`,
  );
}

/** Submits a task, unless there was one with its id before. */
export async function submitTask(overlord: DruidServer, task: JsonObject): Promise<void> {
  await overlord.ask({ path: TASK, body: task }).catch((error: unknown) => {
    const isThere =
      error instanceof DruidError && error.status === 400 && /already exists/.test(error.message);
    if (!isThere) throwManagementError(error);
  });
}

/** How a task ended; `running` if it has not, null if Druid knows none with this id. */
export async function findTaskEnd(overlord: DruidServer, id: string): Promise<TaskEnd | 'running' | null> {
  const path = `${TASK}/${encodeURIComponent(id)}/status`;
  const answer = await overlord.ask({ path }).catch(ifUnknown(undefined));
  if (answer === undefined) return null;
  const { statusCode, errorMsg } = objectOf(objectOf(answer)['status']);
  if (statusCode === 'SUCCESS') return { hasSucceeded: true };
  if (statusCode === 'RUNNING') return 'running';
  if (statusCode !== 'FAILED') throw strangeAnswer('the status of a task');
  return { hasSucceeded: false, reason: typeof errorMsg === 'string' ? errorMsg : '' };
}

/**
 * Waits for the end of a task whose import command was killed. The file of its events is gone, and it would
 * try to read it for minutes, so it is stopped unless it has read them all.
 */
export async function awaitAbandonedTask(
  overlord: DruidServer,
  id: string,
  events: number,
): Promise<TaskEnd> {
  let isStopped = false;
  const onProgress = async (read: number) => {
    if (isStopped || read >= events) return;
    await stopTask(overlord, id);
    isStopped = true;
  };
  return awaitTask(overlord, id, { onProgress });
}

/** Ends a task that runs. */
export async function stopTask(overlord: DruidServer, id: string): Promise<void> {
  await overlord.ask({ path: `${TASK}/${encodeURIComponent(id)}/shutdown`, body: {} });
}

/** How a task is waited for. */
interface Waiting {
  /** Gets the number of events that the task has read so far. */
  readonly onProgress?: (events: number) => unknown;
  readonly pollMs?: number;
  /** How long the overlord may be away; tasks go on meanwhile. */
  readonly patienceMs?: number;
  /** A task that waits or runs for longer counts as failed. */
  readonly limitMs?: number;
}

/** Waits until a task has ended. Throws `ClusterAwayError` if the overlord is away for too long. */
export async function awaitTask(
  overlord: DruidServer,
  id: string,
  { onProgress, pollMs = POLL_MS, patienceMs = PATIENCE_MS, limitMs = Infinity }: Waiting = {},
): Promise<TaskEnd> {
  const deadline = performance.now() + limitMs;
  let answeredMs = performance.now();
  for (;;) {
    try {
      const end = await findTaskEnd(overlord, id);
      if (end === null) throw new EngineError(`Druid no longer knows the task ${id}`);
      if (end !== 'running') return end;
      answeredMs = performance.now();
      const events = onProgress === undefined ? null : await readProgress(overlord, id);
      if (events !== null) await onProgress?.(events);
    } catch (error) {
      if (!(error instanceof ClusterAwayError) || performance.now() - answeredMs > patienceMs) throw error;
    }
    if (performance.now() > deadline) return { hasSucceeded: false, reason: TOO_LONG };
    await sleep(pollMs);
  }
}

const TOO_LONG = 'it has not ended in time';

const BEFORE_EVENTS: ReadonlySet<unknown> = new Set(['NOT_STARTED', 'DETERMINE_PARTITIONS']);

/** How many events a running task has read; null while it does not report that. */
async function readProgress(overlord: DruidServer, id: string): Promise<number | null> {
  const path = `${TASK}/${encodeURIComponent(id)}/reports`;
  const report = await overlord.ask({ path }).catch(() => null);
  const payload = objectOf(objectOf(objectOf(report)['ingestionStatsAndErrors'])['payload']);
  // The address of its events may be gone already, and then it tries for minutes to read the first one.
  if (BEFORE_EVENTS.has(payload['ingestionState'])) return 0;
  const rows = objectOf(payload['rowStats']);
  const { processed } = objectOf(objectOf(rows['totals'] ?? rows)['buildSegments']);
  return typeof processed === 'number' ? processed : null;
}
