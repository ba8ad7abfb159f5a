// Has a supervisor's tasks store the events that they have read in segments (files), so that these can be
// rewritten without deleted events.
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../service/errors.ts';
import type { DruidServer } from '../druid-server.ts';
import { SUPERVISORS } from './keep.ts';
import { observeTasks } from './observation.ts';

const LIMIT_MS = 300_000;
const POLL_MS = 200;

/**
 * Has the tasks of a namespace's supervisor publish the events that they have read, and waits until
 * historicals have them. Other tasks read on meanwhile. Does nothing without a supervisor. Throws
 * `StoreError` after five minutes.
 */
export async function handOff(overlord: DruidServer, namespace: string): Promise<void> {
  const { tasks, partitions } = await observeTasks(overlord, namespace);
  if (tasks.size === 0) return;
  // There are at most as many groups of tasks as partitions, numbered from 0; Druid ignores numbers beyond
  // them.
  const taskGroupIds = Array.from({ length: partitions }, (_, index) => index);
  await overlord.ask({
    path: `${SUPERVISORS}/${namespace}/taskGroups/handoff`,
    body: { taskGroupIds },
  });
  const deadline = performance.now() + LIMIT_MS;
  while (!(await observeTasks(overlord, namespace)).tasks.isDisjointFrom(tasks)) {
    if (performance.now() > deadline) {
      throw new StoreError(
        `Tasks of the supervisor of ${namespace} have not published their events within ${LIMIT_MS / 1000} s, so nothing of them was deleted: see their logs in Druid, and whether it has a free task slot.`,
      );
    }
    await sleep(POLL_MS);
  }
}
