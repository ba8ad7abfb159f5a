// Compares counts of periods of different lengths, such as March and February, by day, and recognizes periods
// of other days of the week.
import type { ReportedInsight } from '../results/results.ts';
import { outputKind } from '../tables/query/counting.ts';
import { bucketEndMs } from '../../tql/time/buckets.ts';
import { parseGranularity } from '../../tql/time/granularity.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/time/interval.ts';

/**
 * By how much an earlier number is multiplied before it is compared: an earlier February by 31 / 28 if the
 * period is March. It is 1 for what does not add up over days, such as distinct users.
 */
export function dayRatio(
  { compare, query }: Pick<ReportedInsight, 'compare' | 'query'>,
  output: string | null,
): number {
  const length = compare?.length;
  return length !== undefined && outputKind(query, output) === 'additive' ? length.days / length.earlier : 1;
}

/** How many days of a bucket lie within a period, as a fraction: 30.5 of a month may have been counted. */
export function bucketDays(
  granularity: unknown,
  timeZone: string,
  { startMs, endMs }: TimeRange,
  bucketMs: number,
): number {
  const parsed = parseGranularity(granularity);
  const end = (parsed === null ? null : bucketEndMs(parsed, timeZone, bucketMs)) ?? endMs;
  return (Math.min(end, endMs) - Math.max(bucketMs, startMs)) / MS_PER_DAY;
}

/** In so many days, no period has many more weekends than another. */
export const MANY_DAYS = 28;

/**
 * Of a period that is compared with other days of the week, that it is, in words: a Monday with a Sunday is
 * `another day of the week`, and a morning with a night `other hours`. Empty for all others.
 */
export function otherWeekdays(dated: Dated): string {
  const { interval, compare } = dated;
  if (interval === null || compare === null || isAligned(dated)) return '';
  const days = daysIn(compare);
  if (days >= 7) return '';
  const offsetDays = (Date.parse(interval.start) - Date.parse(compare.start)) / MS_PER_DAY;
  if (Math.abs(offsetDays - Math.round(offsetDays)) > CLOCK_CHANGE) return 'other hours';
  return `${Math.round(days) <= 1 ? 'another day' : 'other days'} of the week`;
}

/** Of two periods of a week or more, one may have two working days more, of which a week has five. */
const MOST_BY_WEEKDAYS = 3.5;

/**
 * Which part of a number may come from days of the week, or hours, that the earlier period has not: 0.35 of
 * ten days, all of a single day.
 */
export function partByWeekdays(dated: Dated): number {
  return dated.compare === null || isAligned(dated) ? 0 : MOST_BY_WEEKDAYS / daysIn(dated.compare);
}

/** The days of a compared period; of one that is still running, those so far. */
function daysIn({ start, end }: NonNullable<Dated['compare']>): number {
  return (Date.parse(end) - Date.parse(start)) / MS_PER_DAY;
}

/** By how much of a day two periods may differ because clocks change. */
const CLOCK_CHANGE = 0.05;

/** Whether two periods have the same days of the week, and the same hours. */
export function isAligned({ interval, compare }: Dated): boolean {
  if (interval === null || compare === null) return true;
  const weeks = (Date.parse(interval.start) - Date.parse(compare.start)) / (7 * MS_PER_DAY);
  return Math.abs(weeks - Math.round(weeks)) < CLOCK_CHANGE / 7;
}

interface Dated {
  readonly interval: Pick<ReportedInsight['interval'], 'start'> | null;
  readonly compare: { readonly start: string; readonly end: string } | null;
}
