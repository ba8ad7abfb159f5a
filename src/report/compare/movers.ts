// Chooses the rows that a report names: the biggest gain and drop, the largest new and gone row, if chance
// does not explain them. Called by `render/view/` and `explain`.
import type { GoneRow, ReportedInsight } from '../results/results.ts';
import { dayRatio, partByWeekdays } from './by-day.ts';
import { driftOf } from './drift.ts';
import { isRanking } from '../tables/table.ts';
import { spellingOf } from '../tables/keys.ts';

/**
 * Finds the rows of a ranking of events or users that a headline would name: the largest gain, the largest
 * loss of a row that is still there, the largest new row and the largest row that is gone; null if none moved
 * by more than chance. There are no movers
 * - of a sum or a mean, since its value does not say how much it moves by chance,
 * - if the comparison includes a time without events, or
 * - if events began or ceased to have the rows' column.
 * There is no gain and no loss if the comparison is with other days of the week.
 * A row is no mover either if a row outside of the table may have moved more. The more insights a report has
 * (`among`), the further a row must have moved.
 */
export function findMovers(insight: ReportedInsight, among = 1) {
  const { rows, gone, total, previousTotal, noEventsOn, gaps = [] } = insight;
  const isComparable = isRanking(insight) && insight.unit !== 'other' && insight.compare !== null;
  if (!isComparable || noEventsOn !== undefined || driftOf(...withoutValue(insight)) !== 0)
    return { up: null, down: null, isNew: null, gone: null };
  const lostToColumn = mostLostToColumn(insight);
  const ofUsers = leastDeviations(among * (rows.length + gone.length));
  const deviations = insight.unit === 'events' ? EVENTS_TOGETHER * ofUsers : ofUsers;
  const ratio = dayRatio(insight, insight.metric);
  const spellings = Map.groupBy([...rows, ...gone.map((row) => ({ ...row, value: 0 }))], spellingOf);
  // Of a row that is spelt in two ways, both together have to have moved.
  const isNews = (row: Pick<GoneRow, 'key' | 'parts'>): boolean => {
    // One platform, or a new version, may send it under another name.
    if (gaps.some(({ part }) => part === row.key)) return false;
    let [value, previous] = [0, 0];
    for (const each of spellings.get(spellingOf(row)) ?? []) {
      value += each.value ?? 0;
      previous += (each.previous ?? 0) * ratio;
    }
    return (
      Math.abs(value - previous) > lostToColumn &&
      isBeyondNoise(value, previous, [total, previousTotal], deviations)
    );
  };
  // From a Sunday to a Monday, every row of a business app gains.
  const ofWeekdays = partByWeekdays(insight);
  const moved = rows.map((row) => ({
    row,
    by: row.isNew ? 0 : (row.value ?? 0) - (row.previous ?? 0) * ratio,
  }));
  // Only if the row that moved most is news: of a smaller one, "biggest" would not be true. A number that is
  // not known may be any.
  const isMover = ({ row, by }: (typeof moved)[number]): boolean =>
    row.value !== null &&
    row.previous !== null &&
    Math.abs(by) > ofWeekdays * Math.max(row.value, row.previous) &&
    isNews(row);
  // If there was nothing before, every row is new and none is news.
  const hadNothing = gone.length === 0 && rows.every(({ isNew }) => isNew);
  const added = rows.filter((row) => row.isNew && !hadNothing && !row.parts.includes(null) && isNews(row));
  const lost = gone.filter(isNews);
  const up = largest(moved, ({ by }) => by);
  const down = largest(moved, ({ by }) => -by);
  const unseen = mostUnseen(insight);
  return {
    up: up !== null && isMover(up) && up.by >= unseen.value ? up.row : null,
    down: down !== null && isMover(down) && -down.by >= unseen.previous ? down.row : null,
    isNew: unseen.value === Infinity ? null : largest(added, ({ value }) => value ?? 0),
    gone: largest(lost, ({ previous }) => previous ?? 0),
  };
}

/** How many a row may have lost to the row without a value, or gained from it. */
function mostLostToColumn(insight: ReportedInsight): number {
  const [now, before] = withoutValue(insight);
  // A user may be in both rows, and move to the other one alone.
  if (insight.unit === 'users') return Math.max(now.part, before.part);
  return 2 * Math.abs(driftOf(now, before, 0)) * Math.max(now.whole ?? 0, before.whole ?? 0);
}

/** The row without a value, and the total, now and before. */
function withoutValue({ rows, gone, total, previousTotal }: ReportedInsight) {
  const isWithoutValue = ({ parts }: Pick<GoneRow, 'parts'>): boolean => parts.includes(null);
  const row = rows.find(isWithoutValue);
  const previous = (row ?? gone.find(isWithoutValue))?.previous ?? 0;
  return [
    { part: row?.value ?? 0, whole: total },
    { part: previous, whole: previousTotal },
  ] as const;
}

/** The largest values that a row outside of the table can have, now and before. */
function mostUnseen({ unseen, cutOff }: ReportedInsight) {
  const most = cutOff ? Infinity : 0;
  if (unseen === undefined) return { value: most, previous: most };
  return { value: unseen.value ?? Infinity, previous: unseen.previous ?? Infinity };
}

/** Counts of events vary more by chance than counts of users, because some users send many: so many times. */
const EVENTS_TOGETHER = 2;

/** In at most so many reports of steady counts is any row a mover by chance. */
const FALSE_NEWS = 0.01;

/** By how many standard deviations one of so many rows must have moved. */
function leastDeviations(rows: number): number {
  // Beyond z standard deviations, a normal distribution has at most exp(−z² / 2).
  return Math.max(MIN_DEVIATIONS, Math.sqrt(2 * Math.log(rows / FALSE_NEWS)));
}

/** The first of the items with the largest size above 0. */
function largest<T>(items: readonly T[], size: (item: T) => number): T | null {
  return items.reduce<T | null>(
    (best, item) => (size(item) > (best === null ? 0 : size(best)) ? item : best),
    null,
  );
}

/**
 * Whether two counts differ by more than chance: by three standard deviations of the difference of two
 * Poisson counts, √(value + previous), and by 1% of the larger total if one is known. 3 → 4 does not, and
 * 3 → 30 does.
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
  return difference >= Math.max(deviations * Math.sqrt(sum), MIN_SHARE_OF_TOTAL * whole);
}

const MIN_DEVIATIONS = 3;
const MIN_SHARE_OF_TOTAL = 0.01;
