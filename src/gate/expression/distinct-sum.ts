import type { SharedRows } from '../reasons.ts';

/** `base`, plus or minus sums of distinct counts. */
export interface DistinctSum {
  readonly base: number;
  readonly groups: readonly DistinctGroup[];
}

/**
 * Distinct counts of rows of one insight, added or subtracted. Rows share people, so that the number meant by
 * their sum lies between the largest of them and the smaller of the sum and the total.
 */
interface DistinctGroup {
  readonly sign: 1 | -1;
  /** What was counted, when and of which insight: only counts of the same have people in common. */
  readonly counted: string;
  readonly reads: SharedRows;
  readonly counts: readonly Bounds[];
  /** All that were counted, in the unit of `counts`; infinite if that is not known. */
  readonly total: number;
}

/** What a count may be. */
interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** The distinct count of one row. */
export function distinctCount(
  counted: string,
  reads: SharedRows,
  count: number,
  total: number | null,
): DistinctSum {
  const counts = [{ low: count, high: count }];
  return { base: 0, groups: [{ sign: 1, counted, reads, counts, total: total ?? Infinity }] };
}

/**
 * The distinct count of one row, of which only bounds are known, and of its total that it is at most `more`
 * larger.
 */
export function openCount({ base, groups }: DistinctSum, counts: Bounds, more: number): DistinctSum {
  return { base, groups: groups.map((group) => ({ ...group, counts: [counts], total: group.total + more })) };
}

/**
 * The sum of two numbers of which at least one is a distinct count, and of the other its value; null if it is
 * no such sum.
 */
export function addDistinct(
  a: DistinctSum | number | null,
  b: DistinctSum | number | null,
): DistinctSum | null {
  if (a === null || b === null || (typeof a === 'number' && typeof b === 'number')) return null;
  if (typeof a === 'number') return addDistinct(b, a);
  if (typeof b === 'number') return { ...a, base: a.base + b };
  return { base: a.base + b.base, groups: b.groups.reduce(addGroup, a.groups) };
}

function addGroup(groups: readonly DistinctGroup[], added: DistinctGroup): readonly DistinctGroup[] {
  const isSame = ({ counted, sign }: DistinctGroup): boolean =>
    counted === added.counted && sign === added.sign;
  if (!groups.some(isSame)) return [...groups, added];
  return groups.map((group) => (isSame(group) ? joinGroups(group, added) : group));
}

function joinGroups(a: DistinctGroup, b: DistinctGroup): DistinctGroup {
  return {
    ...a,
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
export function scaleDistinct({ base, groups }: DistinctSum, factor: number): DistinctSum | null {
  if (factor === 0 || !Number.isFinite(factor)) return null;
  const size = Math.abs(factor);
  const scaled = groups.map((group): DistinctGroup => {
    const sign = factor > 0 ? group.sign : group.sign === 1 ? -1 : 1;
    return {
      ...group,
      sign,
      counts: group.counts.map(({ low, high }) => ({ low: low * size, high: high * size })),
      total: group.total * size,
    };
  });
  return { base: base * factor, groups: scaled };
}

/** What a sum may come to, and the rows that leave it open; null if it is known. */
export function boundsOfDistinct({ base, groups }: DistinctSum): {
  readonly low: number;
  readonly high: number;
  readonly open: SharedRows | null;
} {
  const bounds = groups.map((group) => ({ ...group, ...boundsOfGroup(group) }));
  const low = bounds.reduce((sum, group) => sum + group.low, base);
  const high = bounds.reduce((sum, group) => sum + group.high, base);
  const isOpen = ({ low: least, high: most, counts }: (typeof bounds)[number]): boolean =>
    least < most && counts.length > 1;
  return { low, high, open: bounds.find(isOpen)?.reads ?? null };
}

function boundsOfGroup({ sign, counts, total }: DistinctGroup): Bounds {
  const low = Math.max(...counts.map((count) => count.low));
  const most = Math.max(...counts.map((count) => count.high));
  const sum = counts.reduce((added, count) => added + count.high, 0);
  // An estimate of a part may be larger than that of the whole.
  const high = Math.max(most, Math.min(sum, total));
  return sign === 1 ? { low, high } : { low: -high, high: -low };
}
