import { type Dimension } from '../../../src/tql/dimension.ts';
import { type Having } from '../../../src/tql/having.ts';
import { type Metric } from '../../../src/tql/metric.ts';
import { type RunQuery } from '../../../src/tql/run-query.ts';
import { aggregate, type Aggregate } from './aggregates.ts';
import { matches, type Clock } from './filters.ts';
import { postAggregate } from './posts.ts';
import { bucketStart, merge, parseRange, resolve } from './time.ts';
import { compare, get, isNumeric, toNumber, toText, toWhole, type Event, type Value } from './values.ts';

type Output = Value | readonly Value[];
type Row = Record<string, Output>;
type Of<T> = Extract<RunQuery, { readonly queryType: T }>;
type Aggregating = Of<'timeseries'> | Of<'topN'> | Of<'groupBy'>;

/** Answers a query by looping over events; written from the reference alone. */
export function evaluate(query: RunQuery, all: readonly Event[], now: number): unknown[] {
  switch (query.queryType) {
    case 'timeseries':
      return timeseries(query, ...select(query, all, now));
    case 'topN':
      return topN(query, ...select(query, all, now));
    case 'groupBy':
      return groupBy(query, ...select(query, all, now));
    default:
      throw new Error(`${query.queryType} is not evaluated here`);
  }
}

interface Bucket {
  readonly start: number;
  readonly events: readonly Event[];
}

function select(query: Aggregating, all: readonly Event[], now: number): [readonly Bucket[], Clock] {
  const clock = { now, zone: query.context?.timezone ?? 'UTC' };
  const written =
    query.relativeIntervals?.map((interval) => resolve(interval, now, clock.zone)) ??
    (query.intervals ?? []).map(parseRange);
  const ranges = merge(written);
  const first = ranges[0]?.start ?? Math.min(...written.map(({ start }) => start));
  const granularity = query.granularity ?? 'all';
  const buckets = new Map<number, Event[]>();
  if (granularity === 'all') buckets.set(first, []);
  else
    for (const { start, end } of ranges)
      for (const at of walk(start, end, stepOf(granularity))) buckets.set(bucketOf(at), []);
  for (const event of all) {
    const time = Number(event['__time']);
    if (!ranges.some(({ start, end }) => time >= start && time < end)) continue;
    if (!passes(query, event, clock)) continue;
    const key = bucketOf(time);
    buckets.set(key, [...(buckets.get(key) ?? []), event]);
  }
  const sorted = [...buckets].sort(([a], [b]) => a - b).map(([start, events]) => ({ start, events }));
  return [sorted, clock];

  function bucketOf(time: number): number {
    return bucketStart(granularity, query.context?.timezone, time, first);
  }
}

/** Short enough that no bucket is stepped over. */
function stepOf(granularity: NonNullable<Aggregating['granularity']>): number {
  if (granularity === 'second') return 1000;
  if (granularity === 'minute') return 60_000;
  const name = typeof granularity === 'object' ? granularity.type : granularity;
  if (typeof granularity === 'object' && granularity.type === 'duration') return granularity.duration;
  const isLong = ['day', 'week', 'month', 'quarter', 'year'].includes(name);
  const isLongPeriod = typeof granularity === 'object' && !granularity.period.includes('T');
  return isLong || isLongPeriod ? 6 * 3_600_000 : 900_000;
}

function* walk(start: number, end: number, step: number): Generator<number> {
  for (let at = start; at < end; at += step) yield at;
  if (end > start) yield end - 1;
}

function passes(query: Aggregating, event: Event, clock: Clock): boolean {
  if (query.filter !== undefined && matches(query.filter, event, clock) !== true) return false;
  if (query.baseFilters === 'thisApp' && event['appID'] !== query.appID?.toUpperCase()) return false;
  if (query.testMode === undefined || JSON.stringify(query.filter ?? null).includes('"isTestMode"')) return true;
  return event['isTestMode'] === String(query.testMode);
}

