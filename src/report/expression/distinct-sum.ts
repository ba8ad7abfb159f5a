// Bounds for sums of users of several rows. A user may be in two rows, so 30 users of 4.1 and 20 of 4.2 are
// together between 30 and 50 users: `value("4.1") + value("4.2")` is not exact. Used by `number-range.ts`.

/** A sum of distinct counts and a plain number: `value("a") - value("b") + 5` has the base 5. */
export interface DistinctSum {
  readonly base: number;
  readonly counts: readonly DistinctCount[];
}

/** A distinct count of some rows, by its bounds. */
interface DistinctCount {
  readonly sign: 1 | -1;
  /** What was counted, when and in which insight: only counts with the same may have users in common. */
  readonly counted: string;
  /** The rows, or the function that reads a bucket, as messages name them. */
  readonly rows: readonly string[];
  readonly low: number;
  readonly high: number;
  /** The number of all users in all rows; infinite if it is not known. */
  readonly total: number;
}

/** The sum of two numbers; null if one is not known (null), or neither is a sum of distinct counts. */
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

/** The same rows, counted twice. */
function addCounts(a: DistinctCount, { low, high, total }: DistinctCount): DistinctCount {
  return { ...a, low: a.low + low, high: a.high + high, total: a.total + total };
}

/** The sum times a number. */
export function scaleDistinct({ base, counts }: DistinctSum, factor: number): DistinctSum | null {
  if (factor === 0 || !Number.isFinite(factor)) return null;
  const size = Math.abs(factor);
  const scaled = counts.map((count): DistinctCount => {
    const opposite = count.sign === 1 ? -1 : 1;
    return {
      ...count,
      sign: factor > 0 ? count.sign : opposite,
      low: count.low * size,
      high: count.high * size,
      total: count.total * size,
    };
  });
  return { base: base * factor, counts: scaled };
}

/** The bounds of a sum, and in `open` the first rows because of which it is not exact; null if it is. */
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

/** The bounds of counts that may have users in common: at least the largest one, at most their sum. */
function boundsOfGroup(group: readonly DistinctCount[]) {
  const low = Math.max(...group.map((count) => count.low));
  const most = Math.max(...group.map((count) => count.high));
  const sum = group.reduce((added, count) => added + count.high, 0);
  // Counts that were scaled differently, such as `2 * value("a") + value("b")`, are no part of one total.
  const totals = new Set(group.map(({ total }) => total));
  const [total = Infinity] = totals.size === 1 ? totals : [];
  // An estimate of a part may be larger than that of the whole.
  const high = Math.max(most, Math.min(sum, total));
  return group[0]?.sign === 1 ? { low, high } : { low: -high, high: -low };
}
