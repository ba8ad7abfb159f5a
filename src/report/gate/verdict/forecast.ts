// Forecasts when a value crosses its limit, if two kinds of lines through its history agree. Used for gates
// and for minimum versions.
import { fitLine, studentQuantile } from '../../compare/line.ts';
import { MS_PER_DAY } from '../../../tql/time/interval.ts';

/** A value at a time, in epoch milliseconds. */
export interface TimedValue {
  readonly atMs: number;
  readonly value: number;
}

/** Where a value is heading, by earlier values. */
export type Forecast =
  /** Too few values, no trend, or a step that looks like one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'moving'; readonly isRising: boolean }
  /** About when it crosses its limit. */
  | {
      readonly kind: 'crossing';
      readonly isRising: boolean;
      readonly limit: number;
      readonly atMs: number;
      /** How far off that may be: by the error of either line at 95 %, and by how far they are apart. */
      readonly withinDays: number;
      /** Whether that may be now. */
      readonly isNear: boolean;
    };

/** How many values a forecast needs. */
export const MIN_POINTS = 6;
/** A day that may be off by more says nothing. */
const MOST_ERROR_MS = 20 * MS_PER_DAY;

/**
 * Forecasts when a value crosses its limit (null: it has none). The values are in order of time. Some values
 * move along a line, while shares of old versions decay. So the time is given only if two lines agree on it:
 * one through the values, and one through their log-odds (of counts: their logarithms).
 */
export function forecastCrossing(
  values: readonly TimedValue[],
  limit: number | null,
  nowMs: number,
): Forecast {
  const scale = scaleOf([...values.map(({ value }) => value), ...(limit === null ? [] : [limit])]);
  const plain = fitTrend(values, limit, (value) => value);
  const curved = fitTrend(values, limit, scale);
  const isClear = plain !== null && curved !== null && !curved.hasStep && plain.isRising === curved.isRising;
  if (!isClear) return { kind: 'none' };
  const { isRising, isLevelling, crossing } = curved;
  const last = values.at(-1)?.value ?? 0;
  const isTowardsLimit = limit !== null && isRising === last < limit;
  if (!isTowardsLimit || isLevelling || crossing === null || plain.crossing === null)
    return { kind: 'moving', isRising };
  // The date lies between both lines. Its error is theirs, and how far they are apart.
  const differMs = Math.abs(crossing.atMs - plain.crossing.atMs);
  const errorMs = differMs + Math.max(crossing.errorMs, plain.crossing.errorMs);
  const atMs = (crossing.atMs + plain.crossing.atMs) / 2;
  if (errorMs > MOST_ERROR_MS || atMs <= nowMs) return { kind: 'moving', isRising };
  const withinDays = Math.ceil(errorMs / MS_PER_DAY);
  const isNear = atMs - nowMs <= withinDays * MS_PER_DAY;
  return { kind: 'crossing', isRising, limit, atMs, withinDays, isNear };
}

type Scale = (value: number) => number;

/** On which scale values that decay, or grow, are a line. */
function scaleOf(values: readonly number[]): Scale {
  if (values.every((value) => value > 0 && value < 1)) return (value) => Math.log(value / (1 - value));
  return values.every((value) => value > 0) ? Math.log : (value) => value;
}

/** Fits a line to values on a scale; null if there are too few, or the line has no clear slope. */
function fitTrend(values: readonly TimedValue[], limit: number | null, scale: Scale) {
  const points = values.map(({ atMs, value }) => ({ x: atMs, y: scale(value) }));
  if (points.length < MIN_POINTS) return null;
  const line = fitLine(points);
  const { slope, meanX, meanY, sxx, deviation } = line;
  const error = studentQuantile(points.length - 2) * deviation;
  const isClear = Math.abs(slope) > error / Math.sqrt(sxx);
  // If all values are equal, rounding may give them a slope.
  const isRounding = Math.abs(slope) * Math.sqrt(sxx) <= 1e-9 * Math.abs(meanY);
  if (!isClear || isRounding) return null;
  const atMs = meanX + ((limit === null ? NaN : scale(limit)) - meanY) / slope;
  const errorMs = (error / Math.abs(slope)) * Math.sqrt(line.leverage(atMs));
  // Where the line meets the limit, and the error of that at 95 %; null if it never meets it.
  const crossing = Number.isFinite(atMs + errorMs) ? { atMs, errorMs } : null;
  return { isRising: slope > 0, isLevelling: isLevelling(points), hasStep: hasStep(points, line), crossing };
}

/** Values level off if the slope of their second half is a smaller part of the slope of the first half. */
const LEAST_SLOPE = 0.5;

/** Whether values level off, as adoption does when the rest of the users never update. */
function isLevelling(points: readonly Point[]): boolean {
  const half = Math.floor(points.length / 2);
  return fitLine(points.slice(-half)).slope / fitLine(points.slice(0, half)).slope < LEAST_SLOPE;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A step has at least this part of the distance between the lowest and the highest point. */
const LEAST_STEP = 0.25;

/**
 * Whether a step explains the points as well as the line does: for some place of the step, two flat levels
 * are as near to them, or two parallel lines are clearly nearer.
 */
function hasStep(
  points: readonly Point[],
  { deviation }: Pick<ReturnType<typeof fitLine>, 'deviation'>,
): boolean {
  const n = points.length;
  // What a model leaves unexplained: the sum of the squared distances of the points from it.
  const unexplained = deviation ** 2 * (n - 2);
  const heights = points.map(({ y }) => y);
  const least = LEAST_STEP * (Math.max(...heights) - Math.min(...heights));
  const places = Array.from({ length: n - 3 }, (_, place) => place + 2);
  const quantile = studentQuantile(n - 3, 1 - 0.05 / places.length);
  return places.some((place) => {
    const sides = [points.slice(0, place), points.slice(place)];
    const byLevels = sumOf(sides.map((side) => fitSlope(side, 0).unexplained));
    const sharedSlope = slopeWithin(sides);
    const parallels = sides.map((side) => fitSlope(side, sharedSlope));
    const byParallels = sumOf(parallels.map((line) => line.unexplained));
    const [before = 0, after = 0] = parallels.map(({ height }) => height);
    const isStep = Math.abs(after - before) >= least;
    // The t-test of the height of the step, for as many places as were tried.
    const isClearlyNearer = (unexplained - byParallels) * (n - 3) > quantile ** 2 * byParallels;
    return byLevels <= unexplained || (isStep && isClearlyNearer);
  });
}

/** The slope of two parallel lines through two groups of points. */
function slopeWithin(sides: readonly (readonly Point[])[]): number {
  const centred = sides.flatMap((side) => {
    const [x, y] = [meanOf(side.map((point) => point.x)), meanOf(side.map((point) => point.y))];
    return side.map((point) => ({ x: point.x - x, y: point.y - y }));
  });
  return sumOf(centred.map(({ x, y }) => x * y)) / sumOf(centred.map(({ x }) => x * x));
}

/** The line with this slope that is nearest to points: its height at 0, and what it leaves unexplained. */
function fitSlope(points: readonly Point[], slope: number) {
  const heights = points.map(({ x, y }) => y - slope * x);
  const height = meanOf(heights);
  return { height, unexplained: sumOf(heights.map((each) => (each - height) ** 2)) };
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
