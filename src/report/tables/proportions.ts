// The statistics of parts of users: Fisher's exact test between two small samples of an experiment, where a
// normal approximation would be wrong, and Wilson's interval of one part, for a gate's `confidence`.

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

/** An interval in which a true number lies with some confidence. */
export interface ConfidenceInterval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's score interval of a proportion: `count` of `of`, which is above 0 and no smaller. */
export function wilsonInterval(count: number, of: number, confidence: number): ConfidenceInterval {
  const z = quantileOf(confidence);
  const share = count / of;
  const [size, weight] = [(z * z) / of, 1 + (z * z) / of];
  const middle = (share + size / 2) / weight;
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / of + size / (4 * of));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** How many standard deviations to either side hold a normal variable with some confidence. */
export function quantileOf(confidence: number): number {
  return normalQuantile((1 + confidence) / 2);
}

/**
 * The value below which a standard normal variable lies with a probability above 0.5: by Newton's method,
 * from below.
 */
export function normalQuantile(probability: number): number {
  let value = 0;
  for (let step = 1; step > 1e-12; value += step)
    step = (probability - normalDistribution(value)) / density(value);
  return value;
}

/**
 * The probability below a value of 0 or more, by the series Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), whose
 * terms are all positive.
 */
function normalDistribution(value: number): number {
  let [term, sum] = [value, value];
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (value * value) / odd;
    sum += term;
  }
  return 0.5 + sum * density(value);
}

function density(value: number): number {
  return Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
}
