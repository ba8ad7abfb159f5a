// Forecasts when a value crosses its limit, if two kinds of lines through its history agree. Used for gates
// and for minimum versions.
import { fitLine, studentQuantile } from '../../compare/line.ts';
import { MS_PER_DAY } from '../../../tql/interval.ts';

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
 * Forecasts when a value crosses its limit (null: it has none). The values are in order of time. Shares of
 * old versions decay, others fall in a line, so a time is said only if a line of the values and one of their
 * log-odds (of counts: logarithms) agree on it.
 */
export function forecastCrossing(
  values: readonly TimedValue[],
  limit: number | null,
  nowMs: number,
): Forecast {
  const scale = scaleOf([...values.map(({ value }) => value), ...(limit === null ? [] : [limit])]);
  const [plain, curved] = [fitTrend(values, limit, (value) => value), fitTrend(values, limit, scale)];
  const isClear = plain !== null && curved !== null && !curved.hasStep && plain.isRising === curved.isRising;
  if (!isClear) return { kind: 'none' };
  const { isRising, isLevelling, crossing } = curved;
  const last = values.at(-1)?.value ?? 0;
  const isAhead = limit !== null && isRising === last < limit;
  if (!isAhead || isLevelling || crossing === null || plain.crossing === null)
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

/** Fits a line on a scale; null for too few points, or without a slope. */
function fitTrend(values: readonly TimedValue[], limit: number | null, scale: Scale) {
  const points = values.map(({ atMs, value }) => ({ x: atMs, y: scale(value) }));
  if (points.length < MIN_POINTS) return null;
  const line = fitLine(points);
  const { slope, meanX, meanY, sxx, deviation } = line;
  const error = studentQuantile(points.length - 2) * deviation;
  // Of values that are equal, rounding is all the slope.
  if (
    !(Math.abs(slope) > error / Math.sqrt(sxx)) ||
    Math.abs(slope) * Math.sqrt(sxx) <= 1e-9 * Math.abs(meanY)
  )
    return null;
  const atMs = meanX + ((limit === null ? NaN : scale(limit)) - meanY) / slope;
  const errorMs = (error / Math.abs(slope)) * Math.sqrt(line.leverage(atMs));
  // Where the line meets the limit, and the error of that at 95 %; null if it never meets it.
  const crossing = Number.isFinite(atMs + errorMs) ? { atMs, errorMs } : null;
  return { isRising: slope > 0, isLevelling: isLevelling(points), hasStep: hasStep(points, line), crossing };
}

/** Of values that level off, the second half has a smaller part of the slope of the first half. */
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

/** A step is one only if it is at least this part of all that the points move. */
const LEAST_STEP = 0.25;

/**
 * Whether a step explains the points as well as a line: two levels leave no more of them unexplained, or a
 * line on either side of one clearly less.
 */
function hasStep(
  points: readonly Point[],
  { deviation }: Pick<ReturnType<typeof fitLine>, 'deviation'>,
): boolean {
  const n = points.length;
  const rest = deviation ** 2 * (n - 2);
  const heights = points.map(({ y }) => y);
  const least = LEAST_STEP * (Math.max(...heights) - Math.min(...heights));
  const places = Array.from({ length: n - 3 }, (_, place) => place + 2);
  const quantile = studentQuantile(n - 3, 1 - 0.05 / places.length);
  return places.some((place) => {
    const sides = [points.slice(0, place), points.slice(place)];
    const levels = sides.map((side) => restAround(side, 0).squares);
    const shared = slopeWithin(sides);
    const parallel = sides.map((side) => restAround(side, shared));
    const [before, after] = parallel.map(({ mean }) => mean);
    const isHigh = Math.abs((after ?? 0) - (before ?? 0)) >= least;
    const left = sumOf(parallel.map(({ squares }) => squares));
    return sumOf(levels) <= rest || (isHigh && (rest - left) * (n - 3) > quantile ** 2 * left);
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

/** The height of a line of this slope through points, and what they leave around it. */
function restAround(points: readonly Point[], slope: number) {
  const rests = points.map(({ x, y }) => y - slope * x);
  const mean = meanOf(rests);
  return { mean, squares: sumOf(rests.map((rest) => (rest - mean) ** 2)) };
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
