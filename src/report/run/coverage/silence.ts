// Recognizes events that ended although their source goes on, as if they were renamed. `read.ts` treats the
// days since as days without data.
import { WEEK } from '../../compare/gaps.ts';
import { median } from '../../compare/median.ts';
import { type SourceDay, sumOf } from './ask.ts';

/** If fewer events were due on the days without any, that may be chance. */
const FEWEST_DUE = 10;
/** The weeks before that show how many events are due. */
const WEEKS = 4;

/**
 * The index of the first of the days at the end on which no event is one of those that are counted, although
 * some were due; null if there are none.
 */
export function findSilence(days: readonly SourceDay[], countOf: (day: SourceDay) => number): number | null {
  const first = days.findLastIndex((day) => countOf(day) > 0) + 1;
  const before = days.slice(Math.max(0, first - WEEKS * WEEK), first);
  return countDue(before, days.slice(first), countOf) < FEWEST_DUE ? null : first;
}

/**
 * How many events were due on the silent days, by their part of the source's events before: in most weeks,
 * and on the same weekdays. Some are sent only during a campaign, or only on working days.
 */
function countDue(
  before: readonly SourceDay[],
  silent: readonly SourceDay[],
  countOf: (day: SourceDay) => number,
): number {
  const partOf = (days: readonly SourceDay[]): number =>
    sumOf(days, countOf) / (sumOf(days, ({ count }) => count) || Infinity);
  const daysBack = (place: number): number => before.length - place;
  const weeks = Map.groupBy(before, (_, place) => Math.ceil(daysBack(place) / WEEK));
  const byWeeks = median([...weeks.values()].map(partOf)) * sumOf(silent, ({ count }) => count);
  const byWeekdays = sumOf(
    silent,
    ({ count }, index) => count * partOf(before.filter((_, place) => (daysBack(place) + index) % WEEK === 0)),
  );
  return Math.min(byWeeks, byWeekdays);
}
