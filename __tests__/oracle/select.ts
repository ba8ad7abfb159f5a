import type { RunQuery, VirtualColumn } from '../../src/tql/schema/run-query.ts';
import { matches, type Clock } from './filters.ts';
import { interpret } from './expressions.ts';
import {
  columnKind,
  converted,
  type Event,
  get,
  type Kind,
  type KindOf,
  RefusedQueryError,
  type Typed,
} from './values.ts';
import { bucketer, merge, parseRange, resolve, type Range } from './time.ts';

/** The events of one bucket. */
export interface Bucket {
  readonly start: number;
  readonly events: readonly Event[];
}

/** The events of a query, by bucket, and the kinds of its names. */
export interface Selection {
  readonly buckets: readonly Bucket[];
  /** All events, in the order in which they are stored. */
  readonly events: readonly Event[];
  readonly kindOf: KindOf;
  readonly clock: Clock;
}

/** Selects the events in a query's intervals that match its filters, and adds its virtual columns to each. */
export function select(query: RunQuery, all: readonly Event[], now: number): Selection {
  const clock = { now, zone: query.context?.timezone ?? 'UTC' };
  const written = writtenRanges(query, clock);
  const ranges = merge(written);
  const first = ranges[0]?.start ?? Math.min(...written.map(({ start }) => start));
  const granularity = query.queryType === 'retention' ? 'all' : (query.granularity ?? 'all');
  const bucketOf = bucketer(granularity, query.context?.timezone, first);
  const buckets = new Map<number, Event[]>();
  if (granularity === 'all') buckets.set(first, []);
  else
    for (const { start, end } of ranges)
      for (const at of walk(start, end, stepOf(granularity))) buckets.set(bucketOf(at), []);
  const columns = virtuals(query.virtualColumns ?? []);
  const events: Event[] = [];
  for (const raw of all) {
    const time = Number(raw['__time']);
    if (!ranges.some(({ start, end }) => time >= start && time < end)) continue;
    const event = columns.extend(raw);
    if (!passes(query, event, clock, columns.kindOf)) continue;
    events.push(event);
    const key = bucketOf(time);
    const bucket = buckets.get(key) ?? [];
    bucket.push(event);
    buckets.set(key, bucket);
  }
  const sorted = [...buckets].sort(([a], [b]) => a - b).map(([start, list]) => ({ start, events: list }));
  return { buckets: sorted, events, kindOf: columns.kindOf, clock };
}

/** The query's intervals; by default the last 30 days and today. */
function writtenRanges(query: RunQuery, { now, zone }: Clock): Range[] {
  if (query.relativeIntervals !== undefined)
    return query.relativeIntervals.map((one) => resolve(one, now, zone));
  if (query.intervals !== undefined) return query.intervals.map(parseRange);
  return [
    resolve(
      {
        beginningDate: { component: 'day', offset: -30, position: 'beginning' },
        endDate: { component: 'day', offset: 0, position: 'end' },
      },
      now,
      zone,
    ),
  ];
}

/** A step that is short enough not to skip a bucket. */
function stepOf(granularity: NonNullable<RunQuery['granularity']>): number {
  if (granularity === 'none') return 1;
  if (granularity === 'second') return 1000;
  if (granularity === 'minute') return 60_000;
  const name = typeof granularity === 'object' ? granularity.type : granularity;
  if (typeof granularity === 'object' && granularity.type === 'duration') return granularity.duration;
  const isLong = ['day', 'week', 'month', 'quarter', 'year'].includes(name);
  const isLongPeriod = typeof granularity === 'object' && !granularity.period.includes('T');
  if (isLong || isLongPeriod) return 12 * 3_600_000;
  return name === 'hour' ? 1_800_000 : 900_000;
}

function* walk(start: number, end: number, step: number): Generator<number> {
  for (let at = start; at < end; at += step) yield at;
  if (end > start) yield end - 1;
}

function passes(query: RunQuery, event: Event, clock: Clock, kindOf: KindOf): boolean {
  if (query.filter !== undefined && matches(query.filter, event, clock, kindOf) !== true) return false;
  if (query.baseFilters === 'thisApp' && get(event, 'appID') !== query.appID?.toUpperCase()) return false;
  if (query.testMode === undefined || JSON.stringify(query.filter ?? null).includes('"isTestMode"'))
    return true;
  return get(event, 'isTestMode') === String(query.testMode);
}

/** Virtual columns hide columns of the same name and may read each other, but not in a cycle. */
function virtuals(columns: readonly VirtualColumn[]): { kindOf: KindOf; extend: (event: Event) => Event } {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const valueOf = (name: string, event: Event, above: readonly string[]): Typed => {
    if (above.includes(name)) throw new RefusedQueryError('reads itself');
    const column = byName.get(name);
    if (column === undefined) return { kind: columnKind(name), value: get(event, name) };
    const lookup = (inner: string): Typed => valueOf(inner, event, [...above, name]);
    const found = interpret(column.expression, lookup);
    return column.outputType === undefined ? found : converted(found, column.outputType);
  };
  const kinds = new Map(columns.map(({ name }): [string, Kind] => [name, valueOf(name, {}, []).kind]));
  return {
    kindOf: (name) => kinds.get(name) ?? columnKind(name),
    extend: (event) => {
      if (columns.length === 0) return event;
      return {
        ...event,
        ...Object.fromEntries(columns.map(({ name }) => [name, valueOf(name, event, []).value])),
      };
    },
  };
}
