/** A straight line by least squares; `sxx` is the sum of the squared distances of each x from their mean. */
interface Line {
  readonly slope: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly sxx: number;
  /** The standard deviation of the points around the line. */
  readonly deviation: number;
  /** The variance of the line's height at `x`, in those of one point. */
  readonly leverage: (x: number) => number;
}

/** Fits a line to three points or more. */
export function fitLine(points: readonly { readonly x: number; readonly y: number }[]): Line {
  const n = points.length;
  const sum = (of: (x: number, y: number) => number) => points.reduce((all, { x, y }) => all + of(x, y), 0);
  const [meanX, meanY] = [sum((x) => x) / n, sum((_, y) => y) / n];
  const sxx = sum((x) => (x - meanX) ** 2);
  const slope = sum((x, y) => (x - meanX) * (y - meanY)) / sxx;
  const deviation = Math.sqrt(sum((x, y) => (y - meanY - slope * (x - meanX)) ** 2) / (n - 2));
  return { slope, meanX, meanY, sxx, deviation, leverage: (x) => 1 / n + (x - meanX) ** 2 / sxx };
}

/** Two-sided quantiles of the normal distribution, and Student's t for few degrees of freedom. */
const QUANTILES = {
  0.95: { z: 1.959964, few: [12.706, 4.303, 3.182, 2.776] },
  0.99: { z: 2.575829, few: [] },
} as const;

/**
 * Student's t, two-sided: its expansion around the normal quantile (Abramowitz and Stegun, 26.7.5), which at
 * 99 % is good from four degrees of freedom on.
 */
export function studentQuantile(freedom: number, confidence: keyof typeof QUANTILES = 0.95): number {
  const { z, few } = QUANTILES[confidence];
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return few[freedom - 1] ?? terms.reduce((total, term, index) => total + term / freedom ** (index + 1), z);
}
