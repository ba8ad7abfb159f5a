// A step of `compile`: replaces the aggregations that only TQL has. `eventCount` becomes a `longSum` of
// `count`, `userCount` a `thetaSketch` of `clientUser`, and `histogram` a sketch with what is read from it.
import {
  type Aggregation,
  AGGREGATIONS,
  SIMPLE_AGGREGATIONS,
  type SimpleAggregation,
} from '../../../tql/schema/aggregation.ts';
import { whereKnown } from '../../../tql/json.ts';
import { outputOfMetric } from '../../../tql/schema/metric.ts';
import type { PostAggregation } from '../../../tql/schema/post-aggregation.ts';
import { access, events, users } from '../../../tql/write.ts';
import { QueryError } from '../../errors.ts';
import type {
  AggregatingFields,
  CompiledQuery,
  NamedPostAggregation,
  NativeAggregation,
  PlainQuery,
} from './compiled-query.ts';

type Aggregating = Extract<PlainQuery, { readonly aggregations?: unknown }>;

/** Replaces TQL's aggregations, at any depth, by those of Druid, and names unnamed ones. */
export function expandConvenienceAggregations(
  query: PlainQuery & { readonly intervals: readonly string[] },
  namespace: string,
): CompiledQuery {
  const { granularity = 'all', intervals } = query;
  const resolved = { dataSource: namespace, granularity, intervals };
  switch (query.queryType) {
    case 'timeseries':
    case 'topN':
    case 'groupBy':
      return { ...query, ...resolved, ...expandAggregations(query) };
    case 'scan':
    case 'timeBoundary':
    case 'segmentMetadata':
      return { ...query, ...resolved };
  }
}

function expandAggregations(query: Aggregating): AggregatingFields {
  const { aggregations = [] } = query;
  const onlyName = nameByMetric(query);
  const firstHistogram = aggregations.findIndex(isHistogram);
  const expanded = aggregations.map((aggregation, index) => {
    const naming = { onlyName, isFirstHistogram: index === firstHistogram };
    return expandAggregation(aggregation, naming, `aggregations[${index}]`);
  });
  const postAggregations = (query.postAggregations ?? []).map((post, index) =>
    requireName(post, `postAggregations[${index}]`),
  );
  return {
    aggregations: expanded.flatMap((expansion) => expansion.aggregations),
    postAggregations: [...expanded.flatMap((expansion) => expansion.postAggregations), ...postAggregations],
  };
}

interface Naming {
  /** The name of an unnamed count; null if it is that of its type. */
  readonly onlyName: string | null;
  readonly isFirstHistogram: boolean;
}

function expandAggregation(aggregation: Aggregation, naming: Naming, path: string): AggregatingFields {
  if (aggregation.type !== 'filtered') return expandSimple(aggregation, naming, path);
  const { aggregator, name = '', filter } = aggregation;
  // A histogram's name is that of its post-aggregation; its helper aggregations keep their own names.
  const namesHistogram = name !== '' && isHistogram(aggregator);
  const inner = namesHistogram ? { ...aggregator, name } : aggregator;
  const expanded = expandAggregation(inner, naming, `${path}.aggregator`);
  const withFilter = (native: NativeAggregation): NativeAggregation => {
    const outputName = name === '' || namesHistogram ? native.name : name;
    // The inner name is the outer one: a groupBy of Druid loses the values of an aggregation that has two.
    return { type: 'filtered', name: outputName, filter, aggregator: named(native, outputName) };
  };
  return { ...expanded, aggregations: expanded.aggregations.map(withFilter) };
}

/** Renames an aggregation and those inside of it. */
function named(aggregation: NativeAggregation, name: string): NativeAggregation {
  if (aggregation.type !== 'filtered') return { ...aggregation, name };
  return { ...aggregation, name, aggregator: named(aggregation.aggregator, name) };
}

function isHistogram(aggregation: Aggregation): boolean {
  return AGGREGATIONS.nodesOf(aggregation).some(({ type }) => type === 'histogram');
}

function expandSimple(
  aggregation: SimpleAggregation,
  { onlyName, isFirstHistogram }: Naming,
  path: string,
): AggregatingFields {
  switch (aggregation.type) {
    case 'eventCount':
    case 'userCount': {
      const name = aggregation.name ?? onlyName ?? SIMPLE_AGGREGATIONS[aggregation.type].name;
      const count = aggregation.type === 'eventCount' ? events(name) : users(name);
      return { aggregations: [count], postAggregations: [] };
    }
    case 'histogram':
      return expandHistogram(aggregation, path, isFirstHistogram);
    default:
      return { aggregations: [aggregation], postAggregations: [] };
  }
}

/**
 * The name of an unnamed aggregation if a topN has no other one and orders by a name that no other output
 * has, as in the specification's insight query; null otherwise.
 */
function nameByMetric(query: Aggregating): string | null {
  if (query.queryType !== 'topN' || query.aggregations?.length !== 1) return null;
  const metric = outputOfMetric(query.metric);
  const otherNames = [...(query.postAggregations ?? []).map(({ name }) => name), query.dimension.outputName];
  return metric === null || otherNames.includes(metric) ? null : metric;
}

function requireName(post: PostAggregation, path: string): NamedPostAggregation {
  const { name } = post;
  if (name === undefined) throw new QueryError(`${path}.name`, 'is missing');
  return { ...post, name };
}

type Histogram = Extract<SimpleAggregation, { readonly type: 'histogram' }>;

/**
 * A histogram as a sketch of the values, their minimum and maximum, and the counts that are read off the
 * sketch. The helper aggregations of a query's first histogram have fixed names; those of further ones
 * contain the histogram's name.
 */
function expandHistogram(
  {
    name = SIMPLE_AGGREGATIONS.histogram.name,
    fieldName = 'floatValue',
    k = 1024,
    splitPoints,
    numBins,
    numBuckets,
  }: Histogram,
  path: string,
  isFirst: boolean,
): AggregatingFields {
  const bins = numBins ?? numBuckets;
  if (splitPoints !== undefined && bins !== undefined)
    throw new QueryError(path, 'has both splitPoints and numBins');
  if (bins !== undefined && (bins < 2 || bins > 10_000))
    throw new QueryError(`${path}.numBins`, 'is not a number from 2 to 10000');
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
        field: access(sketch),
        ...whereKnown({ splitPoints, numBins: bins }),
      },
    ],
  };
}
