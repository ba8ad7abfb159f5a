// Submits Druid's batch tasks, waits for them, and stops them: those that import events, rewrite segments or
// delete files.
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../tql/json.ts';
import { ClusterAwayError, EngineError } from '../../service/errors.ts';
import { objectOf, unexpectedAnswer } from '../answer-parts.ts';
import { DruidError, ifUnknown, throwManagementError } from '../druid-error.ts';
import type { DruidServer } from '../druid-server.ts';

/** How a task ended. `reason` is Druid's message, empty if it gave none. */
export type TaskEnd =
  | { readonly hasSucceeded: true }
  | { readonly hasSucceeded: false; readonly reason: string };

const TASK = '/druid/indexer/v1/task';
const POLL_MS = 500;
/** How long the overlord may be away while a task runs: another one takes over, or it starts again. */
const PATIENCE_MS = 120_000;

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
  if (statusCode !== 'FAILED') throw unexpectedAnswer('the status of a task');
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
interface WaitOptions {
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
  { onProgress, pollMs = POLL_MS, patienceMs = PATIENCE_MS, limitMs = Infinity }: WaitOptions = {},
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

/** The reason of a task that waits or runs for longer than its limit. */
export const TOO_LONG = 'it has not ended in time';

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
