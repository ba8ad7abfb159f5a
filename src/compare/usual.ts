/** What the last periods lead to expect of the next one. */
export interface UsualRange {
  readonly low: number;
  readonly high: number;
  /** How many periods it is computed from. */
  readonly periods: number;
}

/** Fewer earlier values say too little of how much they vary. */
const MIN_PERIODS = 6;

/**
 * The range in which the next value of a history lies with 99 %, by the straight line through the history
 * (least squares); null if fewer than six values are known. Counts vary by chance at least.
 */
export function findUsualRange(history: readonly (number | null)[], isCount: boolean): UsualRange | null {
  const points = history.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const n = points.length;
  if (n < MIN_PERIODS) return null;
  const [meanX, meanY] = [mean(points.map(({ at }) => at)), mean(points.map(({ value }) => value))];
  const sxx = sum(points.map(({ at }) => (at - meanX) ** 2));
  const slope = sum(points.map(({ at, value }) => (at - meanX) * (value - meanY))) / sxx;
  const residual = sum(points.map(({ at, value }) => (value - meanY - slope * (at - meanX)) ** 2)) / (n - 2);
  const expected = meanY + slope * (history.length - meanX);
  const noise = Math.max(Math.sqrt(residual), isCount ? Math.sqrt(Math.max(1, expected)) : 0);
  const error = quantile(n - 2) * noise * Math.sqrt(1 + 1 / n + (history.length - meanX) ** 2 / sxx);
  const low = expected - error;
  return {
    low: isCount ? Math.max(0, Math.ceil(low)) : low,
    high: isCount ? Math.max(0, Math.floor(expected + error)) : expected + error,
    periods: n,
  };
}

const MIN_DAYS = 21;

/**
 * The values of a history of days that are of the same weekday as the next day, if there are enough of them;
 * else all, if they are three weeks.
 */
export function sameWeekdays<T>(history: readonly T[]): readonly T[] {
  if (history.length < MIN_DAYS) return [];
  const same = history.filter((_, index) => (history.length - index) % 7 === 0);
  return same.length >= MIN_PERIODS ? same : history;
}

/**
 * Student's t, two-sided 99 %: its expansion around the normal quantile (Abramowitz and Stegun, 26.7.5), good
 * from four degrees of freedom on.
 */
function quantile(freedom: number): number {
  const z = 2.575829;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((total, term, index) => total + term / freedom ** (index + 1), z);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
