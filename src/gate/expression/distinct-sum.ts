import type { SharedRows } from '../reasons.ts';

/**
 * `base`, plus or minus a sum of distinct counts of rows of one insight. Rows share people, so that the number meant by their sum lies
 * between the largest of them and the smaller of the sum and the total.
 */
export interface DistinctSum {
  readonly base: number;
  readonly sign: 1 | -1;
  /** What was counted, when and of which insight: only counts of the same have people in common. */
  readonly counted: string;
  readonly reads: SharedRows;
  readonly counts: readonly number[];
  /** All that were counted, in the unit of `counts`; infinite if that is not known. */
  readonly total: number;
}

/** The distinct count of one row. */
export function distinctCount(counted: string, reads: SharedRows, count: number, total: number | null): DistinctSum {
  return { base: 0, sign: 1, counted, reads, counts: [count], total: total ?? Infinity };
}

/** The sum of two numbers of which at least one is a distinct count, and of the other its value; null if it is no such sum. */
export function addDistinct(a: DistinctSum | number | null, b: DistinctSum | number | null): DistinctSum | null {
  if (a === null || b === null || (typeof a === 'number' && typeof b === 'number')) return null;
  if (typeof a === 'number') return addDistinct(b, a);
  if (typeof b === 'number') return { ...a, base: a.base + b };
  if (a.counted !== b.counted || a.sign !== b.sign) return null;
  return {
    ...a,
    base: a.base + b.base,
    reads: {
      ...a.reads,
      keys: [...a.reads.keys, ...b.reads.keys],
      hasSets: a.reads.hasSets || b.reads.hasSets,
    },
    counts: [...a.counts, ...b.counts],
    total: a.total === b.total ? a.total : Infinity,
  };
}

/** The sum times a number. */
export function scaleDistinct(sum: DistinctSum, factor: number): DistinctSum | null {
  if (factor === 0 || !Number.isFinite(factor)) return null;
  const size = Math.abs(factor);
  return {
    ...sum,
    base: sum.base * factor,
    sign: factor > 0 ? sum.sign : sum.sign === 1 ? -1 : 1,
    counts: sum.counts.map((count) => count * size),
    total: sum.total * size,
  };
}

/** What a sum may come to. */
export function boundsOfDistinct({ base, sign, counts, total }: DistinctSum): { low: number; high: number } {
  const most = Math.max(...counts);
  // An estimate of a part may be larger than that of the whole.
  const sum = Math.max(most, Math.min(addUp(counts), total));
  return sign === 1 ? { low: base + most, high: base + sum } : { low: base - sum, high: base - most };
}

function addUp(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
