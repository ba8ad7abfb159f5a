// Which buckets of a time series are over and not cut by the period: only these are called the first, last or
// lowest.
import type { ReportedInsight, ResultsRow } from '../results/results.ts';
import { intervalTexts } from '../../tql/absolute-intervals.ts';
import { bucketEndMs } from '../../tql/buckets.ts';
import { parseGranularity } from '../../tql/granularity.ts';
import { rangeOf } from '../../tql/interval.ts';

/** The rows of a timeseries whose buckets lie entirely within its period and are over, in order of time. */
export function completeBuckets(
  insight: Pick<ReportedInsight, 'rows' | 'interval' | 'query' | 'timezone'>,
  nowMs: number,
): readonly ResultsRow[] {
  const { startMs: fromMs, endMs } = rangeOf(insight.interval);
  // A running period that is compared is requested until the last full hour, which a bucket may go beyond.
  const askedMs = intervalTexts(insight.query).map((text) => Date.parse(text.split('/')[1] ?? ''));
  const lastMs = Math.min(endMs, ...askedMs.filter((each) => each > fromMs));
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
      return startMs >= fromMs && (isOver || endOf(startMs) <= untilMs);
    })
    .map(({ row }) => row);
}
