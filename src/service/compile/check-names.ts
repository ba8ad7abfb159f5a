import { type Metric } from '../../tql/metric.ts';
import { type PostAggregation } from '../../tql/post-aggregation.ts';
import { QueryError } from '../errors.ts';
import { type CompiledGroupBy, type CompiledQuery, type CompiledTimeseries, type CompiledTopN } from './compiled.ts';
import { fieldNamesOf } from './post-aggregations.ts';

/** Checks that outputs have names of their own and that whatever refers to an output refers to one that is there. */
export function checkNames(query: CompiledQuery): void {
  switch (query.queryType) {
    case 'timeseries':
      outputs(query, []);
      return;
    case 'topN':
      checkMetric(query.metric, outputs(query, [query.dimension.outputName]), query.dimension.outputName);
      return;
    case 'groupBy':
      outputs(
        query,
        (query.dimensions ?? []).map((dimension) => dimension.outputName),
      );
      return;
    case 'scan':
    case 'timeBoundary':
    case 'segmentMetadata':
      return;
  }
}

const TIMESTAMP_FIELD = 'context.timestampResultField';

type Aggregating = CompiledTimeseries | CompiledTopN | CompiledGroupBy;

function outputs(query: Aggregating, dimensions: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string, path: string): void => {
    if (names.has(name))
      throw new QueryError(path, `is ${JSON.stringify(name)}, a name that another output has already`);
    if (name === '__time' && query.queryType === 'groupBy')
      throw new QueryError(path, 'is __time, which no output may be');
    names.add(name);
  };
  for (const [index, name] of dimensions.entries()) add(name, dimensionPath(query, index));
  for (const [index, { name }] of query.aggregations.entries()) add(name, `aggregations[${index}].name`);
  for (const [index, post] of query.postAggregations.entries()) {
    const path = `postAggregations[${index}]`;
    checkFields(post, names, path);
    add(post.name, `${path}.name`);
  }
  const field = query.context?.timestampResultField ?? '';
  if (field !== '' && query.queryType === 'timeseries') add(field, TIMESTAMP_FIELD);
  // Druid needs more keys for it there, which nobody writes by hand.
  if (field !== '' && query.queryType === 'groupBy')
    throw new QueryError(TIMESTAMP_FIELD, 'is not supported in a groupBy');
  return names;
}

function dimensionPath(query: Aggregating, index: number): string {
  return query.queryType === 'topN' ? 'dimension.outputName' : `dimensions[${index}].outputName`;
}

function checkFields(post: PostAggregation, names: ReadonlySet<string>, path: string): void {
  for (const name of fieldNamesOf(post)) {
    if (!names.has(name))
      throw new QueryError(path, `refers to ${JSON.stringify(name)}, which no earlier output is called`);
  }
}

function checkMetric(metric: Metric, names: ReadonlySet<string>, dimension: string): void {
  if (metric.type === 'dimension') return;
  if (metric.type === 'inverted') {
    checkMetric(metric.metric, names, dimension);
    return;
  }
  if (names.has(metric.metric) && metric.metric !== dimension) return;
  throw new QueryError(
    'metric.metric',
    `is ${JSON.stringify(metric.metric)}, which no aggregation or post-aggregation is called`,
  );
}
