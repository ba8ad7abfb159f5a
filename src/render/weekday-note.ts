import type { ReportedInsight } from '../results.ts';
import { bucketUnit, isoDay } from './dates.ts';
import { daysBetween, spanWords } from './span.ts';

/** What a reader should know of days that stand beside other days of the week: on a Sunday people do what they do not on a Thursday. */
export function weekdayNotes(
  { compare, interval, query, timezone }: Pick<ReportedInsight, 'compare' | 'interval' | 'query' | 'timezone'>,
  rowCount: number,
): readonly string[] {
  if (compare === null || rowCount < 2 || bucketUnit(query.granularity) !== 'day') return [];
  const [compared = '', start = ''] = [compare, interval].map((each) => isoDay(Date.parse(each.start), timezone));
  const count = daysBetween(compared, start);
  const words = spanWords({ count, unit: 'day' });
  return count % 7 === 0 ? [] : [`Each day is compared with the one ${words} before it, another day of the week.`];
}
