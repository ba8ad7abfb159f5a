// Confidence intervals of a proportion, and the normal quantiles behind them.

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
