import { CancelledError } from '../errors.ts';

/** Whose a task is, from the whole to the single one: everybody, an organization, one of its tokens. */
export type Owners = readonly string[];

/** How many of something each owner has. */
export function createTally() {
  const counts = new Map<string, number>();
  const of = (owner: string) => counts.get(owner) ?? 0;
  return {
    of,
    change: (owners: Owners, by: 1 | -1) => {
      for (const owner of owners) {
        const count = of(owner) + by;
        if (count === 0) counts.delete(owner);
        else counts.set(owner, count);
      }
    },
    /** The level of the first owner that has as many as its limit allows; -1 if none does. */
    full: (owners: Owners, limits: readonly number[]) =>
      owners.findIndex((owner, level) => of(owner) >= (limits[level] ?? Infinity)),
  };
}

interface Waiting {
  readonly owners: Owners;
  readonly begin: () => void;
}

/**
 * Runs at most so many tasks at a time of an owner of each level. The next task is one of the owner with the
 * fewest running tasks, level by level, and of these the one that came first.
 */
export function createFairQueue(limits: readonly number[]) {
  const running = createTally();
  const waiting: Waiting[] = [];

  const byRunning = (a: Owners, b: Owners) =>
    a.map((owner, level) => running.of(owner) - running.of(b[level] ?? '')).find((more) => more !== 0) ?? 0;

  /** Begins the task for which a place is free, if there is one. */
  const beginNext = () => {
    const startable = waiting.filter(({ owners }) => running.full(owners, limits) === -1);
    const [next] = startable.sort((a, b) => byRunning(a.owners, b.owners));
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    running.change(next.owners, 1);
    next.begin();
  };

  const waitForTurn = (owners: Owners, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new CancelledError('the query was cancelled while it waited'));
      };
      const entry: Waiting = {
        owners,
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
    run: async <T>(owners: Owners, signal: AbortSignal, task: () => Promise<T>): Promise<T> => {
      if (signal.aborted) throw new CancelledError('the query was cancelled before it began');
      await waitForTurn(owners, signal);
      try {
        return await task();
      } finally {
        running.change(owners, -1);
        beginNext();
      }
    },
  };
}
