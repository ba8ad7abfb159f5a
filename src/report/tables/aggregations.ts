// What a query's aggregations mean: which output is the metric, what it counts (events or users), whether
// rows add up. All that name or sum a number ask here, so that they do it in one way.
import { factsOf } from '../../tql/aggregation.ts';
import { isJsonObject } from '../../tql/json.ts';
import type {
  Query,
  QueryAggregation,
  QueryFilter,
  QueryMetric,
  QueryPostAggregation,
} from '../../tql/query.ts';

/**
 * An output that a query names or implies: its name in the rows, and the aggregation behind it (null: a
 * post-aggregation).
 */
export interface Output {
  readonly name: string;
  readonly aggregation: QueryAggregation | null;
  /** Whether the query gives the name; otherwise it is the default of the aggregation's type. */
  readonly isNamed: boolean;
}

/** The outputs of a query, aggregations first, in the query's order. */
export function queryOutputs(query: Query): Output[] {
  const aggregations = aggregationsOf(query).map(aggregationOutput);
  const postAggregations = postAggregationsOf(query).flatMap(({ name }) =>
    name == null ? [] : [{ name, aggregation: null, isNamed: true }],
  );
  return [...aggregations.filter((each) => each !== null), ...postAggregations];
}

/**
 * The aggregation behind an output of the rows: the one with this name; otherwise the one whose type has
 * this default name (`Users` of a userCount); otherwise the only one. Null for a post-aggregation, or if
 * none fits.
 */
export function aggregationBehind(query: Query, name: string): QueryAggregation | null {
  const outputs = queryOutputs(query);
  const output =
    outputs.find((each) => each.name === name) ??
    outputs.find((each) => each.aggregation !== null && defaultName(each.aggregation) === name) ??
    (outputs.length === 1 ? outputs[0] : undefined);
  return output?.aggregation ?? null;
}

/** The name that the rows have for an unnamed aggregation: for a `filtered` one, that of the inner one. */
export function defaultName(aggregation: QueryAggregation): string | null {
  return factsOf(innermostAggregation(aggregation)).name ?? null;
}

/**
 * The name of the output that a topN is ordered by, ascending or descending; null for other queries, and for
 * a topN that is ordered by its dimension.
 */
export function orderingMetric(query: Query): string | null {
  const order = orderOf(query);
  if (typeof order === 'string') return order;
  return order?.type === 'numeric' && typeof order.metric === 'string' ? order.metric : null;
}

/** What a topN is ordered by, without an `inverted` around it; null for other queries. */
export function orderOf(query: Query): QueryMetric | null {
  let order = query.queryType === 'topN' ? query.metric : null;
  while (typeof order === 'object' && order?.type === 'inverted') order = order.metric;
  return order ?? null;
}

/**
 * The output whose values an insight shows unless its entry names one: what a topN is ordered by, otherwise a
 * rate that is shown in percent, otherwise the first.
 */
export function defaultMetric(query: Query): string | null {
  return orderingMetric(query) ?? percentRate(query) ?? queryOutputs(query)[0]?.name ?? null;
}

/**
 * The quotient that a query wants to be written as a percentage (`valueFormatter`); null if there is none.
 */
export function percentRate(query: Query): string | null {
  const options = isJsonObject(query.valueFormatter) ? query.valueFormatter.options : null;
  if (!isJsonObject(options) || options.style !== 'percent') return null;
  return postAggregationsOf(query).find(isQuotient)?.name ?? null;
}

/** Whether a post-aggregation divides. */
export function isQuotient({ type, fn }: QueryPostAggregation): boolean {
  return type === 'arithmetic' && (fn === '/' || fn === 'quotient');
}

/** Whether a topN begins with the smallest of its metric. */
export function isInverted(query: Query): boolean {
  return query.queryType === 'topN' && typeof query.metric === 'object' && query.metric?.type === 'inverted';
}

function aggregationOutput(aggregation: QueryAggregation): Output | null {
  const { name, aggregator } = aggregation;
  if (name != null && name !== '') return { name, aggregation, isNamed: true };
  if (aggregator != null) {
    const inner = aggregationOutput(aggregator);
    return inner === null ? null : { ...inner, aggregation };
  }
  const byDefault = factsOf(aggregation).name;
  return byDefault === undefined ? null : { name: byDefault, aggregation, isNamed: false };
}

/** The aggregations of a query. */
export function aggregationsOf(query: Query): readonly QueryAggregation[] {
  return ('aggregations' in query && query.aggregations) || [];
}

