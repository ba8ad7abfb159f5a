// Finds tasks that Druid believes to be running although no worker runs them.
import { listOf, objectOf } from '../answer-parts.ts';
import type { DruidServer } from '../druid-server.ts';
import { observeTasks } from './observation.ts';

/**
 * The ids of such tasks of a supervisor. They arise if a worker is killed after another overlord began to
 * lead, and comes back before Druid has given up its tasks: Druid then waits an hour for them.
 */
export async function findLost(overlord: DruidServer, namespace: string): Promise<readonly string[]> {
  const ask = (path: string) => overlord.ask({ path });
  const [{ tasks }, answer] = await Promise.all([
    observeTasks(overlord, namespace),
    ask('/druid/indexer/v1/workers'),
  ]);
  const workers = listOf(answer).map(objectOf);
  // There are also clusters without workers that can be listed.
  if (workers.length === 0) return [];
  const running = new Set(workers.flatMap(({ runningTasks }) => listOf(runningTasks)));
  const lost: string[] = [];
  for (const id of tasks.difference(running)) {
    const { status } = objectOf(await ask(`/druid/indexer/v1/task/${encodeURIComponent(id)}/status`));
    const { status: state, location } = objectOf(status);
    // One that waits for a slot is nowhere yet.
    if (state === 'RUNNING' && typeof objectOf(location)['host'] === 'string') lost.push(id);
  }
  return lost;
}
