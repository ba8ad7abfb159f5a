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
 * The two-sided p-value of Fisher's exact test. Both samples together have so many successes: the test adds
 * up how probable it is to divide these by chance as unevenly as here, or more. Null if the numbers are no
 * samples.
 */
export function fishersExact(one: Sample, other: Sample): number | null {
  const counts = [one.users, one.successes, other.users, other.successes];
  const areCounts = counts.every((count) => Number.isInteger(count) && count >= 0);
  if (!areCounts || one.successes > one.users || other.successes > other.users) return null;
  const successes = one.successes + other.successes;
  const least = Math.max(0, successes - other.users);
  const most = Math.min(successes, one.users);
  // For each number of successes that the first sample can have, the logarithm of its probability relative to
  // that of `least`: the probabilities themselves would overflow.
  const logs: number[] = [];
  let log = 0;
  for (let count = least; count <= most; count += 1) {
    logs.push(log);
    log += Math.log(
      ((successes - count) * (one.users - count)) / ((count + 1) * (other.users - successes + count + 1)),
    );
  }
  const highest = logs.reduce((best, each) => Math.max(best, each), -Infinity);
  const actual = logs[one.successes - least] ?? highest;
  const isAsUneven = (each: number): boolean => each <= actual + ROUNDING;
  const sum = (some: readonly number[]): number =>
    some.reduce((total, each) => total + Math.exp(each - highest), 0);
  return Math.min(1, sum(logs.filter(isAsUneven)) / sum(logs));
}

/** Logarithms of equal probabilities may differ in their last digits. */
const ROUNDING = 1e-9;
