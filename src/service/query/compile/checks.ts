// A step of `compile`: refuses queries whose keys are valid one by one but not together, such as two outputs
// of the same name.
import { filterColumns } from '../../../tql/schema/filter.ts';
import { type Having, HAVINGS } from '../../../tql/schema/having.ts';
import { type Metric, outputOfMetric } from '../../../tql/schema/metric.ts';
import {
  outputsReadBy,
  POST_AGGREGATIONS,
  type PostAggregation,
} from '../../../tql/schema/post-aggregation.ts';
import { QueryError } from '../../errors.ts';
import type { AggregatingQuery, CompiledQuery, CompiledScan } from './compiled-query.ts';

/** Checks the outputs of a query, and what reads them. Throws `QueryError`. */
export function checkQuery(query: CompiledQuery): void {
  if (query.queryType === 'scan') checkOrder(query);
  if (!('aggregations' in query)) return;
  checkNames(query);
  checkPoints(query);
  checkLevels(query);
}

/** Checks that a scan shows the time that it is ordered by: Druid orders the columns that it has read. */
function checkOrder({ order, columns = [] }: CompiledScan): void {
  if (order === undefined || columns.length === 0 || columns.includes('__time')) return;
  throw new QueryError('columns', 'does not have __time, by which the events are ordered');
}

/** Checks that the names of outputs are unique, and that every reference is to an existing output. */
function checkNames(query: AggregatingQuery): void {
  const names = checkOutputs(query, dimensionsOf(query));
  if (query.queryType === 'topN') checkMetric(query.metric, names, query.dimension.outputName);
  if (query.queryType === 'groupBy' && query.having !== undefined) checkHaving(query.having, 'having');
}

function dimensionsOf(query: AggregatingQuery): readonly string[] {
  if (query.queryType === 'topN') return [query.dimension.outputName];
  if (query.queryType === 'timeseries') return [];
  return (query.dimensions ?? []).map(({ outputName }) => outputName);
}

/**
 * A having spec is about the rows of the answer. Druid would take `__time` for the start of a row's bucket.
 */
function checkHaving(having: Having, path: string): void {
  for (const { node, place } of HAVINGS.childrenOf(having)) checkHaving(node, path + place);
  if (having.type === 'filter' && filterColumns(having.filter).has('__time'))
    throw new QueryError(
      `${path}.filter`,
      'reads __time, which the rows of the answer do not have; use the intervals of the query',
    );
}

function checkOutputs(query: AggregatingQuery, dimensions: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (name: string, path: string): void => {
    if (names.has(name))
      throw new QueryError(path, `is ${JSON.stringify(name)}, which is the name of another output, too`);
    if (name === '__time' && query.queryType === 'groupBy')
      throw new QueryError(path, 'is __time, which cannot be the name of an output');
    names.add(name);
  };
  for (const [index, name] of dimensions.entries()) add(name, dimensionPath(query, index));
  for (const [index, { name }] of query.aggregations.entries()) add(name, `aggregations[${index}].name`);
  for (const [index, post] of query.postAggregations.entries()) {
    const path = `postAggregations[${index}]`;
    checkFields(post, names, path);
    add(post.name, `${path}.name`);
  }
  return names;
}

function dimensionPath(query: AggregatingQuery, index: number): string {
  return query.queryType === 'topN' ? 'dimension.outputName' : `dimensions[${index}].outputName`;
}

function checkFields(post: PostAggregation, names: ReadonlySet<string>, path: string): void {
  for (const name of outputsReadBy(post)) {
    if (!names.has(name))
      throw new QueryError(
        path,
        `refers to ${JSON.stringify(name)}, which is not the name of an earlier output`,
      );
  }
}

function checkMetric(metric: Metric, names: ReadonlySet<string>, dimension: string): void {
  const output = outputOfMetric(metric);
  if (output === null || (names.has(output) && output !== dimension)) return;
  throw new QueryError(
    'metric.metric',
    `is ${JSON.stringify(output)}, which is not the name of an aggregation or post-aggregation`,
  );
}

/** Limits the bins and split points of a row: each is looked up among all values of its group. */
export const POINT_LIMIT = 10_000;

/** Checks that a query does not read too many points off its sketches. */
function checkPoints(query: AggregatingQuery): void {
  const posts = query.postAggregations.flatMap(POST_AGGREGATIONS.nodesOf);
  const points = posts.reduce((sum, post) => sum + pointsOf(post), 0);
  if (points <= POINT_LIMIT) return;
  throw new QueryError(
    'postAggregations',
    `ask for ${points} bins and split points together; at most ${POINT_LIMIT} are allowed`,
  );
}

function pointsOf(post: PostAggregation): number {
  if ('splitPoints' in post) return post.splitPoints.length;
  return 'numBins' in post ? post.numBins : 0;
}

/**
 * As for expressions: the engine's time to plan a chain of operations grows with the square of its length.
 */
export const LEVEL_LIMIT = 100;

/** Checks that no post-aggregation is nested too deeply. */
function checkLevels({ postAggregations }: AggregatingQuery): void {
  for (const [index, post] of postAggregations.entries()) {
    if (levelsOf(post) <= LEVEL_LIMIT) continue;
    const problem = `is nested more than ${LEVEL_LIMIT} levels deep; each field of an arithmetic counts as a level`;
    throw new QueryError(`postAggregations[${index}]`, problem);
  }
}

/** How deep a post-aggregation is nested in SQL: `((a + b) + c)`, of three fields, has two levels. */
function levelsOf(post: PostAggregation): number {
  const ownLevels = post.type === 'arithmetic' ? post.fields.length - 1 : 1;
  const children = POST_AGGREGATIONS.childrenOf(post);
  return children.length === 0 ? 0 : ownLevels + Math.max(...children.map(({ node }) => levelsOf(node)));
}
