import pLimit from 'p-limit';

/** Does a task when it is its turn. The task gets the signal, or one that is aborted sooner. */
export type InTurn = <T>(task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** The service runs two queries of a token at a time: more wait there, and may be refused there. */
const AT_ONCE = 4;

/**
 * The turns of the page's requests: a few of `first` at a time, and while there are none, one of `behind`. A
 * new task of `first` aborts the running one of `behind`, which runs again later.
 */
export function createTurns(): { readonly first: InTurn; readonly behind: InTurn } {
  const first = pLimit(AT_ONCE);
  const behind = pLimit(1);
  let interruption = new AbortController();
  let lastFirst: Promise<unknown> = Promise.resolve();
  return {
    first(task, signal) {
      interruption.abort();
      interruption = new AbortController();
      const done = first(() => task(signal));
      lastFirst = Promise.allSettled([lastFirst, done]);
      return done;
    },
    behind: (task, signal) =>
      behind(async () => {
        for (;;) {
          while (first.activeCount + first.pendingCount > 0) await lastFirst;
          const interrupted = interruption.signal;
          try {
            return await task(AbortSignal.any([signal, interrupted]));
          } catch (error) {
            if (!interrupted.aborted || signal.aborted) throw error;
          }
        }
      }),
  };
}
