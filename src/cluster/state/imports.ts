// Runs imports of a namespace one after the other, over all processes on one PostgreSQL, by a lock in it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedSql } from '../../service/store/store.ts';

const TRY_EVERY_MS = 500;

export function importsIn({ alone, isUnderWay }: Pick<SharedSql, 'alone' | 'isUnderWay'>) {
  const nameOf = (namespace: string) => `import ${namespace}`;
  return {
    inTurn: async <T>(namespace: string, task: () => Promise<T>): Promise<T> => {
      for (;;) {
        const ended = await alone(nameOf(namespace), async () => ({ result: await task() }));
        if (ended !== null) return ended.result;
        await sleep(TRY_EVERY_MS);
      }
    },
    /** Whether a process imports into a namespace; true if the database does not say. */
    isUnderWay: (namespace: string) => isUnderWay(nameOf(namespace)).catch(() => true),
  };
}
