// The range in which a total usually lies, by the periods before, for "Usual range: 157 to 280". Called by
// `render/view/insight.ts`.
import { fitLine, studentQuantile } from './line.ts';

/** Fewer earlier values say too little of how much they vary. */
const MIN_PERIODS = 6;

/**
 * The range in which the next value of a history lies with 99 %, by the straight line through the history
 * (least squares); null if fewer than six values are known. Counts vary by chance at least. In a report of
 * several insights (`among`), all values together lie in their ranges with 98 %.
 */
export function findUsualRange(history: readonly (number | null)[], isCount: boolean, among = 1) {
  const points = history.flatMap((y, x) => (y === null ? [] : [{ x, y }]));
  const n = points.length;
  if (n < MIN_PERIODS) return null;
  const { slope, meanX, meanY, deviation, leverage } = fitLine(points);
  const expected = meanY + slope * (history.length - meanX);
  const noise = Math.max(deviation, isCount ? Math.sqrt(Math.max(1, expected)) : 0);
  const error =
    studentQuantile(n - 2, 1 - Math.min(0.01, 0.02 / among)) *
    noise *
    Math.sqrt(1 + leverage(history.length));
  const low = expected - error;
  return {
    low: isCount ? Math.max(0, Math.ceil(low)) : low,
    high: isCount ? Math.max(0, Math.floor(expected + error)) : expected + error,
    // How many periods it is computed from.
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
