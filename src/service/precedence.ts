import { setTimeout as sleep } from 'node:timers/promises';
import { Running } from './running.ts';

/** Queries beside a task that needs the memory which they use. */
export interface Precedence {
  /** Runs a query once none is held back. */
  query<T>(run: () => Promise<T>): Promise<T>;
  /** Runs a task soon, once those queries have ended that end by then, and holds back others meanwhile. */
  first<T>(task: () => Promise<T>): Promise<T>;
}

const PATIENCE_MS = 200;

export function createPrecedence(): Precedence {
  const running = new Running();
  let first: Promise<unknown> | null = null;
  return {
    query: async (run) => {
      while (first !== null) await first;
      return running.note(run());
    },
    first: (task) => {
      const quiet = Promise.race([running.ended(), sleep(PATIENCE_MS)]);
      const result = quiet.then(task).finally(() => {
        first = null;
      });
      first = result.catch(() => undefined);
      return result;
    },
  };
}
