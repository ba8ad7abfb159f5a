import { areSmall, type Sample } from '../fisher.ts';
import { pValue } from '../post-aggregations.ts';
import { roundingError } from './row.ts';

/**
 * The largest p-value that the true counts behind two rounded samples may have; 1 if their order is open, or
 * if they may be so small that another test decides.
 */
export function largestPValue(samples: readonly [Sample, Sample], size: number): number {
  const more = roundingError(size);
  const mayBeSmall = [
    [0, 0],
    [0, more],
    [more, 0],
  ].some(([users = 0, successes = 0]) => {
    const [one, other] = samples.map((each) => ({
      users: each.users + users,
      successes: each.successes + successes,
    }));
    return one === undefined || other === undefined || areSmall(one, other);
  });
  const [one, other] = samples.map(({ users, successes }) => {
    const low = successes / (users + more);
    const high = Math.min(1, (successes + more) / users);
    const widest = low < 0.5 && high > 0.5 ? 0.25 : Math.max(low * (1 - low), high * (1 - high));
    return { low, high, variance: widest / users };
  });
  if (mayBeSmall || one === undefined || other === undefined) return 1;
  const gap = Math.max(one.low - other.high, other.low - one.high, 0);
  return pValue(gap / Math.sqrt(one.variance + other.variance)) ?? 1;
}
