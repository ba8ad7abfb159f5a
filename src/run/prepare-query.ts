import { Temporal } from 'temporal-polyfill';
import { formatInterval, withIntervals } from '../compare/earlier-periods.ts';
import { zoneOf } from '../compare/period.ts';
import type { InsightRequest, IntervalSpec } from '../inputs/request.ts';
import type { RelativeInterval } from '../tql/interval.ts';
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/**
 * The query to run for an entry: the resolved or kept one, with the entry's interval where it gives one, the report's
 * data source where the query names none, and the report's zone where one is set.
 */
export function prepareQuery(
  query: Query,
  entry: Pick<InsightRequest, 'interval'>,
  report: { readonly dataSource: string | null; readonly timezone: string | null },
): Query {
  const spec = report.timezone === null ? inOwnZone(entry.interval, zoneOf(query)) : entry.interval;
  return withTimezone(withDataSource(withInterval(query, spec), report.dataSource), report.timezone);
}

/** Dates that were read in UTC for want of a zone, begun in the query's own. */
function inOwnZone(spec: IntervalSpec | null, timeZone: string): IntervalSpec | null {
  if (spec?.kind !== 'absolute' || !spec.byDay) return spec;
  const moved = (ms: number): number =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC').toPlainDate().toZonedDateTime({ timeZone })
      .epochMilliseconds;
  return { ...spec, range: { startMs: moved(spec.range.startMs), endMs: moved(spec.range.endMs) } };
}

function withInterval(query: Query, spec: IntervalSpec | null): Query {
  if (spec === null) return query;
  const isRelative = spec.kind === 'relative';
  return withIntervals(
    query,
    isRelative ? { relativeIntervals: [toJson(spec.interval)] } : { intervals: [formatInterval(spec.range)] },
  );
}

function withDataSource(query: Query, dataSource: string | null): Query {
  const own = query['dataSource'];
  return dataSource === null || (own !== undefined && own !== null) ? query : { ...query, dataSource };
}

function withTimezone(query: Query, timezone: string | null): Query {
  if (timezone === null) return query;
  const context = query['context'];
  return { ...query, context: { ...(isJsonObject(context) ? context : {}), timezone } };
}

function toJson({ beginningDate, endDate }: RelativeInterval): Json {
  return { beginningDate: { ...beginningDate }, endDate: { ...endDate } };
}
