import { DateTime, Duration } from 'luxon';
import { type Granularity } from '../../src/tql/time/granularity.ts';
import { type RelativeDate, type RelativeInterval } from '../../src/tql/time/interval.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

const PLURALS = {
  hour: 'hours',
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
} as const;

/** Resolves a relative interval by luxon's calendar. */
export function resolve(interval: RelativeInterval, now: number, zone: string): Range {
  return {
    start: resolveDate(interval.beginningDate, now, zone),
    end: resolveDate(interval.endDate, now, zone),
  };
}

function resolveDate({ component, offset, position }: RelativeDate, now: number, zone: string): number {
  const count = offset + (position === 'end' ? 1 : 0);
  if (component === 'hour') {
    // Hours count as elapsed time, from the last instant at which the local clock showed a full hour.
    const { minute, second, millisecond } = DateTime.fromMillis(now, { zone });
    return now - (minute * 60_000 + second * 1000 + millisecond) + count * 3_600_000;
  }
  return DateTime.fromMillis(now, { zone })
    .startOf(component)
    .plus({ [PLURALS[component]]: count })
    .startOf(component)
    .toMillis();
}

/** Parses `start/end` in the forms that the tests use. */
export function parseRange(text: string): Range {
  const [start = '', end = ''] = text.split('/');
  return {
    start: DateTime.fromISO(start, { zone: 'UTC' }).toMillis(),
    end: DateTime.fromISO(end, { zone: 'UTC' }).toMillis(),
  };
}

const known = new Map<string, Map<number, number>>();

/**
 * Gives a function for the start of an instant's bucket; `first` is the start of the only bucket of `all`.
 */
export function bucketer(
  granularity: Granularity,
  zone: string | undefined,
  first: number,
): (time: number) => number {
  const compute = (time: number): number => computeStart(granularity, zone, time, first);
  const isFine = ['all', 'none', 'second', 'minute'].some((name) => name === granularity);
  if (isFine || (typeof granularity === 'object' && granularity.type === 'duration')) return compute;
  const key = JSON.stringify([granularity, zone]);
  const starts = known.get(key) ?? new Map<number, number>();
  known.set(key, starts);
  // All other buckets in the tests begin at a quarter of an hour, which saves calls of luxon.
  return (time) => {
    const quarter = Math.floor(time / 900_000) * 900_000;
    const start = starts.get(quarter) ?? compute(quarter);
    starts.set(quarter, start);
    return start;
  };
}

function computeStart(
  granularity: Granularity,
  zone: string | undefined,
  time: number,
  first: number,
): number {
  if (granularity === 'all') return first;
  if (granularity === 'none') return time;
  if (typeof granularity === 'object' && granularity.type === 'duration') {
    const origin =
      granularity.origin === undefined ? 0 : DateTime.fromISO(granularity.origin, { zone: 'UTC' }).toMillis();
    return origin + Math.floor((time - origin) / granularity.duration) * granularity.duration;
  }
  if (typeof granularity === 'object')
    return periodStart(granularity.period, zone ?? granularity.timeZone ?? 'UTC', granularity.origin, time);
  if (granularity === 'fifteen_minute' || granularity === 'thirty_minute') {
    const length = granularity === 'fifteen_minute' ? 900_000 : 1_800_000;
    // In 1970 all zones of the tests were a multiple of a quarter of an hour from UTC.
    return Math.floor(time / length) * length;
  }
  return DateTime.fromMillis(time, { zone: zone ?? 'UTC' })
    .startOf(granularity)
    .toMillis();
}

const UNITS = {
  P1D: 'day',
  P1W: 'week',
  P1M: 'month',
  P3M: 'quarter',
  P1Y: 'year',
  PT1H: 'hour',
  PT1M: 'minute',
  PT1S: 'second',
} as const;

/** The start of an instant's ISO period, counted from an origin or from 1970 in the zone. */
export function periodStart(period: string, zone: string, origin: string | undefined, time: number): number {
  const unit =
    origin === undefined ? Object.entries(UNITS).find(([name]) => name === period)?.[1] : undefined;
  if (unit !== undefined) return DateTime.fromMillis(time, { zone }).startOf(unit).toMillis();
  const step = Duration.fromISO(period);
  const written =
    origin === undefined ? '1970-01-01T00:00:00' : /T/.test(origin) ? origin : `${origin}T00:00:00Z`;
  const start = DateTime.fromISO(written, { zone });
  // Walks from near the instant, after one jump from the origin.
  const times = (n: number): number => start.plus(step.mapUnits((count) => count * n)).toMillis();
  let n = Math.floor((time - start.toMillis()) / averageMs(step)) - 3;
  while (times(n) > time) n--;
  while (times(n + 1) <= time) n++;
  return times(n);
}

function averageMs({ years, months, weeks, days, hours, minutes, seconds }: Duration): number {
  const longDays = years * 365.2425 + months * 30.436875 + weeks * 7 + days;
  return longDays * 86_400_000 + hours * 3_600_000 + minutes * 60_000 + seconds * 1000;
}

/** Merges overlapping and adjoining ranges. */
export function merge(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].filter((r) => r.start < r.end).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
}
