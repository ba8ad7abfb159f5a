import { areSmall, type Sample } from '../fisher.ts';
import { pValue } from '../post-aggregations.ts';
import { roundingError } from './row.ts';

type Bounds = readonly [low: number, high: number];

/**
 * All that the z-score and the p-value of two rounded samples may truly be; null if nothing is known.
 * `pValue` alone is null if the samples may be so small that another test decides.
 */
export function testBounds(
  one: Sample,
  other: Sample,
  size: number,
): { readonly zScore: Bounds; readonly pValue: Bounds | null } | null {
  const more = roundingError(size);
  const [a, b] = [rangeOf(one, more), rangeOf(other, more)];
  const [least, most] = [Math.sqrt(a.leastVariance + b.leastVariance), Math.sqrt(a.variance + b.variance)];
  if (least === 0) return null;
  const [low, high] = [a.low - b.high, a.high - b.low];
  // The smaller the deviation, the farther from 0.
  const zScore = [low / (low < 0 ? least : most), high / (high > 0 ? least : most)] as const;
  const [p, q] = [pValue(zScore[0]) ?? 0, pValue(zScore[1]) ?? 0];
  const largest = low <= 0 && high >= 0 ? 1 : Math.max(p, q);
  return { zScore, pValue: areSmall(one, other, more) ? null : [Math.min(p, q), largest] };
}

/** The least and the largest success rate, and variance of it, if each count may be `more` larger. */
function rangeOf({ users, successes }: Sample, more: number) {
  const [low, high] = [successes / (users + more), Math.min(1, (successes + more) / users)];
  const ends = [low * (1 - low), high * (1 - high)];
  const most = low < 0.5 && high > 0.5 ? 0.25 : Math.max(...ends);
  return { low, high, leastVariance: Math.min(...ends) / (users + more), variance: most / users };
}
