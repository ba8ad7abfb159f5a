// Labels the buckets of an insight's timeseries: `Mon, Nov 9`, `Nov 9, 2026 (incomplete, 5 of 7 days)`. Pure.
import { bucketEndMs } from '../../../../tql/time/buckets.ts';
import { parseGranularity } from '../../../../tql/time/granularity.ts';
import { rangeOf } from '../../../results/dates.ts';
import type { ReportedInsight, Results, ResultsRow } from '../../../results/results.ts';
import { isoDay } from '../../format/dates.ts';
import { type BucketStyle, labelUnit } from '../../format/buckets.ts';
import { daysBetween } from '../span.ts';

/**
 * How the buckets are labelled: by their dates in the insight's time zone, with the year if they differ in
 * it.
 */
export function bucketStyle(
  { query, timezone }: ReportedInsight,
  { locale }: Results,
  rows: readonly ResultsRow[],
): BucketStyle {
  const yearOf = (row: ResultsRow | undefined) => {
    const ms = Date.parse(row?.key ?? '');
    return Number.isNaN(ms) ? '' : isoDay(ms, timezone).slice(0, 4);
  };
  return {
    unit: labelUnit(query.granularity),
    withYear: yearOf(rows[0]) !== yearOf(rows.at(-1)),
    locale,
    timeZone: timezone,
  };
}

/** A bucket's key as a label. A key that is not a date stays as it is. */
export function formatBucketLabel(key: string, write: (ms: number) => string): string {
  const ms = Date.parse(key);
  return Number.isNaN(ms) ? key : write(ms);
}

/** ` (incomplete, 5 of 7 days)` for a week, month, quarter or year that the period has only a part of. */
export function partText(startMs: number, { query, interval, timezone }: ReportedInsight): string {
  const granularity = parseGranularity(query.granularity);
  const end = granularity === null ? null : bucketEndMs(granularity, timezone, startMs);
  const { startMs: fromMs, endMs: untilMs } = rangeOf(interval);
  // The bucket of now is called "so far" instead.
  const isRunning = end !== null && !interval.complete && end > untilMs;
  if (end === null || isRunning) return '';
  const daysIn = (rangeStartMs: number, rangeEndMs: number) =>
    daysBetween(isoDay(rangeStartMs, timezone), isoDay(rangeEndMs, timezone));
  const allDays = daysIn(startMs, end);
  const coveredDays = daysIn(Math.max(startMs, fromMs), Math.min(end, untilMs));
  const isPart = allDays > 1 && coveredDays > 0 && coveredDays < allDays;
  return isPart ? ` (incomplete, ${coveredDays} of ${allDays} days)` : '';
}
