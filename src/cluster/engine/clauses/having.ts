// Rewrites a having spec so that it compares numbers. While Druid filters rows, the users of a row are still
// a sketch, so `Users > 5` becomes `_value_0 > 5`, where `_value_0` is a post-aggregation: the sketch's
// number.
import { factsOf } from '../../../tql/schema/aggregation.ts';
import type { Filter } from '../../../tql/schema/filter.ts';
import { comparedOutputs, type Having, HAVINGS } from '../../../tql/schema/having.ts';
import {
  type AggregatingQuery,
  type CompiledGroupBy,
  innermost,
  type NamedPostAggregation,
} from '../../../service/query/compile/compiled-query.ts';
import { and, hasValue } from '../../../tql/write.ts';
import { escaped } from '../added-columns.ts';
import { nativeFilter } from './filters.ts';
import { freeName } from './post-aggregations.ts';

/**
 * The compared outputs that need such a post-aggregation, with its name: `Users` → `_value_0`. These are:
 * - sketches (`thetaSketch`), of which Druid would compare the description, a text;
 * - first and last values (`longLast`), which Druid keeps with their times, and fails with if they are null.
 */
function valueNames(query: CompiledGroupBy): ReadonlyMap<string, string> {
  const compared = query.having === undefined ? [] : comparedOutputs(query.having);
  const names = query.aggregations
    .filter(({ name }) => compared.includes(name))
    .filter((aggregation) => factsOf(innermost(aggregation)).intermediate !== 'value')
    .map(({ name }) => name);
  return new Map(names.map((name, i) => [name, freeName(`_value_${i}`, query)]));
}

/**
 * The post-aggregations that a query's having spec reads on Druid. Those of `cardinality` are rounded: an
 * estimate of 1.0002 would not be equal to 1.
 */
export function havingPosts(query: AggregatingQuery): readonly NamedPostAggregation[] {
  if (query.queryType !== 'groupBy') return [];
  const estimated = query.aggregations.filter(
    (aggregation) => factsOf(innermost(aggregation)).estimate === 'hyper-log-log',
  );
  return [...valueNames(query)].map(([fieldName, name]) =>
    estimated.some((aggregation) => aggregation.name === fieldName)
      ? { type: 'expression', name, expression: `round("${escaped(fieldName)}")` }
      : { type: 'finalizingFieldAccess', name, fieldName },
  );
}

/** A query's having spec for Druid; undefined if the query has none. */
export function nativeHaving(query: CompiledGroupBy): object | undefined {
  return query.having === undefined ? undefined : renamed(query.having, valueNames(query));
}

function renamed(having: Having, names: ReadonlyMap<string, string>): object {
  if (having.type === 'filter') return { ...having, filter: filterOfRows(having.filter) };
  if ('aggregation' in having)
    return { ...having, aggregation: names.get(having.aggregation) ?? having.aggregation };
  return HAVINGS.rewrite(having, (child) => renamed(child, names));
}

/**
 * A filter that leaves out rows without a value, also if it is in a `not`. Druid's selector with a text that
 * is no number matches such rows. Outside of a `not` that is wrong; in one, the `not` leaves them out.
 */
function filterOfRows(filter: Filter, isNegated = false): object {
  if (filter.type === 'selector' && !isNegated) return and(filter, hasValue(filter.dimension));
  if (filter.type === 'not') return { ...filter, field: filterOfRows(filter.field, !isNegated) };
  if ('fields' in filter)
    return { ...filter, fields: filter.fields.map((field) => filterOfRows(field, isNegated)) };
  return nativeFilter(filter);
}
