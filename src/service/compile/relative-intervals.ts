import { type Aggregation } from '../../tql/aggregation.ts';
import { type Filter } from '../../tql/filter.ts';
import { type Having } from '../../tql/having.ts';
import { parseAbsoluteInterval, type RelativeInterval } from '../../tql/interval.ts';
import { type PlainQuery } from './compiled.ts';
import { mapLeaves } from './filters.ts';
import { formatInterval, resolveInterval } from './resolve-interval.ts';

type Resolve = (interval: RelativeInterval, path: string) => string;

/** Makes every interval absolute and UTC: the query's own and those in its filters, aggregations and having spec. */
export function resolveIntervals(query: PlainQuery, nowMs: number): PlainQuery & { readonly intervals: string[] } {
  const timeZone = query.context?.timezone ?? 'UTC';
  const resolve: Resolve = (interval, path) => formatInterval(resolveInterval(interval, nowMs, timeZone, path));
  const { relativeIntervals, ...rest } = inParts(query, resolve);
  const intervals = relativeIntervals?.map((interval, index) => resolve(interval, `relativeIntervals[${index}]`));
  return { ...rest, intervals: intervals ?? (query.intervals ?? []).map(inUtc) };
}

function inParts(query: PlainQuery, resolve: Resolve): PlainQuery {
  const filtered: PlainQuery =
    query.filter === undefined ? query : { ...query, filter: inFilter(query.filter, resolve, 'filter') };
  switch (filtered.queryType) {
    case 'timeseries':
    case 'topN':
      return { ...filtered, aggregations: inAggregations(filtered.aggregations, resolve) };
    case 'groupBy': {
      const aggregating = { ...filtered, aggregations: inAggregations(filtered.aggregations, resolve) };
      const { having } = aggregating;
      return having === undefined ? aggregating : { ...aggregating, having: inHaving(having, resolve) };
    }
    case 'scan':
    case 'timeBoundary':
    case 'segmentMetadata':
      return filtered;
  }
}

function inAggregations(aggregations: readonly Aggregation[] | undefined, resolve: Resolve): Aggregation[] {
  return (aggregations ?? []).map((aggregation, index) =>
    inAggregation(aggregation, resolve, `aggregations[${index}]`),
  );
}

function inAggregation(aggregation: Aggregation, resolve: Resolve, path: string): Aggregation {
  if (aggregation.type !== 'filtered') return aggregation;
  return {
    ...aggregation,
    filter: inFilter(aggregation.filter, resolve, `${path}.filter`),
    aggregator: inAggregation(aggregation.aggregator, resolve, `${path}.aggregator`),
  };
}

function inHaving(having: Having, resolve: Resolve): Having {
  switch (having.type) {
    case 'filter':
      return { ...having, filter: inFilter(having.filter, resolve, 'having') };
    case 'and':
    case 'or':
      return { ...having, havingSpecs: having.havingSpecs.map((spec) => inHaving(spec, resolve)) };
    case 'not':
      return { ...having, havingSpec: inHaving(having.havingSpec, resolve) };
    default:
      return having;
  }
}

function inFilter(filter: Filter, resolve: Resolve, path: string): Filter {
  return mapLeaves(filter, (leaf) => {
    if (leaf.type !== 'interval') return leaf;
    const { relativeIntervals, ...rest } = leaf;
    if (relativeIntervals === undefined) return { ...rest, intervals: (leaf.intervals ?? []).map(inUtc) };
    return { ...rest, intervals: relativeIntervals.map((interval) => resolve(interval, path)) };
  });
}

/** An absolute interval in the one form that is sent, whatever form it was written in. */
function inUtc(interval: string): string {
  const range = parseAbsoluteInterval(interval);
  return range === null ? interval : formatInterval(range);
}
