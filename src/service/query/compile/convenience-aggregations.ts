import type { Aggregation, SimpleAggregation } from '../../../tql/aggregation.ts';
import type { Metric } from '../../../tql/ordering.ts';
import type { PostAggregation } from '../../../tql/post-aggregation.ts';
import { QueryError } from '../../errors.ts';
import type { CompiledQuery, NamedPostAggregation, NativeAggregation, PlainQuery } from './compiled-query.ts';

const DEFAULT_NAMES = { eventCount: 'Events', userCount: 'Users' } as const;

type Aggregating = Extract<PlainQuery, { readonly aggregations?: unknown }>;

/** Replaces the aggregations that are TQL's own by those of Druid, at any depth, and gives the unnamed their name. */
export function expandConvenienceAggregations(
  query: PlainQuery & { readonly intervals: readonly string[] },
  namespace: string,
): CompiledQuery {
  const { dataSource = namespace, granularity = 'all' } = query;
  const whole = { dataSource, granularity, intervals: query.intervals };
  switch (query.queryType) {
    case 'timeseries':
      return { ...query, ...whole, ...expandAggregations(query) };
    case 'topN':
      return { ...query, ...whole, ...expandAggregations(query) };
    case 'groupBy':
      return { ...query, ...whole, ...expandAggregations(query) };
    case 'scan':
      return { ...query, ...whole };
    case 'timeBoundary':
      return { ...query, ...whole };
    case 'segmentMetadata':
      return { ...query, ...whole };
  }
}

function expandAggregations(query: Aggregating): {
  aggregations: NativeAggregation[];
  postAggregations: NamedPostAggregation[];
} {
  const nameOf = chooseDefaultName(query);
  const firstHistogram = (query.aggregations ?? []).findIndex(isHistogram);
  const expanded = (query.aggregations ?? []).map((aggregation, index) =>
    expandAggregation(aggregation, { nameOf, isFirst: index === firstHistogram }, `aggregations[${index}]`),
  );
  const own = (query.postAggregations ?? []).map((post, index) => requireName(post, `postAggregations[${index}]`));
  return {
    aggregations: expanded.flatMap((one) => one.aggregations),
    postAggregations: [...expanded.flatMap((one) => one.postAggregations), ...own],
  };
}

type NameOf = (type: 'eventCount' | 'userCount') => string;

interface Naming {
  readonly nameOf: NameOf;
  /** Whether a histogram is the first of the query. */
  readonly isFirst: boolean;
}

interface Expansion {
  readonly aggregations: readonly NativeAggregation[];
  readonly postAggregations: readonly NamedPostAggregation[];
}

function expandAggregation(aggregation: Aggregation, naming: Naming, path: string): Expansion {
  if (aggregation.type !== 'filtered') return expandSimple(aggregation, naming, path);
  const { aggregator: written, name: own, filter } = aggregation;
  const name = own === undefined || own === '' ? undefined : own;
  // Of a histogram the name goes to what is read off its helpers, which keep theirs.
  const goesInside = name !== undefined && isHistogram(written);
  const inner = expandAggregation(goesInside ? { ...written, name } : written, naming, `${path}.aggregator`);
  const nameOf = (one: NativeAggregation): string => (name === undefined || goesInside ? one.name : name);
  return {
    aggregations: inner.aggregations.map((one) => ({ type: 'filtered', name: nameOf(one), filter, aggregator: one })),
    postAggregations: inner.postAggregations,
  };
}

function isHistogram(aggregation: Aggregation): boolean {
  return aggregation.type === 'filtered' ? isHistogram(aggregation.aggregator) : aggregation.type === 'histogram';
}

function expandSimple(aggregation: SimpleAggregation, { nameOf, isFirst }: Naming, path: string): Expansion {
  switch (aggregation.type) {
    case 'eventCount': {
      const name = aggregation.name ?? nameOf('eventCount');
      return { aggregations: [{ type: 'longSum', name, fieldName: 'count' }], postAggregations: [] };
    }
    case 'userCount': {
      const name = aggregation.name ?? nameOf('userCount');
      return { aggregations: [{ type: 'thetaSketch', name, fieldName: 'clientUser' }], postAggregations: [] };
    }
    case 'histogram':
      return expandHistogram(aggregation, path, isFirst);
    default:
      return { aggregations: [aggregation], postAggregations: [] };
  }
}

/**
 * An unnamed eventCount is `Events`; the only aggregation of a topN that is ordered by a name which nothing else has
 * takes that name, as the specification's insight query shows it.
 */
function chooseDefaultName(query: Aggregating): NameOf {
  const [only, ...others] = query.aggregations ?? [];
  const metric = query.queryType === 'topN' ? metricName(query.metric) : null;
  const taken =
    query.queryType === 'topN' && (isOutput(query.postAggregations, metric) || query.dimension.outputName === metric);
  if (only === undefined || others.length > 0 || metric === null || taken) return (type) => DEFAULT_NAMES[type];
  return () => metric;
}

function isOutput(postAggregations: readonly PostAggregation[] | undefined, name: string | null): boolean {
  return (postAggregations ?? []).some((post) => post.name === name);
}

function metricName(metric: Metric): string | null {
  switch (metric.type) {
    case 'numeric':
      return metric.metric;
    case 'inverted':
      return metricName(metric.metric);
    case 'dimension':
      return null;
  }
}

function requireName(post: PostAggregation, path: string): NamedPostAggregation {
  const { name } = post;
  if (name === undefined) throw new QueryError(`${path}.name`, 'is missing');
  return { ...post, name };
}

type Histogram = Extract<SimpleAggregation, { readonly type: 'histogram' }>;

/** TQL's histogram, the first of a query or a further one, whose helpers have its name in theirs: a sketch of the values, their extremes, and the counts read off the sketch. */
function expandHistogram(
  { name = 'Histogram', fieldName = 'floatValue', k = 1024, splitPoints, numBins, numBuckets }: Histogram,
  path: string,
  isFirst: boolean,
): { aggregations: NativeAggregation[]; postAggregations: NamedPostAggregation[] } {
  const bins = numBins ?? numBuckets;
  if (splitPoints !== undefined && bins !== undefined) throw new QueryError(path, 'has both splitPoints and numBins');
  if (bins !== undefined && (bins < 2 || bins > 10_000))
    throw new QueryError(`${path}.numBins`, 'is not from 2 to 10000');
  const helper = (base: string): string => (isFirst ? base : `${base}_${name}`);
  const sketch = helper('_histogramSketch');
  return {
    aggregations: [
      { type: 'quantilesDoublesSketch', name: sketch, fieldName, k },
      { type: 'longMin', name: helper('_quantilesMinValue'), fieldName },
      { type: 'longMax', name: helper('_quantilesMaxValue'), fieldName },
    ],
    postAggregations: [
      {
        type: 'quantilesDoublesSketchToHistogram',
        name,
        field: { type: 'fieldAccess', fieldName: sketch },
        ...(splitPoints === undefined ? {} : { splitPoints }),
        ...(bins === undefined ? {} : { numBins: bins }),
      },
    ],
  };
}
