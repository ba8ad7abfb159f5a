// The range in which a total usually lies, by the periods before, for "Usual range: 157 to 280". Called by
// `render/view/insight.ts`.
import { fitLine, studentQuantile } from './line.ts';

/** Fewer earlier values say too little of how much they vary. */
const MIN_PERIODS = 6;

/**
 * How often the next value is outside of its range, if nothing changed: of one insight, of all in a report.
 */
const MISSES = { one: 0.01, all: 0.02 };

/**
 * The range in which the next value of a history lies with a probability of at least 99%, by the straight
 * line through the history (least squares); null if fewer than six values are known. In a report of several
 * insights (`among`), all of them together lie in their ranges with 98%.
 */
export function findUsualRange(
  history: readonly (number | null)[],
  { isCount, among = 1 }: { readonly isCount: boolean; readonly among?: number },
) {
  const points = history.flatMap((y, x) => (y === null ? [] : [{ x, y }]));
  const periods = points.length;
  if (periods < MIN_PERIODS) return null;
  const { slope, meanX, meanY, deviation, leverage } = fitLine(points);
  const expected = meanY + slope * (history.length - meanX);
  // A count varies at least by chance: by its square root.
  const noise = isCount ? Math.max(deviation, Math.sqrt(Math.max(1, expected))) : deviation;
  const quantile = studentQuantile(periods - 2, 1 - Math.min(MISSES.one, MISSES.all / among));
  const error = quantile * noise * Math.sqrt(1 + leverage(history.length));
  const [low, high] = [expected - error, expected + error];
  if (!isCount) return { low, high, periods };
  return { low: Math.max(0, Math.ceil(low)), high: Math.max(0, Math.floor(high)), periods };
}
