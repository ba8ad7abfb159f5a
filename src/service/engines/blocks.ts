import { type Aggregation } from '../../tql/aggregation.ts';
import { type ExtractionFn } from '../../tql/extraction-fn.ts';
import { type Filter } from '../../tql/filter.ts';
import { type Having } from '../../tql/having.ts';
import { type Metric } from '../../tql/metric.ts';
import { type PostAggregation } from '../../tql/post-aggregation.ts';
import { type CompiledQuery } from '../compile/compiled.ts';
import { innerOf } from '../compile/post-aggregations.ts';

/** A building block that a query uses, as `kind type`, and where. */
export interface Block {
  readonly name: string;
  readonly path: string;
}

/** Every building block of a compiled query, as an engine may say that it cannot answer it. */
export function blocksOf(query: CompiledQuery): Block[] {
  const { filter, virtualColumns = [], granularity } = query;
  return [
    { name: `query ${query.queryType}`, path: 'queryType' },
    { name: `granularity ${typeof granularity === 'object' ? granularity.type : granularity}`, path: 'granularity' },
    ...(filter === undefined ? [] : filters(filter, 'filter')),
    ...virtualColumns.map(({ type }, i) => ({ name: `virtualColumn ${type}`, path: `virtualColumns[${i}].type` })),
    ...('aggregations' in query ? query.aggregations.flatMap((one, i) => aggregations(one, `aggregations[${i}]`)) : []),
    ...('postAggregations' in query
      ? query.postAggregations.flatMap((one, i) => postAggregations(one, `postAggregations[${i}]`))
      : []),
    ...ofItsType(query),
  ];
}

function ofItsType(query: CompiledQuery): Block[] {
  if (query.queryType === 'topN')
    return [...dimensions([query.dimension], 'dimension'), ...metrics(query.metric, 'metric')];
  if (query.queryType !== 'groupBy') return [];
  const { having, dimensions: grouped = [] } = query;
  return [...dimensions(grouped, 'dimensions'), ...(having === undefined ? [] : havings(having, 'having'))];
}

function filters(filter: Filter, path: string): Block[] {
  const inner =
    filter.type === 'and' || filter.type === 'or' ? filter.fields : filter.type === 'not' ? [filter.field] : [];
  return [
    { name: `filter ${filter.type}`, path: `${path}.type` },
    ...('extractionFn' in filter ? extractions(filter, path) : []),
    ...inner.flatMap((one) => filters(one, path)),
  ];
}

function aggregations(aggregation: Aggregation, path: string): Block[] {
  const block = { name: `aggregation ${aggregation.type}`, path: `${path}.type` };
  if (aggregation.type !== 'filtered') return [block];
  return [
    block,
    ...filters(aggregation.filter, `${path}.filter`),
    ...aggregations(aggregation.aggregator, `${path}.aggregator`),
  ];
}

function postAggregations(post: PostAggregation, path: string): Block[] {
  const block = { name: `postAggregation ${post.type}`, path: `${path}.type` };
  return [block, ...innerOf(post).flatMap((one) => postAggregations(one, path))];
}

type Dimensions = Extract<CompiledQuery, { readonly queryType: 'topN' }>['dimension'];

function dimensions(specs: readonly Dimensions[], path: string): Block[] {
  return specs.flatMap((spec): Block[] => [
    { name: `dimension ${spec.type}`, path },
    ...(spec.type === 'extraction' ? extractions(spec, path) : []),
  ]);
}

function extractions({ extractionFn: fn }: { readonly extractionFn?: ExtractionFn }, path: string): Block[] {
  return fn === undefined ? [] : [{ name: `extractionFn ${fn.type}`, path }];
}

function metrics(metric: Metric, path: string): Block[] {
  const block = { name: `metric ${metric.type}`, path: `${path}.type` };
  if (metric.type === 'inverted') return [block, ...metrics(metric.metric, `${path}.metric`)];
  if (metric.type === 'numeric') return [block];
  return [block, { name: `ordering ${metric.ordering ?? 'lexicographic'}`, path: `${path}.ordering` }];
}

function havings(having: Having, path: string): Block[] {
  const block = { name: `having ${having.type}`, path: `${path}.type` };
  if (having.type === 'and' || having.type === 'or')
    return [block, ...having.havingSpecs.flatMap((one) => havings(one, path))];
  if (having.type === 'not') return [block, ...havings(having.havingSpec, path)];
  if (having.type === 'dimSelector') return [block, ...extractions(having, path)];
  return having.type === 'filter' ? [block, ...filters(having.filter, `${path}.filter`)] : [block];
}
