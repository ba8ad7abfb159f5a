import { CancelledError } from '../errors.ts';

/** How many of something each owner has, and all of them together. */
export function createTally() {
  const counts = new Map<number, number>();
  const of = (owner: number) => counts.get(owner) ?? 0;
  return {
    of,
    all: () => counts.values().reduce((sum, count) => sum + count, 0),
    change: (owner: number, by: 1 | -1) => {
      const count = of(owner) + by;
      if (count === 0) counts.delete(owner);
      else counts.set(owner, count);
    },
  };
}

interface Waiting {
  readonly owner: number;
  readonly begin: () => void;
}

/**
 * Runs at most `limit` tasks at a time, and at most `limitPerOwner` of one owner. The next task is one of the
 * owner with the fewest running tasks, and of these the one that came first.
 */
export function createFairQueue(limit: number, limitPerOwner: number) {
  const running = createTally();
  const waiting: Waiting[] = [];

  /** Begins the task for which a place is free, if there is one. */
  const beginNext = () => {
    const startable = waiting.filter(({ owner }) => running.of(owner) < limitPerOwner);
    const [next] = startable.sort((a, b) => running.of(a.owner) - running.of(b.owner));
    if (next === undefined || running.all() >= limit) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.change(next.owner, 1);
    next.begin();
  };

  const waitForTurn = (owner: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new CancelledError('the query was cancelled while it waited'));
      };
      const entry: Waiting = {
        owner,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      waiting.push(entry);
      signal.addEventListener('abort', leave, { once: true });
      beginNext();
    });

  return {
    /**
     * Runs a task as soon as the limits allow it. Throws `CancelledError` if the signal is aborted before
     * that.
     */
    run: async <T>(owner: number, signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
      if (signal.aborted) throw new CancelledError('the query was cancelled before it began');
      await waitForTurn(owner, signal);
      try {
        return await task();
      } finally {
        running.change(owner, -1);
        beginNext();
      }
    },
  };
}
