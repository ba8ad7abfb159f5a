// A queue for queries in which no organization, and no token of one, keeps the others waiting.
import { CancelledError } from '../errors.ts';

/** Whose a task is, the widest first: `['all', '3', '3 9F2C']`. The index of an owner is its level. */
type Owners = readonly string[];

interface Waiting {
  readonly owners: Owners;
  readonly begin: () => void;
  readonly leave: (error: Error) => void;
}

/** The queue is full, and others have fewer tasks in it. */
export class QueueFullError extends Error {}

/**
 * Makes the queue. For each owner of a level it runs at most `limits[level]` tasks at a time: `[4, 3, 2]`
 * are 4 in all, 3 of an organization, 2 of a token. The next task is the oldest one of the owner with the
 * fewest running tasks, compared level by level. If more than `room` tasks are running or waiting, the owner
 * with the most loses its newest waiting task.
 */
export function createFairQueue(limits: readonly number[], room = Infinity) {
  const running = createTally();
  /** Running or waiting tasks. */
  const underWay = createTally();
  const waiting: Waiting[] = [];
  let size = 0;

  /** Begins the task for which a place is free, if there is one. */
  const beginNext = () => {
    const startable = waiting.filter(({ owners }) => !running.isFull(owners, limits));
    const [next] = startable.sort(running.compare);
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.change(next.owners, 1);
    next.begin();
  };

  /** Drops the newest waiting task of the owner with the most tasks. */
  const dropOne = () => {
    const newestOfLargest = waiting.toReversed().sort((a, b) => underWay.compare(b, a))[0];
    newestOfLargest?.leave(new QueueFullError());
  };

  const waitForTurn = (owners: Owners, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        waitingTask.leave(new CancelledError('the query was cancelled while it waited'));
      };
      const waitingTask: Waiting = {
        owners,
        begin: () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        },
        leave: (error) => {
          signal.removeEventListener('abort', cancel);
          waiting.splice(waiting.indexOf(waitingTask), 1);
          reject(error);
        },
      };
      waiting.push(waitingTask);
      signal.addEventListener('abort', cancel);
      if (size > room) dropOne();
      beginNext();
    });

  const change = (owners: Owners, by: 1 | -1) => {
    size += by;
    underWay.change(owners, by);
  };

  return {
    /** How many tasks are running or waiting. */
    size: () => size,
    /**
     * Runs a task as soon as the limits allow it. Throws `CancelledError` if the signal is aborted before
     * that, and `QueueFullError`.
     */
    run: async <T>(owners: Owners, signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
      if (signal.aborted) throw new CancelledError('the query was cancelled before it began');
      change(owners, 1);
      try {
        await waitForTurn(owners, signal);
        return await task().finally(() => {
          running.change(owners, -1);
        });
      } finally {
        change(owners, -1);
        beginNext();
      }
    },
  };
}

/** How many tasks each owner has. */
function createTally() {
  const counts = new Map<string, number>();
  const countOf = (owner: string) => counts.get(owner) ?? 0;
  return {
    change: (owners: Owners, by: 1 | -1) => {
      for (const owner of owners) {
        const count = countOf(owner) + by;
        if (count === 0) counts.delete(owner);
        else counts.set(owner, count);
      }
    },
    /** Whether one of the owners has as many as the limit of its level allows. */
    isFull: (owners: Owners, limits: readonly number[]) =>
      owners.some((owner, level) => countOf(owner) >= (limits[level] ?? Infinity)),
    /** Compares tasks by how many their owners have, level by level: fewer come first. */
    compare: (a: { readonly owners: Owners }, b: { readonly owners: Owners }): number => {
      for (const [level, owner] of a.owners.entries()) {
        const difference = countOf(owner) - countOf(b.owners[level] ?? '');
        if (difference !== 0) return difference;
      }
      return 0;
    },
  };
}
