import type { Aggregation } from '../../../tql/aggregation.ts';
import type { ExtractionFn } from '../../../tql/dimension.ts';
import type { Filter, Having } from '../../../tql/filter.ts';
import type { Metric } from '../../../tql/ordering.ts';
import type { PostAggregation } from '../../../tql/post-aggregation.ts';
import { QueryError } from '../../errors.ts';
import type { CompiledQuery } from '../compile/compiled-query.ts';
import { nestedPostAggregations } from '../compile/dependencies.ts';
import type { Engine } from './engine.ts';

/** Throws `QueryError` if a query uses a building block that its engine does not support. */
export function checkSupported(
  { name: engine, unsupported }: Pick<Engine, 'name' | 'unsupported'>,
  query: CompiledQuery,
): void {
  if (unsupported.size === 0) return;
  for (const { name, path } of buildingBlocks(query)) {
    const reason = unsupported.get(name);
    if (reason !== undefined) throw new QueryError(path, `is not supported by ${engine}: ${name}, ${reason}`);
  }
}

/** A building block of a query, as `kind type`, and its place. */
interface BuildingBlock {
  readonly name: string;
  readonly path: string;
}

/** All building blocks of a compiled query that an engine may not support. */
export function buildingBlocks(query: CompiledQuery): BuildingBlock[] {
  const { filter, virtualColumns = [], granularity } = query;
  return [
    { name: `query ${query.queryType}`, path: 'queryType' },
    { name: `granularity ${typeof granularity === 'object' ? granularity.type : granularity}`, path: 'granularity' },
    ...(filter === undefined ? [] : filterBlocks(filter, 'filter')),
    ...virtualColumns.map(({ type }, i) => ({ name: `virtualColumn ${type}`, path: `virtualColumns[${i}].type` })),
    ...('aggregations' in query
      ? query.aggregations.flatMap((one, i) => aggregationBlocks(one, `aggregations[${i}]`))
      : []),
    ...('postAggregations' in query
      ? query.postAggregations.flatMap((one, i) => postAggregationBlocks(one, `postAggregations[${i}]`))
      : []),
    ...queryTypeBlocks(query),
  ];
}

function queryTypeBlocks(query: CompiledQuery): BuildingBlock[] {
  if (query.queryType === 'topN')
    return [...dimensionBlocks([query.dimension], 'dimension'), ...metricBlocks(query.metric, 'metric')];
  if (query.queryType !== 'groupBy') return [];
  const { having, dimensions: grouped = [] } = query;
  return [...dimensionBlocks(grouped, 'dimensions'), ...(having === undefined ? [] : havingBlocks(having, 'having'))];
}

function filterBlocks(filter: Filter, path: string): BuildingBlock[] {
  const inner =
    filter.type === 'and' || filter.type === 'or' ? filter.fields : filter.type === 'not' ? [filter.field] : [];
  return [
    { name: `filter ${filter.type}`, path: `${path}.type` },
    ...('extractionFn' in filter ? extractionBlocks(filter, path) : []),
    ...inner.flatMap((one) => filterBlocks(one, path)),
  ];
}

function aggregationBlocks(aggregation: Aggregation, path: string): BuildingBlock[] {
  const block = { name: `aggregation ${aggregation.type}`, path: `${path}.type` };
  if (aggregation.type !== 'filtered') return [block];
  return [
    block,
    ...filterBlocks(aggregation.filter, `${path}.filter`),
    ...aggregationBlocks(aggregation.aggregator, `${path}.aggregator`),
  ];
}

function postAggregationBlocks(post: PostAggregation, path: string): BuildingBlock[] {
  const block = { name: `postAggregation ${post.type}`, path: `${path}.type` };
  return [block, ...nestedPostAggregations(post).flatMap((one) => postAggregationBlocks(one, path))];
}

type DimensionSpec = Extract<CompiledQuery, { readonly queryType: 'topN' }>['dimension'];

function dimensionBlocks(specs: readonly DimensionSpec[], path: string): BuildingBlock[] {
  return specs.flatMap((spec): BuildingBlock[] => [
    { name: `dimension ${spec.type}`, path },
    ...(spec.type === 'extraction' ? extractionBlocks(spec, path) : []),
  ]);
}

function extractionBlocks(
  { extractionFn: fn }: { readonly extractionFn?: ExtractionFn },
  path: string,
): BuildingBlock[] {
  return fn === undefined ? [] : [{ name: `extractionFn ${fn.type}`, path }];
}

function metricBlocks(metric: Metric, path: string): BuildingBlock[] {
  const block = { name: `metric ${metric.type}`, path: `${path}.type` };
  if (metric.type === 'inverted') return [block, ...metricBlocks(metric.metric, `${path}.metric`)];
  if (metric.type === 'numeric') return [block];
  return [block, { name: `ordering ${metric.ordering ?? 'lexicographic'}`, path: `${path}.ordering` }];
}

function havingBlocks(having: Having, path: string): BuildingBlock[] {
  const block = { name: `having ${having.type}`, path: `${path}.type` };
  if (having.type === 'and' || having.type === 'or')
    return [block, ...having.havingSpecs.flatMap((one) => havingBlocks(one, path))];
  if (having.type === 'not') return [block, ...havingBlocks(having.havingSpec, path)];
  if (having.type === 'dimSelector') return [block, ...extractionBlocks(having, path)];
  return having.type === 'filter' ? [block, ...filterBlocks(having.filter, `${path}.filter`)] : [block];
}
