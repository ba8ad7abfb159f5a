import { MS_PER_DAY } from '../../tql/interval.ts';

/** A value at a time, in epoch milliseconds. */
export interface TimedValue {
  readonly atMs: number;
  readonly value: number;
}

/** When a value is expected to cross its limit, by a straight line through earlier values. */
export type Forecast =
  | { readonly kind: 'too-few-values' }
  | { readonly kind: 'no-trend'; readonly points: number }
  /** `slope` is per millisecond. */
  | {
      readonly kind: 'moving-away' | 'far-ahead';
      readonly points: number;
      readonly slope: number;
      readonly limit: number;
    }
  | {
      readonly kind: 'crossing';
      readonly points: number;
      readonly slope: number;
      readonly limit: number;
      readonly atMs: number;
      /** At 95 %. */
      readonly errorMs: number;
    };

/** A straight line says nothing about what lies further ahead. */
const HORIZON_MS = 3 * 366 * MS_PER_DAY;

/** Forecasts when a value crosses its limit (null: it has none). The values are in order of time. */
export function forecastCrossing(
  values: readonly TimedValue[],
  limit: number | null,
  nowMs: number,
): Forecast {
  const trend = limit === null ? null : fitTrend(values, limit);
  if (trend === null || limit === null) return { kind: 'too-few-values' };
  const { points, slope, slopeError, crossing } = trend;
  if (crossing === null || Math.abs(slope) <= slopeError) return { kind: 'no-trend', points };
  const last = values.at(-1)?.value ?? limit;
  const isBehind = crossing.atMs <= nowMs || (slope > 0 ? last > limit : last < limit);
  if (isBehind) return { kind: 'moving-away', points, slope, limit };
  if (crossing.atMs - nowMs > HORIZON_MS) return { kind: 'far-ahead', points, slope, limit };
  return { kind: 'crossing', points, slope, limit, ...crossing };
}

/** A straight line through points by least squares. Errors are at 95 %. */
interface Trend {
  readonly points: number;
  /** Per millisecond. */
  readonly slope: number;
  readonly slopeError: number;
  /** Where the line meets the limit, and the error of that; null if it is parallel to it. */
  readonly crossing: { readonly atMs: number; readonly errorMs: number } | null;
}

/** Fits a line; null for fewer than four points, or if all are at one time. */
export function fitTrend(points: readonly TimedValue[], limit: number): Trend | null {
  const n = points.length;
  if (n < MIN_POINTS) return null;
  const [meanX, meanY] = [mean(points.map(({ atMs }) => atMs)), mean(points.map(({ value }) => value))];
  const sxx = sum(points.map(({ atMs }) => (atMs - meanX) ** 2));
  if (sxx === 0) return null;
  const slope = sum(points.map(({ atMs, value }) => (atMs - meanX) * (value - meanY))) / sxx;
  const residual = sum(points.map(({ atMs, value }) => (value - meanY - slope * (atMs - meanX)) ** 2));
  const error = studentQuantile(n - 2) * Math.sqrt(residual / (n - 2));
  return { points: n, slope, slopeError: error / Math.sqrt(sxx), crossing: findCrossing() };

  function findCrossing(): Trend['crossing'] {
    if (slope === 0) return null;
    const atMs = meanX + (limit - meanY) / slope;
    return { atMs, errorMs: (error / Math.abs(slope)) * Math.sqrt(1 / n + (atMs - meanX) ** 2 / sxx) };
  }
}

const MIN_POINTS = 4;

/**
 * Student's t, two-sided 95 %: a table for up to 4 degrees of freedom, else its expansion around the normal
 * quantile (Abramowitz and Stegun, 26.7.5).
 */
export function studentQuantile(freedom: number): number {
  const few = [12.706, 4.303, 3.182, 2.776][freedom - 1];
  const z = 1.959964;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return few ?? terms.reduce((total, term, index) => total + term / freedom ** (index + 1), z);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
