import type { GoneRow, ReportedInsight, ResultsRow } from '../results.ts';
import { roundingError } from '../tables/rounding/row.ts';
import { isRanking } from '../tables/table.ts';

/** The rows that a headline would name; null if none moved by more than chance. */
interface Movers {
  /** The largest gain, in absolute numbers. */
  readonly up: ResultsRow | null;
  /** The largest loss of a row that is still there. */
  readonly down: ResultsRow | null;
  /** The largest new row. */
  readonly isNew: ResultsRow | null;
  /** The largest row that is gone. */
  readonly gone: GoneRow | null;
}

/**
 * Finds the biggest movers of a ranking of events or users. How much a sum or a mean moves by chance does not follow from its value,
 * so these have no movers.
 */
export function findMovers(insight: ReportedInsight): Movers {
  if (!isRanking(insight) || insight.unit === 'other' || insight.compare === null) return NO_MOVERS;
  const totals = [insight.total, insight.previousTotal];
  const isNews = (value: number, previous: number): boolean =>
    isBeyondNoise(value, previous, totals, insight.roundedTo ?? 1);
  const moved = insight.rows.flatMap((row) => {
    const { value, previous } = row;
    return value === null || previous === null || !isNews(value, previous) ? [] : [{ row, by: value - previous }];
  });
  // If there was nothing before, every row is new and none is news.
  const hadNothing = insight.gone.length === 0 && insight.rows.every(({ isNew }) => isNew);
  const added = hadNothing
    ? []
    : insight.rows.filter(({ isNew, value }) => isNew && value !== null && isNews(value, 0));
  const gone = insight.gone.filter(({ previous }) => previous !== null && isNews(0, previous));
  return {
    up: largest(moved, ({ by }) => by)?.row ?? null,
    down: largest(moved, ({ by }) => -by)?.row ?? null,
    isNew: largest(added, ({ value }) => value ?? 0),
    gone: largest(gone, ({ previous }) => previous ?? 0),
  };
}

const NO_MOVERS: Movers = { up: null, down: null, isNew: null, gone: null };

/** The first of the items with the largest size above 0. */
function largest<T>(items: readonly T[], size: (item: T) => number): T | null {
  return items.reduce<T | null>((best, item) => (size(item) > (best === null ? 0 : size(best)) ? item : best), null);
}

/**
 * Whether two counts differ by more than chance: by three standard deviations of the difference of two Poisson counts,
 * √(value + previous), and by a hundredth of the larger total if one is known. 3 → 4 does not, 3 → 30 does.
 */
export function isBeyondNoise(
  value: number,
  previous: number,
  totals: readonly (number | null)[],
  roundedTo = 1,
): boolean {
  const [difference, sum] = [Math.abs(value - previous) - roundingError(roundedTo), value + previous];
  if (value < 0 || previous < 0 || difference <= 0) return false;
  const whole = Math.max(0, ...totals.map((total) => total ?? 0));
  return difference >= MIN_DEVIATIONS * Math.sqrt(sum) && difference >= MIN_SHARE_OF_TOTAL * whole;
}

const MIN_DEVIATIONS = 3;
const MIN_SHARE_OF_TOTAL = 0.01;
