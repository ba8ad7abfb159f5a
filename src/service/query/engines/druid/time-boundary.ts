import { formatTimestamp } from '../../../../tql/literals.ts';
import type { CompiledTimeBoundary } from '../../compile/compiled-query.ts';
import { nativeQuery } from './native-query.ts';
import { type Plan, readObject, readTime } from './plan.ts';

/** The times of the first and the last event; an empty result if there are no events. */
export function planTimeBoundary(query: CompiledTimeBoundary): Plan {
  return {
    query: nativeQuery(query),
    toResult: ([answer]) => {
      if (answer === undefined) return [];
      const { minTime, maxTime } = readObject(readObject(answer)['result']);
      const [first, last] = [minTime, maxTime].map((time) => formatTimestamp(readTime(time)));
      return [{ timestamp: first ?? null, result: { minTime: first ?? null, maxTime: last ?? null } }];
    },
  };
}
