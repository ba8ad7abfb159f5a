import type { Aggregation } from '../../src/tql/schema/aggregation.ts';
import type { Metric } from '../../src/tql/schema/metric.ts';
import type { PostAggregation } from '../../src/tql/schema/post-aggregation.ts';
import type { RunQuery } from '../../src/tql/schema/run-query.ts';
import { aggregate } from './aggregations.ts';
import { derivedRow, derivedSelection } from './derived-queries.ts';
import { groups, has, refuseTimes, type Row, valueOf } from './groups.ts';
import { byOrdering } from './orderings.ts';
import { notList, numeric, type Output, postAggregate } from './post-aggregations.ts';
import { select, type Selection } from './select.ts';
import { COLUMNS } from './table.ts';
import { compare, type Event, get, RefusedQueryError, toText, type Value } from './values.ts';

type Of<T> = Extract<RunQuery, { readonly queryType: T }>;
type Aggregating = Of<'timeseries'> | Of<'topN'> | Of<'groupBy'>;
type Derived = Of<'funnel'> | Of<'retention'> | Of<'experiment'>;

/** Is called with what happens on the way, such as an empty bucket or a tie at the cut. */
type Observe = (fact: string) => void;

/** Answers a query by loops over events; written from the reference alone, independently of the engine. */
export function evaluate(query: RunQuery, all: readonly Event[], now: number, observe: Observe): unknown[] {
  const selection = select(query, all, now);
  if (selection.buckets.some(({ events }) => events.length === 0)) observe('empty');
  switch (query.queryType) {
    case 'timeseries':
      rehearse(query, selection);
      return timeseries(query, selection);
    case 'topN':
      rehearse(query, selection);
      return topN(query, selection, observe);
    case 'groupBy':
      rehearse(query, selection);
      return groupBy(query, selection, (events, keys) => outputs(query, events, keys, selection));
    case 'funnel':
    case 'retention':
    case 'experiment': {
      const chosen = derivedSelection(query, selection);
      return groupBy(query, chosen, (events, keys) => derivedRow(query, events, keys, chosen));
    }
    case 'scan':
      return scan(query, selection, observe);
    case 'timeBoundary': {
      const times = selection.events.map((event) => Number(event['__time'])).sort((a, b) => a - b);
      const [first, last] = [times[0], times.at(-1)];
      if (first === undefined || last === undefined) return [];
      return [{ timestamp: stamp(first), result: { minTime: stamp(first), maxTime: stamp(last) } }];
    }
    case 'segmentMetadata':
      throw new Error(`${query.queryType} is not evaluated here`);
  }
}

/** Evaluates a query without events, so that an invalid one is refused even if no event would reveal it. */
function rehearse(query: Aggregating, selection: Selection): void {
  const row = outputs(query, [], new Map(), selection);
  if (query.queryType === 'groupBy' && query.having !== undefined)
    has(query.having, row, selection.clock, dimensionNames(query));
  let metric = query.queryType === 'topN' ? query.metric : null;
  while (metric?.type === 'inverted') metric = metric.metric;
  if (metric?.type === 'numeric') numeric(notList(row.get(metric.metric)));
}

function outputs(query: Aggregating, events: readonly Event[], keys: Row, { clock, kindOf }: Selection): Row {
  const row = new Map<string, Output>(keys);
  const { aggregations, posts } = expanded(query);
  for (const aggregation of aggregations) {
    const computed = aggregate(aggregation, events, { clock, kindOf, unnamed: adoptedName(query) });
    row.set(computed.name, computed);
  }
  for (const post of posts) row.set(post.name ?? '', postAggregate(post, row));
  return row;
}

/**
 * A histogram becomes a sketch, minimum and maximum, and a post-aggregation before the query's own ones. The
 * helpers of further histograms have the histogram's name in theirs; filters around a histogram apply to each
 * helper.
 */
