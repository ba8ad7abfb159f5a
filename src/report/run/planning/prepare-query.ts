// Turns the query of an insight into the one to send: with the interval and time zone of the report, and all
// times absolute ("last 7 days" → 2026-11-16/2026-11-23), so that every query of a run covers the same time.
// Pure.
import { Temporal } from 'temporal-polyfill';
import { withIntervals } from '../../compare/earlier-periods.ts';
import type { InsightRequest, IntervalSpec } from '../../inputs/request.ts';
import {
  formatInterval,
  intersection,
  resolveOnCalendar,
  withAbsoluteIntervals,
} from '../../../tql/time/absolute-intervals.ts';
import { intervalKeys, intervalTexts, zoneOf } from '../../../tql/time/query-intervals.ts';
import { plural } from '../../../text/plural.ts';
import { parseAbsoluteInterval, startOfUnit, type TimeRange } from '../../../tql/time/interval.ts';
import { without } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';

/**
 * The query to run for an entry: the given query with the entry's interval and the report's time zone, if
 * these are set. A retention is requested in UTC: the hosted service cannot divide its cohorts in another
 * zone.
 */
export function prepareQuery(
  query: Query,
  entry: Pick<InsightRequest, 'interval'>,
  report: { readonly timezone: string | null },
): Query {
  const isInUtc = query.queryType === 'retention';
  const timezone = isInUtc ? 'UTC' : (report.timezone ?? zoneOf(query));
  const interval = inZone(entry.interval, report.timezone ?? 'UTC', timezone);
  const dated = interval === null ? query : withIntervals(query, intervalKeys(interval));
  const { context } = dated;
  if (isInUtc) return context == null ? dated : { ...dated, context: without(context, 'timezone') };
  return report.timezone === null ? dated : { ...dated, context: { ...context, timezone: report.timezone } };
}

/** A period that a query is sent for, and the moment that is "now" in it: a year ago for last year's. */
export interface CountedPeriod {
  readonly range: TimeRange;
  readonly nowMs: number;
}

/**
 * Makes all relative intervals of a query absolute, including those in filters: they are resolved at one
 * moment, in the query's zone. So all answers of a run cover the same dates, even if the service's clock is
 * wrong. An interval in a filter gets a part for each of the `periods` that the query is sent for, which do
 * not overlap: "the last 7 days" are 7 other days in the period of a year ago.
 */
export function atMoment(query: Query, nowMs: number, periods: readonly CountedPeriod[] = []): Query {
  const timeZone = zoneOf(query);
  const absolute = withAbsoluteIntervals(query, {
    relative: (interval, path) => {
      if (path.startsWith('relativeIntervals') || periods.length === 0) {
        const range = resolveOnCalendar(interval, nowMs, timeZone);
        return range && formatInterval(range);
      }
      const parts = periods.flatMap((period) => {
        const range = resolveOnCalendar(interval, period.nowMs, timeZone);
        const within = range && intersection(range, period.range);
        return within === null ? [] : [formatInterval(within)];
      });
      return parts.length === 0 ? formatInterval(NO_TIME) : parts;
    },
  });
  return absolute.queryType === 'retention' ? withIncludedEnd(absolute) : absolute;
}

/** In place of an empty interval, which a filter cannot have: no event is from 1970. */
const NO_TIME: TimeRange = { startMs: 0, endMs: 1 };

/**
 * The query with its intervals cut off at a moment. If all of them begin later, the first millisecond of the
 * first one is left, since a query needs an interval.
 */
export function endingAt(query: Query, untilMs: number): Query {
  const texts = intervalTexts(query);
  const begun: string[] = [];
  for (const text of texts) {
    const range = parseAbsoluteInterval(text);
    if (range === null || range.endMs <= untilMs) begun.push(text);
    else if (range.startMs < untilMs) begun.push(formatInterval({ ...range, endMs: untilMs }));
  }
  if (begun.length > 0) return { ...query, intervals: begun };
  const first = parseAbsoluteInterval(texts[0] ?? '');
  if (first === null) return query;
  return { ...query, intervals: [formatInterval({ ...first, endMs: first.startMs + 1 })] };
}

/**
 * A retention query includes the period that contains its interval's end, even if the end is the first moment
 * of that period. Our intervals exclude their end, so the query is given the last millisecond before it.
 */
function withIncludedEnd(query: Query): Query {
  const within = (text: string) => {
    const range = parseAbsoluteInterval(text);
    if (range === null || range.endMs <= range.startMs) return text;
    return formatInterval({ ...range, endMs: range.endMs - 1 });
  };
  return query.intervals == null ? query : { ...query, intervals: intervalTexts(query).map(within) };
}

/** Moves the dates of an interval ("2026-10-01") from midnight in one zone to midnight in another. */
function inZone(spec: IntervalSpec | null, fromZone: string, timeZone: string): IntervalSpec | null {
  if (spec?.kind !== 'absolute' || !spec.byDay || fromZone === timeZone) return spec;
  const moved = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(fromZone)
      .toPlainDate()
      .toZonedDateTime({ timeZone }).epochMilliseconds;
  return { ...spec, range: { startMs: moved(spec.range.startMs), endMs: moved(spec.range.endMs) } };
}

const SECOND_MS = 1000;
/** The lengths of a retention's cohorts. */
const UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/**
 * A retention over the whole periods (UTC) within a range, but over two at least: a cohort of an incomplete
 * week cannot be compared with the others. Null if the range consists of whole periods already, or if their
 * length is not known.
 */
export function overWholePeriods(query: Query, { startMs, endMs }: TimeRange) {
  const { queryType, granularity = 'month' } = query;
  const name = typeof granularity === 'string' ? granularity.toLowerCase() : null;
  const unit = UNITS.find((each) => each === name);
  if (queryType !== 'retention' || unit === undefined) return null;
  const startOf = (ms: number, offset = 0): number => startOfUnit(unit, offset, ms, 'UTC');
  // An interval may end with the last second of a period, as 23:59:59 of a Sunday, instead of the next start.
  const end = startOf(endMs + SECOND_MS);
  const first = startOf(startMs) === startMs ? startMs : startOf(startMs, 1);
  const range = { startMs: Math.min(first, startOf(end, -2)), endMs: end };
  const isOfWholePeriods = range.startMs === startMs && Math.abs(endMs - end) <= SECOND_MS;
  if (isOfWholePeriods) return null;
  let count = 0;
  while (startOf(range.startMs, count) < end) count += 1;
  const label = `${count} whole ${plural(unit, count)}`;
  return { query: withIntervals(query, { intervals: [formatInterval(range)] }), range, label };
}