/** The post-aggregations of a query. */
export function postAggregationsOf(query: Query): readonly QueryPostAggregation[] {
  return ('postAggregations' in query && query.postAggregations) || [];
}

/** The post-aggregation behind an output; undefined if there is none. */
export function postAggregationBehind(query: Query, output: string): QueryPostAggregation | undefined {
  return postAggregationsOf(query).find(({ name }) => name === output);
}

/** What an aggregation is for, such as counting or measuring; of a `filtered` one, the inner one. */
export function roleOf(aggregation: QueryAggregation): ReturnType<typeof factsOf>['role'] {
  const inner = innermostAggregation(aggregation);
  return unitOf(inner) === 'other' ? factsOf(inner).role : 'count';
}

/** How the rows of an output make its total, such as `additive`; `other` if there is no such output. */
export function outputKind(query: Query, name: string | null): ReturnType<typeof factsOf>['kind'] {
  const inner = innermostOf(query, name);
  return inner === null ? 'other' : factsOf(inner).kind;
}

/** What a query's output counts. */
export function outputUnit(query: Query, name: string | null): Unit {
  const inner = innermostOf(query, name);
  return inner === null ? 'other' : unitOf(inner);
}

/** What a number counts; `other` is a sum, a mean or a rate, for example. */
export type Unit = 'events' | 'users' | 'other';

/** What an unfiltered aggregation counts. */
export function unitOf({ type, fieldName }: QueryAggregation): Unit {
  switch (type) {
    case 'eventCount':
    case 'count':
      return 'events';
    // The service turns an eventCount into a longSum of `count`.
    case 'longSum':
      return fieldName === 'count' ? 'events' : 'other';
    case 'userCount':
      return 'users';
    case 'thetaSketch':
      return fieldName === 'clientUser' ? 'users' : 'other';
    default:
      return 'other';
  }
}

/** Whether the rows of a query's output add up to its total. */
export function isAdditive(query: Query, name: string | null): boolean {
  return outputKind(query, name) === 'additive';
}

function innermostOf(query: Query, name: string | null): QueryAggregation | null {
  const aggregation = name === null ? null : aggregationBehind(query, name);
  return aggregation === null ? null : innermostAggregation(aggregation);
}

/** The aggregation inside any number of `filtered` ones. */
export function innermostAggregation(aggregation: QueryAggregation): QueryAggregation {
  let inner = aggregation;
  while (inner.aggregator != null) inner = inner.aggregator;
  return inner;
}

/** The filters around an aggregation, the outermost first. */
export function filtersOf({ aggregator, filter }: QueryAggregation): QueryFilter[] {
  if (aggregator == null) return [];
  return [...(filter == null ? [] : [filter]), ...filtersOf(aggregator)];
}

/** Whether an output is a count. */
export function isCounted(query: Query, output: string): boolean {
  const aggregation = aggregationBehind(query, output);
  if (aggregation !== null) return roleOf(aggregation) === 'count';
  return COUNTING_POSTS.has(postAggregationBehind(query, output)?.type ?? '');
}

/** The post-aggregations that count the members of a sketch. */
const COUNTING_POSTS: ReadonlySet<string> = new Set<QueryPostAggregation['type']>([
  'thetaSketchEstimate',
  'thetaSketchSetOp',
  'hyperUniqueCardinality',
]);

/** The output that counts, in the answer to `onlyQuery`, the users who have an event with the dimension. */
export const ALL_USERS = '_users';

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
export const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/**
 * The error of a distinct count, as a fraction of it, at two standard deviations; 0 for an exact count. A
 * theta sketch of k entries has a standard error of 1/√k. If `count` is of a part of a sketch that counts
 * `sketchedCount`, the part has fewer entries, and an error that is √(sketchedCount / count) times as large.
 */
export function sketchError(
  query: Query,
  output: string,
  count: number,
  sketchedCount: number | null,
): number {
  const aggregation = aggregationBehind(query, output);
  if (sketchedCount === null || aggregation === null) return 0;
  const inner = innermostAggregation(aggregation);
  const { estimate } = factsOf(inner);
  if (estimate !== 'theta') return estimate === null ? 0 : 2 * HYPER_LOG_LOG_ERROR;
  const entries = typeof inner.size === 'number' && inner.size > 0 ? inner.size : THETA_SIZE;
  return sketchedCount > entries ? 2 * Math.sqrt(sketchedCount / (entries * count)) : 0;
}