function expanded(query: Aggregating): { aggregations: Aggregation[]; posts: PostAggregation[] } {
  const posts: PostAggregation[] = [];
  const expand = (aggregation: Aggregation, own: string | undefined): Aggregation[] | null => {
    if (aggregation.type === 'filtered') {
      const inner = expand(
        aggregation.aggregator,
        own ?? (aggregation.name === '' ? undefined : aggregation.name),
      );
      return (
        inner?.map((aggregator): Aggregation => ({
          type: 'filtered',
          filter: aggregation.filter,
          aggregator,
        })) ?? null
      );
    }
    if (aggregation.type !== 'histogram') return null;
    const { fieldName = 'floatValue', splitPoints } = aggregation;
    const name = own ?? aggregation.name ?? 'Histogram';
    const end = posts.length === 0 ? '' : `_${name}`;
    const numBins = aggregation.numBins ?? aggregation.numBuckets;
    const reading = {
      ...(splitPoints === undefined ? {} : { splitPoints }),
      ...(numBins === undefined ? {} : { numBins }),
    };
    if (posts.some((post) => post.name === name)) throw new RefusedQueryError('two histograms of one name');
    const field: PostAggregation = { type: 'fieldAccess', fieldName: `_histogramSketch${end}` };
    posts.push({ type: 'quantilesDoublesSketchToHistogram', name, field, ...reading });
    return [
      { type: 'quantilesDoublesSketch', name: `_histogramSketch${end}`, fieldName },
      { type: 'longMin', name: `_quantilesMinValue${end}`, fieldName },
      { type: 'longMax', name: `_quantilesMaxValue${end}`, fieldName },
    ];
  };
  const aggregations = (query.aggregations ?? []).flatMap((one) => expand(one, undefined) ?? [one]);
  return { aggregations, posts: [...posts, ...(query.postAggregations ?? [])] };
}

/** The name that the only, unnamed count of a topN gets from the metric. */
function adoptedName(query: Aggregating): string | null {
  const names = (query.postAggregations ?? []).map((post) => post.name);
  if (query.queryType !== 'topN' || query.aggregations?.length !== 1) return null;
  let metric: Metric = query.metric;
  while (metric.type === 'inverted') metric = metric.metric;
  if (
    metric.type !== 'numeric' ||
    names.includes(metric.metric) ||
    metric.metric === query.dimension.outputName
  )
    return null;
  return metric.metric;
}

function timeseries(query: Of<'timeseries'>, selection: Selection): unknown[] {
  const { buckets } = selection;
  const ordered = query.descending === true ? [...buckets].reverse() : buckets;
  const limited = ordered.slice(0, query.limit === undefined || query.limit === 0 ? undefined : query.limit);
  const none: Row = new Map();
  const rows: unknown[] = limited.map(({ start, events }) => ({
    timestamp: stamp(start),
    result: json(outputs(query, events, none, selection)),
  }));
  if (query.context?.grandTotal !== true) return rows;
  return [...rows, { result: json(outputs(query, selection.events, none, selection)) }];
}

function topN(query: Of<'topN'>, selection: Selection, observe: Observe): unknown[] {
  const { dimension, metric, threshold } = query;
  const firstsAndLasts = (query.aggregations ?? []).filter(isFirstOrLast).map(nameOf);
  return selection.buckets.map(({ start, events }) => {
    const found = groups(events, [dimension], selection.kindOf);
    const rows = found.map(({ keys, events: members }) => outputs(query, members, keys, selection));
    const ordered = order(rows, { metric, dimension: dimension.outputName, inverted: false, firstsAndLasts });
    const [last, next] = [ordered[threshold - 1], ordered[threshold]];
    let innermost = metric;
    while (innermost.type === 'inverted') innermost = innermost.metric;
    if (last !== undefined && next !== undefined && innermost.type === 'numeric') {
      if (valueOf(last, innermost.metric) === valueOf(next, innermost.metric)) observe('ties');
    }
    return { timestamp: stamp(start), result: ordered.slice(0, threshold).map(json) };
  });
}

interface Order {
  readonly metric: Metric;
  readonly dimension: string;
  readonly inverted: boolean;
  /** The names of aggregations whose null is the lowest value; other nulls come last, inverted or not. */
  readonly firstsAndLasts: readonly (string | undefined)[];
}

