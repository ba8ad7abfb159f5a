import { Temporal } from 'temporal-polyfill';
import { type Component } from '../../tql/component.ts';
import { type TimeRange, parseAbsoluteInterval, startOfUnit } from '../../tql/interval.ts';
import { type RunQuery } from '../../tql/run-query.ts';
import { QueryError } from '../errors.ts';
import { type PlainQuery } from './compiled.ts';
import { formatInterval, resolveInterval } from './resolve-interval.ts';
import { usersInAll, usersWhere } from './users.ts';

type Retention = Extract<RunQuery, { readonly queryType: 'retention' }>;
type Unit = Exclude<Component, 'hour'>;

const UNITS: ReadonlySet<unknown> = new Set<Unit>(['day', 'week', 'month', 'quarter', 'year']);
/** Each pair of periods is a number of its own: 200 periods make 20,100. */
const PERIOD_LIMIT = 200;

/** How many of one period's users came back in each later one; the periods are those that the first interval touches. */
export function expandRetention(query: Retention, nowMs: number): PlainQuery {
  const timeZone = query.context?.timezone ?? 'UTC';
  const unit = query.granularity ?? 'month';
  if (!isUnit(unit)) {
    throw new QueryError('granularity', 'is not supported: a retention counts by day, week, month, quarter or year');
  }
  const titles = new Map(
    periods(firstInterval(query, nowMs, timeZone), unit, timeZone).map((p) => [title(p, timeZone), p]),
  );
  const names = [...titles.keys()];
  return {
    ...query,
    queryType: 'groupBy',
    granularity: 'all',
    aggregations: [...titles].map(([name, period]) =>
      usersWhere(`_${name}`, { type: 'interval', dimension: '__time', intervals: [formatInterval(period)] }),
    ),
    postAggregations: names.flatMap((row, index) =>
      names.slice(index).map((column) => usersInAll(`retention_${row}_${column}`, pair(row, column))),
    ),
  };
}

function isUnit(granularity: unknown): granularity is Unit {
  return UNITS.has(granularity);
}

function pair(row: string, column: string): [string, ...string[]] {
  return row === column ? [`_${row}`] : [`_${row}`, `_${column}`];
}

/** The reference looks at absolute intervals before relative ones here, and at the first of them alone. */
function firstInterval(query: Retention, nowMs: number, timeZone: string): TimeRange {
  const absolute = query.intervals?.[0];
  const parsed = absolute === undefined ? null : parseAbsoluteInterval(absolute);
  if (parsed !== null) return parsed;
  const relative = query.relativeIntervals?.[0];
  if (relative === undefined) throw new QueryError('relativeIntervals', 'is missing');
  const { startMs, endMs } = resolveInterval(relative, nowMs, timeZone, 'relativeIntervals[0]');
  // The reference's end of a unit is its last second, and units are counted up to there.
  return { startMs, endMs: relative.endDate.position === 'end' ? endMs - 1000 : endMs };
}

/** The unit that holds the begin of the interval, and one more for each whole unit that fits between begin and end. */
function periods(range: TimeRange, unit: Unit, timeZone: string): TimeRange[] {
  const begin = zoned(range.startMs, timeZone);
  const end = zoned(range.endMs, timeZone);
  const found: TimeRange[] = [];
  for (let count = 0; ; count++) {
    const at = begin.add(units(unit, count));
    if (Temporal.ZonedDateTime.compare(at, end) > 0) break;
    if (found.length === PERIOD_LIMIT) throw new QueryError('granularity', `makes more than ${PERIOD_LIMIT} periods`);
    const now = at.epochMilliseconds;
    found.push({ startMs: startOfUnit(unit, 0, now, timeZone), endMs: startOfUnit(unit, 1, now, timeZone) });
  }
  if (found.length < 2) throw new QueryError('granularity', `is ${unit}, which does not fit twice into the interval`);
  return found;
}

function units(unit: Unit, count: number): Temporal.DurationLike {
  switch (unit) {
    case 'day':
      return { days: count };
    case 'week':
      return { weeks: count };
    case 'month':
      return { months: count };
    case 'quarter':
      return { months: 3 * count };
    case 'year':
      return { years: count };
  }
}

/** The dates of the first and the last second. The reference names them in UTC; here they are those of the zone. */
function title({ startMs, endMs }: TimeRange, timeZone: string): string {
  return `${date(startMs, timeZone)}_${date(endMs - 1000, timeZone)}`;
}

function date(epochMs: number, timeZone: string): string {
  return zoned(epochMs, timeZone).toPlainDate().toString();
}

function zoned(epochMs: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
}
