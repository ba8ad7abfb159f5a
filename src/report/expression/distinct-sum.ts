// Bounds for sums of users of several rows: a user may be in two of them, so `value("4.1") + value("4.2")` is
// not exact. Used by `number-range.ts`.

/** `base`, plus or minus distinct counts. */
export interface DistinctSum {
  readonly base: number;
  readonly counts: readonly DistinctCount[];
}

/**
 * A distinct count of some rows, by its bounds. Rows share people, so that the number meant by the sum of
 * several lies between the largest of them and the smaller of the sum and the total.
 */
interface DistinctCount {
  readonly sign: 1 | -1;
  /** What was counted, when and of which insight: only counts of the same have people in common. */
  readonly counted: string;
  /** The rows, or the function that reads a bucket, as messages name them. */
  readonly rows: readonly string[];
  readonly low: number;
  readonly high: number;
  /** All that were counted; infinite if that is not known. */
  readonly total: number;
}

/**
 * The sum of two numbers of which at least one is a sum of distinct counts; null if one is not known, or
 * neither is such a sum.
 */
export function addDistinct(
  a: DistinctSum | number | null,
  b: DistinctSum | number | null,
): DistinctSum | null {
  if (a === null || b === null) return null;
  const sums = [a, b].map((each) => (typeof each === 'number' ? { base: each, counts: [] } : each));
  const alike = Map.groupBy(
    sums.flatMap((each) => each.counts),
    ({ sign, counted, rows }) => JSON.stringify([sign, counted, rows]),
  );
  const counts = [...alike.values()].map((same) => same.reduce(addCounts));
  return counts.length === 0 ? null : { base: sums.reduce((sum, { base }) => sum + base, 0), counts };
}

/** Counts of the same rows, of which the people are counted as often. */
function addCounts(a: DistinctCount, { low, high, total }: DistinctCount): DistinctCount {
  return { ...a, low: a.low + low, high: a.high + high, total: a.total + total };
}

/** The sum times a number. */
export function scaleDistinct({ base, counts }: DistinctSum, factor: number): DistinctSum | null {
  if (factor === 0 || !Number.isFinite(factor)) return null;
  const size = Math.abs(factor);
  const scaled = counts.map(({ sign, low, high, total, ...of }): DistinctCount => {
    const turned = sign === 1 ? -1 : 1;
    const [least, most, all] = [low * size, high * size, total * size];
    return { ...of, sign: factor > 0 ? sign : turned, low: least, high: most, total: all };
  });
  return { base: base * factor, counts: scaled };
}

/** What a sum may come to, and the rows that leave it open; null if it is known. */
export function boundsOfDistinct({ base, counts }: DistinctSum) {
  const groups = [...Map.groupBy(counts, ({ counted, sign }) => `${sign} ${counted}`).values()];
  const bounds = groups.map((group) => ({ group, ...boundsOfGroup(group) }));
  const open = bounds.find(({ group, low, high }) => low < high && group.length > 1);
  return {
    low: bounds.reduce((sum, { low }) => sum + low, base),
    high: bounds.reduce((sum, { high }) => sum + high, base),
    open: open === undefined ? null : open.group.flatMap(({ rows }) => rows),
  };
}

function boundsOfGroup(group: readonly DistinctCount[]) {
  const low = Math.max(...group.map((count) => count.low));
  const most = Math.max(...group.map((count) => count.high));
  const sum = group.reduce((added, count) => added + count.high, 0);
  const totals = new Set(group.map(({ total }) => total));
  const [total = Infinity] = totals.size === 1 ? totals : [];
  // An estimate of a part may be larger than that of the whole.
  const high = Math.max(most, Math.min(sum, total));
  return group[0]?.sign === 1 ? { low, high } : { low: -high, high: -low };
}
