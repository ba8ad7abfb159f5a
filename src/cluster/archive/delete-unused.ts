// Deletes the files of segments that are no longer in use from Druid's deep storage, by a Druid task.
import { randomUUID } from 'node:crypto';
import { StoreError } from '../../service/errors.ts';
import type { DruidServer } from '../druid-server.ts';
import { TASK_CONTEXT } from '../event-schema.ts';
import { awaitTask, submitTask, TOO_LONG } from './batch-task.ts';

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
  const task = {
    type: 'kill',
    id,
    dataSource: namespace,
    interval,
    ...(versions !== null && { versions: [...versions] }),
    // With concurrent locks it need not wait for the supervisor's tasks.
    context: TASK_CONTEXT,
  };
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
