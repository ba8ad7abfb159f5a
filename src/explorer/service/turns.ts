/** Does a task when it is its turn. The task gets the signal, or one that is aborted sooner. */
export type InTurn = <T>(task: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Runs one task at a time: those of `first` in their order, and those of `behind` while there is none of
 * `first`. A new task of `first` aborts the running one of `behind`, which runs again later.
 */
export function createTurns(): { readonly first: InTurn; readonly behind: InTurn } {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const giving = new Set<AbortController>();
  const after = <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    async first(task, signal) {
      waiting += 1;
      for (const each of giving) each.abort();
      try {
        return await after(() => task(signal));
      } finally {
        waiting -= 1;
      }
    },
    async behind(task, signal) {
      for (;;) {
        while (waiting > 0) await last;
        const way = new AbortController();
        giving.add(way);
        try {
          return await after(() => task(AbortSignal.any([signal, way.signal])));
        } catch (error) {
          if (!way.signal.aborted || signal.aborted) throw error;
        } finally {
          giving.delete(way);
        }
      }
    },
  };
}
