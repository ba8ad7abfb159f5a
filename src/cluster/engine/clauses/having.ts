// Rewrites a having spec so that it compares values: Druid would compare the text of a sketch.
import { factsOf } from '../../../tql/aggregation.ts';
import { comparedOutputs, type Filter, type Having, HAVINGS } from '../../../tql/filter.ts';
import {
  type AggregatingQuery,
  type CompiledGroupBy,
  innermost,
  type NamedPostAggregation,
} from '../../../service/query/compile/compiled-query.ts';
import { and, hasValue } from '../../../tql/write.ts';
import { escaped } from '../native-terms.ts';
import { nativeFilter } from './filters.ts';
import { freeName } from './post-aggregations.ts';

/**
 * The names of outputs that a having spec compares, and the names under which it does so on Druid: those of
 * first and last values, with which Druid fails if they are null, and of sketches. As texts, Druid would
 * compare a value with its time, and the description of a sketch.
 */
function valueNames(query: CompiledGroupBy): ReadonlyMap<string, string> {
  const compared = query.having === undefined ? [] : comparedOutputs(query.having);
  const unfinished = query.aggregations.filter((one) => factsOf(innermost(one)).intermediate !== 'value');
  const names = unfinished.map(({ name }) => name).filter((name) => compared.includes(name));
  return new Map(names.map((name, i) => [name, freeName(`_value_${i}`, query)]));
}

/**
 * The post-aggregations that a query's having spec reads on Druid. `cardinality` of a few values is the
 * nearest whole number: an estimate of 1.0002 would not be equal to 1.
 */
export function havingPosts(query: AggregatingQuery): readonly NamedPostAggregation[] {
  if (query.queryType !== 'groupBy') return [];
  const estimated = query.aggregations.filter((one) => factsOf(innermost(one)).estimate === 'hyper-log-log');
  return [...valueNames(query)].map(([fieldName, name]) =>
    estimated.some((one) => one.name === fieldName)
      ? { type: 'expression', name, expression: `round("${escaped(fieldName)}")` }
      : { type: 'finalizingFieldAccess', name, fieldName },
  );
}

/** A query's having spec as Druid can evaluate it. */
export function nativeHaving(query: CompiledGroupBy): object | undefined {
  return query.having === undefined ? undefined : renamed(query.having, valueNames(query));
}

function renamed(having: Having, names: ReadonlyMap<string, string>): object {
  if (having.type === 'filter') return { ...having, filter: filterOfRows(having.filter) };
  if ('aggregation' in having)
    return { ...having, aggregation: names.get(having.aggregation) ?? having.aggregation };
  return HAVINGS.rewrite(having, (one) => renamed(one, names));
}

/**
 * With a text that is no number, a selector of Druid is true of the rows without a number, too. Below a `not`
 * that leaves them out, as unknown would.
 */
function filterOfRows(filter: Filter, negated = false): object {
  if (filter.type === 'selector' && !negated) return and(filter, hasValue(filter.dimension));
  if (filter.type === 'not') return { ...filter, field: filterOfRows(filter.field, !negated) };
  if ('fields' in filter)
    return { ...filter, fields: filter.fields.map((one) => filterOfRows(one, negated)) };
  return nativeFilter(filter);
}
