// Which buckets of a time series are over, and cut neither by the period nor by the first event: only these
// are called the first, last or lowest.
import type { ReportedInsight, ResultsRow } from '../results/results.ts';
import { intervalTexts } from '../../tql/time/query-intervals.ts';
import { bucketEndMs } from '../../tql/time/buckets.ts';
import { parseGranularity } from '../../tql/time/granularity.ts';
import { rangeOf } from '../results/dates.ts';
import { toZoned } from './local-time.ts';

/** The day of the data source's first event, in the insight's zone. */
type Measured = Pick<ReportedInsight, 'eventsSince' | 'timezone'>;

/** Whether a bucket or a period begins on the day of the first event, or later. */
export function isMeasured(startMs: number, { eventsSince, timezone }: Measured): boolean {
  return eventsSince === undefined || toZoned(startMs, timezone).toPlainDate().toString() >= eventsSince;
}

/**
 * The rows of a timeseries without buckets in which nothing can have been counted: a service may answer zeros
 * for the rest of a running month, and for the days before the first event.
 */
export function begunRows(insight: Measured & Pick<ReportedInsight, 'rows'>, nowMs: number) {
  const { rows } = insight;
  return rows.filter(({ key, value }) => {
    const startMs = Date.parse(key);
    // A key that is no moment is kept, and so is the only bucket.
    const isKept = rows.length === 1 || Number.isNaN(startMs) || (value ?? 0) !== 0;
    return !(startMs > nowMs) && (isKept || isMeasured(startMs, insight));
  });
}

/**
 * The rows of a timeseries whose buckets lie entirely within its period, begin after the first event and are
 * over, in order of time.
 */
export function completeBuckets(
  insight: Measured & Pick<ReportedInsight, 'rows' | 'interval' | 'query'>,
  nowMs: number,
): readonly ResultsRow[] {
  const { startMs: fromMs, endMs } = rangeOf(insight.interval);
  // A running period that is compared is queried only until the last full hour, and its last bucket is cut
  // there.
  const queriedUntilMs = intervalTexts(insight.query).map((text) => Date.parse(text.split('/')[1] ?? ''));
  const lastMs = Math.min(endMs, ...queriedUntilMs.filter((each) => each > fromMs));
  // A service may give the last second of a day as the period's end.
  const untilMs = Math.min(nowMs, lastMs + 1000);
  const granularity = parseGranularity(insight.query.granularity);
  // A bucket that is the whole period ends with it.
  const endOf = (startMs: number): number =>
    (granularity === null ? null : bucketEndMs(granularity, insight.timezone, startMs)) ?? endMs;
  return insight.rows
    .map((row) => ({ row, startMs: Date.parse(row.key) }))
    .sort((a, b) => a.startMs - b.startMs)
    .filter(({ startMs }, place, { [place + 1]: next }) => {
      // A bucket ends before the next one begins, which needs no calendar.
      const isOver = next !== undefined && next.startMs <= untilMs;
      const isWithin = startMs >= fromMs && (granularity === null || isMeasured(startMs, insight));
      return isWithin && (isOver || endOf(startMs) <= untilMs);
    })
    .map(({ row }) => row);
}
