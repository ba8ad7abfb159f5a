// Which outputs are rates, such as crashes by users: a rate without a denominator is unknown, and one of
// users has a confidence interval.
import type { Query, QueryPostAggregation } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import {
  aggregationBehind,
  isQuotient,
  outputUnit,
  postAggregationBehind,
  postAggregationsOf,
  queryOutputs,
} from './aggregations.ts';
import { computePostAggregation } from './post-aggregations.ts';
import { toNumber } from './table.ts';

/**
 * A row's outputs. A count that is null is 0, and what is computed from it follows: some aggregators answer
 * null for a filtered count of nothing. A rate with a denominator of 0 is null: Druid answers 0 for it, which
 * nobody measured.
 */
export function measuredValues(query: Query, answered: ResultRow): ResultRow {
  const isNothing = ({ name }: { readonly name: string }): boolean =>
    answered[name] === null && outputUnit(query, name) !== 'other';
  const nothing = queryOutputs(query).filter(isNothing);
  const values = { ...answered, ...Object.fromEntries(nothing.map(({ name }) => [name, 0])) };
  const read = (output: string): number | null => toNumber(values[output]);
  const computed = postAggregationsOf(query).flatMap((post): [string, number | null][] => {
    if (post.name == null) return [];
    if (dividesByNothing(post, read)) return [[post.name, null]];
    const isOpen = nothing.length > 0 && values[post.name] === null;
    return isOpen ? [[post.name, computePostAggregation(post, read)]] : [];
  });
  return { ...values, ...Object.fromEntries(computed) };
}

function dividesByNothing(post: QueryPostAggregation, read: (output: string) => number | null): boolean {
  const [, ...divisors] = isQuotient(post) ? fieldsOf(post) : [];
  if (divisors.some((each) => computePostAggregation(each, read) === 0)) return true;
  return [...fieldsOf(post), post.field].some((each) => each != null && dividesByNothing(each, read));
}

/**
 * The outputs behind a rate of users: some users, and all of them, each user counted once in both; null if it
 * is no such rate.
 */
export function usersRate(query: Query, output: string): RateOutputs | null {
  const rate = rateOutputs(query, output);
  if (rate === null) return null;
  const { part, whole } = rate;
  const areUsers = outputUnit(query, part) === 'users' && outputUnit(query, whole) === 'users';
  const isPart = aggregationBehind(query, part)?.type === 'filtered';
  return areUsers && isPart && aggregationBehind(query, whole)?.type !== 'filtered' ? rate : null;
}

/** The outputs of a rate's numerator and denominator. */
interface RateOutputs {
  readonly part: string;
  readonly whole: string;
}

/** The two outputs that a rate divides; null if it is no quotient of two outputs. */
export function rateOutputs(query: Query, output: string): RateOutputs | null {
  const rate = postAggregationBehind(query, output);
  const [part = null, whole = null, ...others] =
    rate === undefined || !isQuotient(rate) ? [] : fieldsOf(rate).map(fieldName);
  return part === null || whole === null || others.length > 0 ? null : { part, whole };
}

function fieldsOf({ fields }: QueryPostAggregation): readonly QueryPostAggregation[] {
  return fields ?? [];
}

function fieldName({ type, fieldName: name = null }: QueryPostAggregation): string | null {
  return type === 'fieldAccess' || type === 'finalizingFieldAccess' ? name : null;
}
