import type { Having } from '../../../../../tql/filter.ts';
import type { AggregatingQuery, CompiledGroupBy, NamedPostAggregation } from '../../../compile/compiled-query.ts';
import { freeName, innerType } from './post-aggregations.ts';

/**
 * The names of outputs that a having spec compares with a number, and the names under which it does so on Druid: those of first and last values,
 * with which Druid fails if they are null.
 */
function valueNames(query: CompiledGroupBy): ReadonlyMap<string, string> {
  const ordered = query.aggregations.filter((one) => /(?:First|Last)$/.test(innerType(one))).map(({ name }) => name);
  const compared = query.having === undefined ? [] : comparedNames(query.having);
  return new Map(
    ordered.filter((name) => compared.includes(name)).map((name, i) => [name, freeName(`_value_${i}`, query)]),
  );
}

/** The post-aggregations that a query's having spec reads on Druid. */
export function havingPosts(query: AggregatingQuery): readonly NamedPostAggregation[] {
  if (query.queryType !== 'groupBy') return [];
  return [...valueNames(query)].map(([fieldName, name]) => ({ type: 'finalizingFieldAccess', name, fieldName }));
}

/** A query's having spec as Druid can evaluate it. */
export function nativeHaving(query: CompiledGroupBy): Having | undefined {
  return query.having === undefined ? undefined : renamed(query.having, valueNames(query));
}

function comparedNames(having: Having): readonly string[] {
  if ('havingSpecs' in having) return having.havingSpecs.flatMap(comparedNames);
  if ('havingSpec' in having) return comparedNames(having.havingSpec);
  return 'aggregation' in having ? [having.aggregation] : [];
}

function renamed(having: Having, names: ReadonlyMap<string, string>): Having {
  if ('havingSpecs' in having) return { ...having, havingSpecs: having.havingSpecs.map((one) => renamed(one, names)) };
  if ('havingSpec' in having) return { ...having, havingSpec: renamed(having.havingSpec, names) };
  return 'aggregation' in having
    ? { ...having, aggregation: names.get(having.aggregation) ?? having.aggregation }
    : having;
}
