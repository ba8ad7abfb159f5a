// Asks Druid how far the tasks of a supervisor have read their Kafka topic. This shows when events that were
// lost with a task are back.
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../tql/json.ts';
import { listOf, objectOf } from '../answer-parts.ts';
import { ifUnknown } from '../druid-error.ts';
import type { DruidServer } from '../druid-server.ts';
import { SUPERVISORS } from '../supervisors/keep.ts';
import { type Offsets, offsetsOf } from '../supervisors/offsets.ts';

/** How far the tasks of a supervisor have read a topic. */
interface Progress {
  readonly isSuspended: boolean;
  /** The ends of the topic; null if Druid does not know them yet. */
  readonly ends: Offsets | null;
  readonly reached: Offsets;
}

interface SeenProgress {
  /** When Druid was asked; its answer is newer. */
  readonly askedMs: number;
  /** Null: there is no supervisor. */
  readonly progress: Progress | null;
}

/** Asks how far a namespace's supervisor is. Rejects if that takes long. */
export type AskProgress = (namespace: string) => Promise<SeenProgress>;

/** How long an answer to a query waits for this. */
const PATIENCE_MS = 2000;

/**
 * Makes a function with one request per namespace at a time: while a task is killed, an overlord waits for it
 * for up to a minute, and more requests would take all its threads.
 */
export function createAskProgress(overlord: DruidServer): AskProgress {
  const asking = new Map<string, Promise<SeenProgress>>();
  return (namespace) => {
    const askedMs = performance.now();
    const progressAnswer =
      asking.get(namespace) ??
      readProgress(overlord, namespace)
        .then((progress) => ({ askedMs, progress }))
        .finally(() => asking.delete(namespace));
    asking.set(namespace, progressAnswer);
    const late = sleep(PATIENCE_MS, null, { ref: false }).then(() =>
      Promise.reject(new Error('no answer yet')),
    );
    return Promise.race([progressAnswer, late]);
  };
}

async function readProgress(overlord: DruidServer, namespace: string): Promise<Progress | null> {
  const path = `${SUPERVISORS}/${namespace}`;
  const answers = await Promise.all(
    ['status', 'stats'].map((each) => overlord.ask({ path: `${path}/${each}` })),
  ).catch(ifUnknown(null));
  if (answers === null) return null;
  const [status, stats] = answers;
  const { suspended, latestOffsets, activeTasks, publishingTasks } = objectOf(objectOf(status)['payload']);
  // Druid lists a task that was killed for minutes, but only one that runs answers with what it has done.
  const running = new Set(Object.values(objectOf(stats)).flatMap((group) => Object.keys(objectOf(group))));
  const isRunning = ({ id }: JsonObject) => typeof id === 'string' && running.has(id);
  // A task reads on where those that publish ended: if one of them is gone, what it had read is not reached.
  const areAllPublishing = listOf(publishingTasks).map(objectOf).every(isRunning);
  const readingTasks = areAllPublishing ? listOf(activeTasks).map(objectOf).filter(isRunning) : [];
  const reached = new Map<string, number>();
  for (const { currentOffsets } of readingTasks) {
    for (const [partition, offset] of offsetsOf(currentOffsets))
      reached.set(partition, Math.max(reached.get(partition) ?? 0, offset));
  }
  const ends = offsetsOf(latestOffsets);
  return { isSuspended: suspended === true, ends: ends.size === 0 ? null : ends, reached };
}

/** Whether all partitions are read up to their ends. */
export function hasReached(reached: Offsets, ends: Offsets): boolean {
  return [...ends].every(([partition, offset]) => offset === 0 || (reached.get(partition) ?? 0) >= offset);
}