function order(rows: readonly Row[], { metric, dimension, inverted, firstsAndLasts }: Order): Row[] {
  const key = (row: Row): Value => {
    const { kind, value } = notList(row.get(dimension));
    return toText(value, kind);
  };
  if (metric.type === 'inverted')
    return order(rows, { metric: metric.metric, dimension, inverted: !inverted, firstsAndLasts });
  if (metric.type === 'dimension') {
    const { ordering = 'lexicographic' } = metric;
    const by = (a: Row, b: Row): number => byOrdering(ordering, key(a), key(b));
    // Null comes first, inverted or not.
    const nullFirst = (a: Row, b: Row): number => Number(key(a) !== null) - Number(key(b) !== null);
    return [...rows].sort((a, b) => nullFirst(a, b) || (inverted ? -1 : 1) * by(a, b));
  }
  return [...rows].sort((a, b) => {
    const [x, y] = [notList(a.get(metric.metric)).value, notList(b.get(metric.metric)).value];
    const tie = compare(valueOf(a, dimension), valueOf(b, dimension));
    if (x === null || y === null) {
      const nullFirst = inverted && firstsAndLasts.includes(metric.metric);
      return x === y ? tie : (x === null) === nullFirst ? -1 : 1;
    }
    return (inverted ? compare(x, y) : compare(y, x)) || tie;
  });
}

function isFirstOrLast(aggregation: Aggregation): boolean {
  return aggregation.type === 'filtered'
    ? isFirstOrLast(aggregation.aggregator)
    : /(First|Last)$/.test(aggregation.type);
}

function nameOf(aggregation: Aggregation): string | undefined {
  if (aggregation.type !== 'filtered') return aggregation.name;
  return aggregation.name === undefined || aggregation.name === ''
    ? nameOf(aggregation.aggregator)
    : aggregation.name;
}

type Compute = (events: readonly Event[], keys: Row) => Row;

function groupBy(
  query: Of<'groupBy'> | Derived,
  { buckets, kindOf, clock }: Selection,
  compute: Compute,
): unknown[] {
  const dimensions = query.dimensions ?? [];
  const granularity = query.queryType === 'retention' ? 'all' : (query.granularity ?? 'all');
  const isWhole = granularity === 'all' && dimensions.length === 0;
  if (query.having !== undefined) refuseTimes(query.having);
  const all = buckets.flatMap(({ start, events }) => {
    const found = isWhole
      ? [{ keys: new Map<string, Output>(), events }]
      : groups(events, dimensions, kindOf);
    const rows = found.map((group) => compute(group.events, group.keys));
    const kept = rows.filter(
      (row) => query.having === undefined || has(query.having, row, clock, dimensionNames(query)),
    );
    return kept.map((row) => ({ start, row }));
  });
  return all.map(({ start, row }) => ({ version: 'v1', timestamp: stamp(start), event: json(row) }));
}

function dimensionNames({ dimensions = [] }: Of<'groupBy'> | Derived): string[] {
  return dimensions.map(({ outputName }) => outputName);
}

function stamp(time: number): string {
  return new Date(time).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

function json(row: Row): Record<string, unknown> {
  const one = (value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value)
      ? String(value)
      : Array.isArray(value)
        ? value.map(one)
        : value;
  return Object.fromEntries([...row].map(([name, { value }]) => [name, one(value)]));
}

const TYPES = { text: 'STRING', none: 'STRING', long: 'LONG', double: 'DOUBLE' } as const;

/** Answers a scan: events by time, and events of the same time as they are stored. */
export function scan(
  query: Extract<RunQuery, { readonly queryType: 'scan' }>,
  { events, kindOf }: Selection,
  observe: (fact: string) => void,
): unknown[] {
  const { order, limit = 0, offset = 0, virtualColumns = [] } = query;
  const asked = [...new Set(query.columns ?? [])];
  const columns =
    asked.length > 0 ? asked : [...new Set([...COLUMNS, ...virtualColumns.map(({ name }) => name)])];
  if (order !== undefined && !columns.includes('__time'))
    throw new RefusedQueryError('an order by what is not there');
  const direction = order === undefined ? 0 : order === 'ascending' ? 1 : -1;
  const sorted = [...events].sort((a, b) => direction * compare(get(a, '__time'), get(b, '__time')));
  const time = (event: (typeof events)[number] | undefined): number => Number(event?.['__time']);
  const page = sorted.slice(offset, limit === 0 ? undefined : offset + limit);
  const next = sorted[offset + limit];
  if (limit > 0 && next !== undefined && order !== undefined && time(next) === time(page.at(-1)))
    observe('ties');
  if (page.length === 0) return [];
  const json = (value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  const rows = page.map((event) => Object.fromEntries(columns.map((name) => [name, json(get(event, name))])));
  const rowSignature = columns.map((name) => ({ name, type: TYPES[kindOf(name)] }));
  return [{ columns, events: rows, rowSignature }];
}
