// Finds the range that is usual for an insight's total, by the totals of earlier periods: 157 to 280. Pure.
import { MANY_DAYS } from '../../compare/by-day.ts';
import { outputKind } from '../../tables/query/counting.ts';
import { findUsualRange } from '../../compare/usual.ts';
import type { ReportedInsight, Results } from '../../results/results.ts';
import { MS_PER_DAY } from '../../../tql/time/interval.ts';
import { endedText, LATE_MS } from './period.ts';
import { hasEarlierPeriods } from './trend.ts';
import type { InsightFacts } from './insight-types.ts';

/**
 * The range that is usual for the total, by those of earlier periods: 157 to 280. Null if the total or one of
 * them is not known for sure, or if there are fewer than six.
 */
export function usualOf(insight: ReportedInsight, { insights, generatedAt }: Results): InsightFacts['usual'] {
  const { total, unit, hidden = [] } = insight;
  const isKnown = total !== null && isSettled(insight, generatedAt) && !hidden.includes('totalHistory');
  if (!isKnown || !hasEarlierPeriods(insight)) return null;
  return findUsualRange(comparableTotals(insight), { isCount: unit !== 'other', among: insights.length });
}

/** Whether the period is over for some hours, and no day of it lacks its events. */
function isSettled({ interval, noEventsOn }: ReportedInsight, generatedAt: string): boolean {
  const isLate = endedText(interval, Date.parse(generatedAt), LATE_MS) !== '';
  return interval.complete && !isLate && noEventsOn === undefined;
}

/**
 * The earlier totals that this one can be compared with. Sums are scaled to the length of this period: a
 * February's × 31 / 28 for a March. For a Monday only Mondays count, that is every seventh period before it.
 */
function comparableTotals({ interval, history, totalHistory, metric, query }: ReportedInsight) {
  const days = daysOf(interval);
  const isSum = metric !== null && outputKind(query, metric) === 'additive';
  // Part of a day, whole weeks and four weeks or more have no weekdays. A day may have 23 hours (0.96 days).
  const isOfWeekdays = days > 0.9 && days < MANY_DAYS && Math.round(days) % 7 !== 0;
  return totalHistory.flatMap((total, place) => {
    if (isOfWeekdays && (totalHistory.length - place) % 7 !== 0) return [];
    return total === null || !isSum ? total : (total * days) / daysOf(history[place] ?? interval);
  });
}

function daysOf({ start, end }: Pick<ReportedInsight['interval'], 'start' | 'end'>): number {
  const days = (Date.parse(end) - Date.parse(start)) / MS_PER_DAY;
  // A week in which the clocks change has an hour more or less.
  return days > 2 ? Math.round(days) : days;
}
