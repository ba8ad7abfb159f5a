// Chooses the rows that a report names: the biggest gain and drop, the largest new and gone row, if chance
// does not explain them. Called by `render/view/` and `explain`.
import type { GoneRow, ReportedInsight } from '../results/results.ts';
import { dayRatio } from './by-day.ts';
import { driftOf } from './drift.ts';
import { isRanking } from '../tables/table.ts';

/**
 * Finds the rows of a ranking of events or users that a headline would name: the largest gain, the largest
 * loss of a row that is still there, the largest new row and the largest that is gone; null if none moved by
 * more than chance. How much a sum or a mean moves by chance does not follow from its value, so these have no
 * movers. Nor has a table whose unseen rows may have moved more, one of a time without events, or one of a
 * column that events began or ceased to have. The more insights a report has (`among`), the further a row
 * must have moved.
 */
export function findMovers(insight: ReportedInsight, among = 1) {
  const { rows, gone, total, previousTotal, noEventsOn } = insight;
  if (!isRanking(insight) || insight.unit === 'other' || insight.compare === null) return NO_MOVERS;
  if (noEventsOn !== undefined || missingMore(insight, 1) !== 0) return NO_MOVERS;
  // What now has no value, or no longer none, may be all that a row lost or gained.
  const drift = Math.abs(missingMore(insight, 0)) * Math.max(total ?? 0, previousTotal ?? 0);
  const ratio = dayRatio(insight, insight.metric);
  const unseen = mostUnseen(insight);
  const deviations = Math.max(
    MIN_DEVIATIONS,
    Math.sqrt(2 * Math.log((among * (rows.length + gone.length)) / FALSE_NEWS)),
  );
  const isNews = (value: number, previous: number): boolean =>
    Math.abs(value - previous) > 2 * drift &&
    isBeyondNoise(value, previous, [total, previousTotal], deviations);
  const moved = rows.flatMap((row) => {
    const { value } = row;
    const previous = row.previous === null ? null : row.previous * ratio;
    return value === null || previous === null || !isNews(value, previous)
      ? []
      : [{ row, by: value - previous }];
  });
  // If there was nothing before, every row is new and none is news.
  const hadNothing = gone.length === 0 && rows.every(({ isNew }) => isNew);
  const added = rows.filter(
    ({ isNew, value, parts }) =>
      isNew && !hadNothing && value !== null && !parts.includes(null) && isNews(value, 0),
  );
  const lost = gone.filter(({ previous }) => previous !== null && isNews(0, previous));
  const up = largest(moved, ({ by }) => by);
  const down = largest(moved, ({ by }) => -by);
  // A row whose earlier value is not known may have had none.
  const mostGained = Math.max(
    unseen.value,
    ...rows.map(({ previous, isNew, value }) => (previous === null && !isNew ? (value ?? 0) : 0)),
  );
  return {
    up: up !== null && up.by >= mostGained ? up.row : null,
    down: down !== null && -down.by >= unseen.previous ? down.row : null,
    isNew: unseen.value === Infinity ? null : largest(added, ({ value }) => value ?? 0),
    gone: largest(lost, ({ previous }) => previous ?? 0),
  };
}

/** How much larger the share without a value is, if that is much of a row with such a share. */
function missingMore({ rows, gone, total, previousTotal }: ReportedInsight, shareOfRow: number): number {
  const isMissing = ({ parts }: Pick<GoneRow, 'parts'>): boolean => parts.includes(null);
  const held = rows.find(isMissing);
  const earlier = held ?? gone.find(isMissing);
  const now = { part: held?.value ?? 0, whole: total };
  return driftOf(now, { part: earlier?.previous ?? 0, whole: previousTotal }, shareOfRow);
}

/** The largest values that a row outside of the table can have, now and before. */
function mostUnseen({ unseen, cutOff }: ReportedInsight) {
  const most = cutOff ? Infinity : 0;
  if (unseen === undefined) return { value: most, previous: most };
  return { value: unseen.value ?? Infinity, previous: unseen.previous ?? Infinity };
}

/**
 * How often at most a report of steady counts has a mover: the tail of the normal distribution is below
 * exp(−z² / 2) for each row.
 */
const FALSE_NEWS = 0.01;

const NO_MOVERS = { up: null, down: null, isNew: null, gone: null } as const;

/** The first of the items with the largest size above 0. */
function largest<T>(items: readonly T[], size: (item: T) => number): T | null {
  return items.reduce<T | null>(
    (best, item) => (size(item) > (best === null ? 0 : size(best)) ? item : best),
    null,
  );
}

/**
 * Whether two counts differ by more than chance: by three standard deviations of the difference of two
 * Poisson counts, √(value + previous), and by a hundredth of the larger total if one is known. 3 → 4 does
 * not, 3 → 30 does.
 */
export function isBeyondNoise(
  value: number,
  previous: number,
  totals: readonly (number | null)[],
  deviations = MIN_DEVIATIONS,
): boolean {
  const [difference, sum] = [Math.abs(value - previous), value + previous];
  if (value < 0 || previous < 0 || difference <= 0) return false;
  const whole = Math.max(0, ...totals.map((total) => total ?? 0));
  return difference >= deviations * Math.sqrt(sum) && difference >= MIN_SHARE_OF_TOTAL * whole;
}

const MIN_DEVIATIONS = 3;
const MIN_SHARE_OF_TOTAL = 0.01;