function outputs(query: Aggregating, events: readonly Event[], keys: Row, clock: Clock): Row {
  const row: Row = { ...keys };
  const aggregates = new Map<string, Aggregate>();
  for (const aggregation of query.aggregations ?? []) {
    const computed = aggregate(aggregation, events, clock, adoptedName(query));
    aggregates.set(computed.name, computed);
    row[computed.name] = computed.value;
  }
  for (const post of query.postAggregations ?? []) row[post.name ?? ''] = postAggregate(post, row, aggregates);
  return row;
}

/** The name that a topN's only unnamed count takes from the metric. */
function adoptedName(query: Aggregating): string | null {
  const names = (query.postAggregations ?? []).map((post) => post.name);
  if (query.queryType !== 'topN' || query.aggregations?.length !== 1) return null;
  let metric: Metric = query.metric;
  while (metric.type === 'inverted') metric = metric.metric;
  if (metric.type !== 'numeric' || names.includes(metric.metric) || metric.metric === query.dimension.outputName)
    return null;
  return metric.metric;
}

function timeseries(query: Of<'timeseries'>, buckets: readonly Bucket[], clock: Clock): unknown[] {
  const ordered = query.descending === true ? [...buckets].reverse() : buckets;
  const limited = ordered.slice(0, query.limit === undefined || query.limit === 0 ? undefined : query.limit);
  const rows: unknown[] = limited.map(({ start, events }) => ({
    timestamp: stamp(start),
    result: json(outputs(query, events, {}, clock)),
  }));
  if (query.context?.grandTotal !== true) return rows;
  const everything = buckets.flatMap(({ events }) => events);
  return [...rows, { result: json(outputs(query, everything, {}, clock)) }];
}

function topN(query: Of<'topN'>, buckets: readonly Bucket[], clock: Clock): unknown[] {
  return buckets.map(({ start, events }) => {
    const rows = groups(events, [query.dimension]).map(([keys, members]) => outputs(query, members, keys, clock));
    const ordered = order(rows, query.metric, query.dimension.outputName, false);
    return { timestamp: stamp(start), result: ordered.slice(0, query.threshold).map(json) };
  });
}

function order(rows: readonly Row[], metric: Metric, dimension: string, inverted: boolean): Row[] {
  const key = (row: Row): Value => scalar(row[dimension] ?? null);
  if (metric.type === 'inverted') return order(rows, metric.metric, dimension, !inverted);
  if (metric.type === 'dimension') {
    const by = (a: Value, b: Value): number =>
      metric.ordering === 'strlen'
        ? length(a) - length(b) || compare(a, b)
        : metric.ordering === 'numeric'
          ? bySize(a, b)
          : compare(a, b);
    const sorted = [...rows].sort((a, b) => (inverted ? -1 : 1) * by(key(a), key(b)));
    const { previousStop } = metric;
    return previousStop === undefined
      ? sorted
      : sorted.filter((row) => (inverted ? by(key(row), previousStop) < 0 : by(key(row), previousStop) > 0));
  }
  return [...rows].sort((a, b) => {
    const [x, y] = [scalar(a[metric.metric] ?? null), scalar(b[metric.metric] ?? null)];
    if (x === null || y === null) return x === y ? compare(key(a), key(b)) : x === null ? 1 : -1;
    return (inverted ? compare(x, y) : compare(y, x)) || compare(key(a), key(b));
  });
}

/** What is no number comes before all numbers, null before all. */
function bySize(a: Value, b: Value): number {
  const rank = (value: Value): number => (value === null ? 0 : toNumber(value) === null ? 1 : 2);
  return rank(a) - rank(b) || (toNumber(a) ?? 0) - (toNumber(b) ?? 0) || compare(a, b);
}

function length(value: Value): number {
  return value === null ? -1 : Array.from(String(value)).length;
}

