// Compares counts of periods of different lengths, such as March and February, by day.
import type { ReportedInsight } from '../results/results.ts';
import { outputKind } from '../tables/aggregations.ts';
import { bucketEndMs } from '../../tql/buckets.ts';
import { parseGranularity } from '../../tql/granularity.ts';
import { MS_PER_DAY, type TimeRange } from '../../tql/interval.ts';

/**
 * By how much an earlier count is multiplied before it is compared: months differ in length, so what adds up
 * is compared by day. Distinct users do not add up.
 */
export function dayRatio(
  { compare, query }: Pick<ReportedInsight, 'compare' | 'query'>,
  output: string | null,
): number {
  const length = compare?.length;
  return length !== undefined && outputKind(query, output) === 'additive' ? length.days / length.earlier : 1;
}

/** The days of a bucket that lie in a period: a month may have more of them than the one before. */
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
