// Compares counts of periods of different lengths, such as March and February, by day.
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
