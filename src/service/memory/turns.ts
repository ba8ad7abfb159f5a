// Runs tasks one after the other, and waits for the ends of tasks.

/** Makes a queue that runs one task at a time. A task that fails does not stop the next. */
export function createSerialQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}

/**
 * Runs a task when it is its turn. If a signal is aborted before that, it calls `runAborted` at once, which
 * throws: an aborted query does not wait for its turn.
 */
export async function inTurn<T>(
  queue: ReturnType<typeof createSerialQueue>,
  task: () => Promise<T>,
  runAborted: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const turn = Promise.withResolvers<null>();
  const ended = queue(() => {
    turn.resolve(null);
    return signal?.aborted === true ? runAborted() : task();
  });
  return (await endsBefore(turn.promise, signal)) ? ended : Promise.race([ended, runAborted()]);
}

/** Waits for a promise; false at once if a signal is aborted before it has ended. */
export async function endsBefore(promise: Promise<unknown>, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return false;
  const aborted = Promise.withResolvers<false>();
  const onAbort = () => {
    aborted.resolve(false);
  };
  signal?.addEventListener('abort', onAbort);
  return Promise.race([promise.then(() => true), aborted.promise]).finally(() => {
    signal?.removeEventListener('abort', onAbort);
  });
}

/** Runs a task, and passes it a promise that resolves when it has ended. */
export function withEnd<T>(task: (end: Promise<unknown>) => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<null>();
  return task(promise).finally(() => {
    resolve(null);
  });
}
