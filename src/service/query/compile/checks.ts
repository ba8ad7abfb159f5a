import type { Metric } from '../../../tql/ordering.ts';
import type { PostAggregation } from '../../../tql/post-aggregation.ts';
import { QueryError } from '../../errors.ts';
import type { CompiledGroupBy, CompiledQuery, CompiledTimeseries, CompiledTopN, PlainQuery } from './compiled-query.ts';
import { nestedPostAggregations, orderVirtualColumns, outputsReadBy } from './dependencies.ts';

/** Checks that outputs have names of their own and that whatever refers to an output refers to one that is there. */
export function checkNames(query: CompiledQuery): void {
  switch (query.queryType) {
    case 'timeseries':
      checkOutputs(query, []);
      return;
    case 'topN':
      checkMetric(query.metric, checkOutputs(query, [query.dimension.outputName]), query.dimension.outputName);
      return;
    case 'groupBy':
      checkOutputs(
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

function checkOutputs(query: Aggregating, dimensions: readonly string[]): ReadonlySet<string> {
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
  for (const name of outputsReadBy(post)) {
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

/** As many bins, split points and fractions may one row of an answer have: each is looked up among all values of its group. */
const POINT_LIMIT = 10_000;

/** Checks that the readings of a query's sketches do not ask for too many points together. Throws `QueryError`. */
export function checkPoints(query: CompiledQuery): void {
  if (!('postAggregations' in query)) return;
  const points = query.postAggregations.map(countPoints).reduce((sum, count) => sum + count, 0);
  if (points <= POINT_LIMIT) return;
  throw new QueryError(
    'postAggregations',
    `ask for ${points} bins, split points and fractions together; ${POINT_LIMIT} are allowed`,
  );
}

function countPoints(post: PostAggregation): number {
  switch (post.type) {
    case 'quantilesDoublesSketchToQuantiles':
      return post.fractions.length;
    case 'quantilesDoublesSketchToHistogram':
      return post.splitPoints?.length ?? post.numBins ?? 0;
    case 'quantilesDoublesSketchToCDF':
      return post.splitPoints.length;
    default:
      return nestedPostAggregations(post)
        .map(countPoints)
        .reduce((sum, count) => sum + count, 0);
  }
}

/** Checks that virtual columns have names of their own, and that none is made of itself. */
export function checkVirtualColumns({ virtualColumns = [] }: PlainQuery): void {
  const names = new Set<string>();
  for (const [index, { name }] of virtualColumns.entries()) {
    const path = `virtualColumns[${index}].name`;
    if (name === '__time') throw new QueryError(path, 'is __time, which no virtual column may be');
    if (names.has(name)) throw new QueryError(path, `is ${JSON.stringify(name)}, as another virtual column is`);
    names.add(name);
  }
  const { circle } = orderVirtualColumns(virtualColumns);
  const [first] = circle;
  if (first === undefined) return;
  const place = first.column.type === 'expression' ? 'expression' : 'delegate';
  const read = [...circle.slice(1), first].map(({ column }) => JSON.stringify(column.name));
  const shown = read.length > SHOWN_LIMIT ? [...read.slice(0, SHOWN_LIMIT), '…', ...read.slice(-1)] : read;
  throw new QueryError(
    `virtualColumns[${first.index}].${place}`,
    `makes ${JSON.stringify(first.column.name)} of itself: it reads ${shown.join(', which reads ')}`,
  );
}

const SHOWN_LIMIT = 10;
