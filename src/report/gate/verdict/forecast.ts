import { fitLine, studentQuantile } from '../../compare/line.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';

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

/** A straight line through values. Errors are at 95 %. */
interface Trend {
  readonly points: number;
  /** Per millisecond. */
  readonly slope: number;
  readonly slopeError: number;
  /** Where the line meets the limit, and the error of that; null if it never meets it. */
  readonly crossing: { readonly atMs: number; readonly errorMs: number } | null;
}

/** Fits a line; null for fewer than four points, or if all are at one time. */
export function fitTrend(points: readonly TimedValue[], limit: number): Trend | null {
  const n = points.length;
  if (n < MIN_POINTS) return null;
  const line = fitLine(points.map(({ atMs, value }) => ({ x: atMs, y: value })));
  const { slope, meanX, meanY, sxx } = line;
  if (sxx === 0) return null;
  const error = studentQuantile(n - 2) * line.deviation;
  const atMs = meanX + (limit - meanY) / slope;
  const errorMs = (error / Math.abs(slope)) * Math.sqrt(line.leverage(atMs));
  const crossing = Number.isFinite(atMs + errorMs) ? { atMs, errorMs } : null;
  return { points: n, slope, slopeError: error / Math.sqrt(sxx), crossing };
}

const MIN_POINTS = 4;
