// Compares counts of periods of different lengths, such as March and February, by day, and recognizes periods
// of other days of the week.
import type { ReportedInsight } from '../results/results.ts';
import { outputKind } from '../tables/aggregations.ts';
import { bucketEndMs } from '../../tql/buckets.ts';
import { parseGranularity } from '../../tql/granularity.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/interval.ts';

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
 * `another day of the week`. Empty for all others: a week or more has every day of the week.
 */
export function otherWeekdays({ interval, compare }: Dated): string {
  if (interval === null || compare === null) return '';
  const daysUntil = (at: string): number =>
    Math.round((Date.parse(at) - Date.parse(interval.start)) / MS_PER_DAY);
  const days = daysUntil(interval.end);
  if (daysUntil(compare.start) % 7 === 0 || days >= 7) return '';
  return `${days === 1 ? 'another day' : 'other days'} of the week`;
}

interface Dated {
  readonly interval: Pick<ReportedInsight['interval'], 'start' | 'end'> | null;
  readonly compare: { readonly start: string } | null;
}
