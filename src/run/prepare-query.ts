import { Temporal } from 'temporal-polyfill';
import { formatInterval, withIntervals } from '../compare/earlier-periods.ts';
import { zoneOf } from '../compare/period.ts';
import type { InsightRequest, IntervalSpec } from '../inputs/request.ts';
import type { RelativeInterval } from '../tql/interval.ts';
import { isJsonObject, type Json } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/**
 * The query to run for an entry: the given one, with the entry's interval and the report's time zone, if they are set, and with
 * the report's data source, if the query has none.
 */
export function prepareQuery(
  query: Query,
  entry: Pick<InsightRequest, 'interval'>,
  report: { readonly dataSource: string | null; readonly timezone: string | null },
): Query {
  const spec = report.timezone === null ? inOwnZone(entry.interval, zoneOf(query)) : entry.interval;
  return withTimezone(withDataSource(withInterval(query, spec), report.dataSource), report.timezone);
}

/** Moves dates that were read in UTC, because no time zone was set, to the query's own zone. */
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
