// The outputs of a query by their names in the rows, and the aggregation or post-aggregation behind each.
import { factsOf } from '../../../tql/schema/aggregation.ts';
import type { Query } from '../../../tql/query.ts';
import type { QueryAggregation, QueryFilter, QueryPostAggregation } from '../../../tql/query-parts.ts';

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
