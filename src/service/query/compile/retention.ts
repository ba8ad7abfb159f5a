// A step of `compile`: a retention becomes a groupBy that counts, for each two periods, the users of both:
// `retention_2026-10-01_2026-10-31_2026-11-01_2026-11-30`.
import { Temporal } from 'temporal-polyfill';
import { formatInterval } from '../../../tql/time/absolute-intervals.ts';
import { zoneOf } from '../../../tql/time/query-intervals.ts';
import {
  COMPONENTS,
  type Component,
  durationOf,
  parseAbsoluteInterval,
  startOfUnit,
  type TimeRange,
  toZoned,
} from '../../../tql/time/interval.ts';
import type { RunQueryOf } from '../../../tql/schema/run-query.ts';
import { during, sizeOfAll, usersWith } from '../../../tql/write.ts';
import { QueryError } from '../../errors.ts';
import type { PlainQuery } from './compiled-query.ts';
import { resolveInterval } from './intervals.ts';

type Retention = RunQueryOf<'retention'>;
type PeriodUnit = Exclude<Component, 'hour'>;

/** Limits the periods, because each pair of them is an output: 200 periods make 20,100. */
export const PERIOD_LIMIT = 200;

/**
 * Counts the users of each period who came back in each later period. The periods are those that the first
 * interval overlaps.
 */
export function expandRetention(query: Retention, nowMs: number): PlainQuery {
  const timeZone = zoneOf(query);
  const granularity = query.granularity ?? 'month';
  const unit = COMPONENTS.find((each) => each === granularity);
  if (unit === undefined || unit === 'hour')
    throw new QueryError(
      'granularity',
      'is not supported: the granularity of a retention is day, week, month, quarter or year',
    );
  const periods = retentionPeriods(firstInterval(query, nowMs, timeZone), unit, timeZone);
  const periodsByName = new Map(periods.map((period) => [periodName(period, timeZone), period]));
  const names = [...periodsByName.keys()];
  return {
    ...query,
    queryType: 'groupBy',
    granularity: 'all',
    aggregations: [...periodsByName].map(([name, period]) =>
      usersWith(`_${name}`, during(formatInterval(period))),
    ),
    postAggregations: names.flatMap((row, index) =>
      names.slice(index).map((column) => sizeOfAll(`retention_${row}_${column}`, [`_${row}`, `_${column}`])),
    ),
  };
}

/**
 * The interval of a retention. As in the reference (TelemetryDeck's compiler), absolute intervals win over
 * relative ones, and only the first one counts.
 */
function firstInterval(query: Retention, nowMs: number, timeZone: string): TimeRange {
  const absolute = query.intervals?.[0];
  const parsed = absolute === undefined ? null : parseAbsoluteInterval(absolute);
  if (parsed !== null) return parsed;
  const relative = query.relativeIntervals?.[0];
  if (relative === undefined) throw new QueryError('relativeIntervals', 'is missing');
  const { startMs, endMs } = resolveInterval(relative, nowMs, timeZone, 'relativeIntervals[0]');
  // In the reference a unit ends with its last second, and units are counted up to there.
  return { startMs, endMs: relative.endDate.position === 'end' ? endMs - 1000 : endMs };
}

/**
 * The unit that contains the beginning of the interval, and one more for each whole unit between beginning
 * and end.
 */
function retentionPeriods(range: TimeRange, unit: PeriodUnit, timeZone: string): TimeRange[] {
  const begin = toZoned(range.startMs, timeZone);
  const end = toZoned(range.endMs, timeZone);
  const periods: TimeRange[] = [];
  for (let count = 0; ; count++) {
    const periodStart = begin.add(durationOf(unit, count));
    if (Temporal.ZonedDateTime.compare(periodStart, end) > 0) break;
    if (periods.length === PERIOD_LIMIT)
      throw new QueryError('granularity', `makes more than ${PERIOD_LIMIT} periods`);
    const now = periodStart.epochMilliseconds;
    periods.push({
      startMs: startOfUnit(unit, 0, now, timeZone),
      endMs: startOfUnit(unit, 1, now, timeZone),
    });
  }
  if (periods.length < 2)
    throw new QueryError('granularity', `is ${unit}, which does not fit twice into the interval`);
  return periods;
}

/** The dates of the first and the last second, in the time zone; the reference uses UTC. */
function periodName({ startMs, endMs }: TimeRange, timeZone: string): string {
  return `${formatDate(startMs, timeZone)}_${formatDate(endMs - 1000, timeZone)}`;
}

function formatDate(epochMs: number, timeZone: string): string {
  return toZoned(epochMs, timeZone).toPlainDate().toString();
}
