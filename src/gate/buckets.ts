import { Temporal } from 'temporal-polyfill';
import type { ReportedInsight, ResultsRow } from '../results.ts';
import { isJsonObject, type Json } from '../tql/json.ts';

/** The rows of a timeseries whose buckets lie whole within its period and are over, in the order of time. */
export function completeBuckets(insight: ReportedInsight, nowMs: number): readonly ResultsRow[] {
  const [fromMs, untilMs] = [Date.parse(insight.interval.start), Math.min(Date.parse(insight.interval.end), nowMs)];
  const dated = insight.rows.map((row) => ({ row, startMs: Date.parse(row.key) }));
  return dated
    .filter(({ startMs }) => startMs >= fromMs)
    .filter(({ startMs }) => endOf(startMs, insight.query['granularity'], insight.timezone, untilMs) <= untilMs)
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ row }) => row);
}

const UNITS: Readonly<Record<string, Temporal.DurationLike>> = {
  second: { seconds: 1 },
  minute: { minutes: 1 },
  fifteen_minute: { minutes: 15 },
  thirty_minute: { minutes: 30 },
  hour: { hours: 1 },
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/** The end of a bucket; that of one which is all of the period is the period's. */
function endOf(startMs: number, granularity: Json | undefined, zone: string, untilMs: number): number {
  if (isJsonObject(granularity) && typeof granularity['duration'] === 'number')
    return startMs + granularity['duration'];
  const length = lengthOf(granularity);
  if (length === null) return untilMs;
  const inZone =
    isJsonObject(granularity) && typeof granularity['timeZone'] === 'string' ? granularity['timeZone'] : zone;
  return Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(inZone).add(length).epochMilliseconds;
}

function lengthOf(granularity: Json | undefined): Temporal.DurationLike | null {
  if (isJsonObject(granularity) && typeof granularity['period'] === 'string') {
    return Temporal.Duration.from(granularity['period']);
  }
  const name = isJsonObject(granularity) ? granularity['type'] : granularity;
  return (typeof name === 'string' ? UNITS[name.toLowerCase()] : undefined) ?? null;
}