function groupBy(query: Of<'groupBy'>, buckets: readonly Bucket[], clock: Clock): unknown[] {
  const dimensions = query.dimensions ?? [];
  const isWhole = (query.granularity ?? 'all') === 'all' && dimensions.length === 0;
  return buckets.flatMap(({ start, events }) => {
    const found = isWhole ? [[{}, events] as const] : groups(events, dimensions);
    const rows = found.map(([keys, members]) => outputs(query, members, keys, clock));
    const sorted = rows.sort((a, b) => {
      for (const { outputName } of dimensions) {
        const difference = compare(scalar(a[outputName] ?? null), scalar(b[outputName] ?? null));
        if (difference !== 0) return difference;
      }
      return 0;
    });
    const kept = sorted.filter((row) => query.having === undefined || has(query.having, row, clock) === true);
    return kept.map((row) => ({ version: 'v1', timestamp: stamp(start), event: json(row) }));
  });
}

function groups(events: readonly Event[], dimensions: readonly Dimension[]): [Row, Event[]][] {
  const found = new Map<string, [Row, Event[]]>();
  for (const event of events) {
    const keys: Row = Object.fromEntries(
      dimensions.map((dimension) => [dimension.outputName, keyOf(dimension, event)]),
    );
    const id = JSON.stringify(Object.values(keys));
    const group = found.get(id) ?? [keys, []];
    group[1].push(event);
    found.set(id, group);
  }
  return [...found.values()];
}

function keyOf(dimension: Dimension, event: Event): Value {
  const raw = get(event, dimension.dimension);
  const value = dimension.type === 'extraction' ? extract(dimension, toText(raw, dimension.dimension)) : raw;
  if (dimension.outputType === 'LONG') return toWhole(value);
  if (dimension.outputType === 'FLOAT') return toNumber(value);
  return toText(value, dimension.type === 'extraction' ? '' : dimension.dimension);
}

function extract(
  { extractionFn: fn }: Extract<Dimension, { readonly type: 'extraction' }>,
  value: string | null,
): string | null {
  if (fn.type === 'lookup') {
    if (value !== null && Object.hasOwn(fn.lookup.map, value)) return fn.lookup.map[value] ?? null;
    return fn.retainMissingValue === true ? value : (fn.replaceMissingValueWith ?? '') || null;
  }
  const match = value === null ? null : new RegExp(fn.expr, 'u').exec(value);
  if (match !== null) return match[fn.index ?? 1] ?? '';
  return fn.replaceMissingValue === true ? (fn.replaceMissingValueWith ?? '') || null : value;
}

function has(having: Having, row: Row, clock: Clock): boolean | null {
  const number = (name: string): number => toNumber(scalar(row[name] ?? null)) ?? 0;
  switch (having.type) {
    case 'equalTo':
      return number(having.aggregation) === having.value;
    case 'greaterThan':
      return number(having.aggregation) > having.value;
    case 'lessThan':
      return number(having.aggregation) < having.value;
    case 'dimSelector':
      return row[having.dimension] === having.value;
    case 'filter': {
      const event = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, scalar(value)]));
      return matches(
        having.filter,
        event,
        clock,
        (name) => typeof event[name] === 'number' || (isNumeric(name) && event[name] === null),
      );
    }
    case 'and':
    case 'or': {
      const truths = having.havingSpecs.map((spec) => has(spec, row, clock));
      const decisive = having.type === 'or';
      return truths.includes(decisive) ? decisive : truths.includes(null) ? null : !decisive;
    }
    case 'not': {
      const truth = has(having.havingSpec, row, clock);
      return truth === null ? null : !truth;
    }
  }
}

function scalar(value: Output): Value {
  return typeof value === 'object' ? null : value;
}

function stamp(time: number): string {
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

function json(row: Row): Record<string, unknown> {
  const one = (value: Output): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    return Array.isArray(value) ? value.map(one) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, one(value)]));
}
