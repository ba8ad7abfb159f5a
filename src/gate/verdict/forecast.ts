/** A value at a time, in epoch milliseconds. */
export interface TimedValue {
  readonly atMs: number;
  readonly value: number;
}

/** A straight line through points, least squares; errors are at 95 per cent. */
export interface Trend {
  readonly points: number;
  /** Per millisecond. */
  readonly slope: number;
  readonly slopeError: number;
  /** Where the line meets the limit, and how far off that may be; null where it runs alongside. */
  readonly crossing: (TimedValue & { readonly errorMs: number }) | null;
}

/** Fits a line; null of fewer than four points, or where all are at one time. */
export function fitTrend(points: readonly TimedValue[], limit: number): Trend | null {
  const n = points.length;
  if (n < MIN_POINTS) return null;
  const [meanX, meanY] = [mean(points.map(({ atMs }) => atMs)), mean(points.map(({ value }) => value))];
  const sxx = sum(points.map(({ atMs }) => (atMs - meanX) ** 2));
  if (sxx === 0) return null;
  const slope = sum(points.map(({ atMs, value }) => (atMs - meanX) * (value - meanY))) / sxx;
  const rest = sum(points.map(({ atMs, value }) => (value - meanY - slope * (atMs - meanX)) ** 2));
  const spread = Math.sqrt(rest / (n - 2));
  const quantile = QUANTILES[Math.min(n - 2, QUANTILES.length) - 1] ?? LARGE_SAMPLE_QUANTILE;
  const slopeError = (quantile * spread) / Math.sqrt(sxx);
  return { points: n, slope, slopeError, crossing: crossingOf() };

  function crossingOf(): Trend['crossing'] {
    if (slope === 0) return null;
    const atMs = meanX + (limit - meanY) / slope;
    const errorMs = ((quantile * spread) / Math.abs(slope)) * Math.sqrt(1 / n + (atMs - meanX) ** 2 / sxx);
    return { atMs, value: limit, errorMs };
  }
}

const MIN_POINTS = 4;
/** Student's t, two-sided 95 %, for 1, 2, … degrees of freedom. */
const QUANTILES = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131]; // prettier-ignore
const LARGE_SAMPLE_QUANTILE = 2.05;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
