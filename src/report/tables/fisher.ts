// Fisher's exact test for two small samples of an experiment, where a normal approximation would be wrong.

/** Successes among users. */
export interface Sample {
  readonly users: number;
  readonly successes: number;
}

/** With fewer expected successes or failures than this, the normal distribution is not near enough. */
const FEW_EXPECTED = 25;

/** Whether two samples are so small that only an exact test decides between them. */
export function areSmall(one: Sample, other: Sample): boolean {
  const rate = (one.successes + other.successes) / (one.users + other.users);
  return Math.min(one.users, other.users) * Math.min(rate, 1 - rate) < FEW_EXPECTED;
}

/**
 * The two-sided p-value of Fisher's exact test: how probable tables are, with the same sums, that are no more
 * probable than this one. Null if the numbers are no samples.
 */
export function fishersExact(one: Sample, other: Sample): number | null {
  const counts = [one.users, one.successes, other.users, other.successes];
  const areCounts = counts.every((count) => Number.isInteger(count) && count >= 0);
  if (!areCounts || one.successes > one.users || other.successes > other.users) return null;
  const successes = one.successes + other.successes;
  const least = Math.max(0, successes - other.users);
  const most = Math.min(successes, one.users);
  const weights: number[] = [];
  // Each table's probability relative to the one before, as logarithms: the numbers would overflow.
  for (let [count, log] = [least, 0]; count <= most; count += 1) {
    weights.push(log);
    log += Math.log(
      ((successes - count) * (one.users - count)) / ((count + 1) * (other.users - successes + count + 1)),
    );
  }
  const highest = weights.reduce((best, weight) => Math.max(best, weight), -Infinity);
  const weightOfTable = (weights[one.successes - least] ?? highest) + ROUNDING;
  const sum = (some: readonly number[]): number =>
    some.reduce((total, weight) => total + Math.exp(weight - highest), 0);
  return Math.min(1, sum(weights.filter((weight) => weight <= weightOfTable)) / sum(weights));
}

/** Tables that are equally probable differ in their last digits. */
const ROUNDING = 1e-9;
