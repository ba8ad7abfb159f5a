import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedSql } from '../../service/store/store.ts';

const TRY_EVERY_MS = 500;

/** The imports of all processes on one state. */
export function importsOf({ alone, isUnderWay }: Pick<SharedSql, 'alone' | 'isUnderWay'>) {
  const nameOf = (namespace: string) => `import ${namespace}`;
  return {
    inTurn: async <T>(namespace: string, task: () => Promise<T>): Promise<T> => {
      for (;;) {
        const ended = await alone(nameOf(namespace), async () => ({ result: await task() }));
        if (ended !== null) return ended.result;
        await sleep(TRY_EVERY_MS);
      }
    },
    /** If that is not known, one may be. */
    isUnderWay: (namespace: string) => isUnderWay(nameOf(namespace)).catch(() => true),
  };
}
