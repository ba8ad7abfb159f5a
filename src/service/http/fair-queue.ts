import { CancelledError } from '../errors.ts';

/** Runs tasks of many owners, a few at a time. */
export interface FairQueue {
  /**
   * Runs a task as soon as the limits allow it. Throws `CancelledError` if the signal is aborted before that.
   */
  run<T>(owner: number, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly owner: number;
  readonly begin: () => void;
}

/**
 * Runs at most `limit` tasks at a time, and at most `limitPerOwner` of one owner. The next task is one of the
 * owner with the fewest running tasks, and of these the one that came first.
 */
export function createFairQueue(limit: number, limitPerOwner: number): FairQueue {
  const running = new Map<number, number>();
  const waiting: Waiting[] = [];
  let all = 0;
  const countOf = (owner: number) => running.get(owner) ?? 0;

  const change = (owner: number, by: 1 | -1) => {
    all += by;
    const count = countOf(owner) + by;
    if (count === 0) running.delete(owner);
    else running.set(owner, count);
  };

  const beginNext = () => {
    while (all < limit) {
      const startable = waiting.filter(({ owner }) => countOf(owner) < limitPerOwner);
      const [first, ...others] = startable;
      if (first === undefined) return;
      const next = others.reduce(
        (best, each) => (countOf(each.owner) < countOf(best.owner) ? each : best),
        first,
      );
      waiting.splice(waiting.indexOf(next), 1);
      change(next.owner, 1);
      next.begin();
    }
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
    run: async (owner, signal, task) => {
      if (signal.aborted) throw new CancelledError('the query was cancelled before it began');
      await waitForTurn(owner, signal);
      try {
        return await task();
      } finally {
        change(owner, -1);
        beginNext();
      }
    },
  };
}
