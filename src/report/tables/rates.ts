// Which outputs are rates, such as users with a crash (`part`) by all users (`whole`): a rate with a
// denominator of 0 is unknown, and one of users has a confidence interval.
import type { Query } from '../../tql/query.ts';
import type { QueryPostAggregation } from '../../tql/query-parts.ts';
import type { ResultRow } from '../../tql/result.ts';
import { outputUnit } from './query/counting.ts';
import {
  aggregationBehind,
  postAggregationBehind,
  postAggregationsOf,
  queryOutputs,
} from './query/outputs.ts';
import { computePostAggregation, isQuotient } from './query/post-aggregations.ts';
import { toNumber } from './table.ts';

/**
 * A row's outputs as they were measured, where an engine answers something else. A count that is null becomes
 * 0, since some engines answer null for a filtered count of nothing, and what was null because of it is
 * computed. A rate with a denominator of 0 becomes null: nobody measured the 0 that Druid answers for it.
 */
export function measuredValues(query: Query, answered: ResultRow): ResultRow {
  const zeroCounts = queryOutputs(query)
    .map(({ name }) => name)
    .filter((name) => answered[name] === null && outputUnit(query, name) !== 'other');
  const values = { ...answered, ...Object.fromEntries(zeroCounts.map((name) => [name, 0])) };
  const read = (output: string): number | null => toNumber(values[output]);
  const computed = postAggregationsOf(query).flatMap((post): [string, number | null][] => {
    if (post.name == null) return [];
    if (dividesByZero(post, read)) return [[post.name, null]];
    const mayFollow = zeroCounts.length > 0 && values[post.name] === null;
    return mayFollow ? [[post.name, computePostAggregation(post, read)]] : [];
  });
  return { ...values, ...Object.fromEntries(computed) };
}

/** Whether a post-aggregation, or one inside of it, has a divisor of 0. */
function dividesByZero(post: QueryPostAggregation, read: (output: string) => number | null): boolean {
  const [, ...divisors] = isQuotient(post) ? fieldsOf(post) : [];
  if (divisors.some((each) => computePostAggregation(each, read) === 0)) return true;
  return [...fieldsOf(post), post.field].some((each) => each != null && dividesByZero(each, read));
}

/**
 * The outputs behind a rate of users, such as users with a crash by all users; null if an output is none. Its
 * numerator is a filtered count of users and its denominator an unfiltered one, so each user counts once.
 */
export function usersRate(query: Query, output: string): RateOutputs | null {
  const rate = rateOutputs(query, output);
  if (rate === null) return null;
  const { part, whole } = rate;
  const areUsers = outputUnit(query, part) === 'users' && outputUnit(query, whole) === 'users';
  const isPartFiltered = aggregationBehind(query, part)?.type === 'filtered';
  const isWholeFiltered = aggregationBehind(query, whole)?.type === 'filtered';
  return areUsers && isPartFiltered && !isWholeFiltered ? rate : null;
}

/** The outputs of a rate's numerator and denominator. */
interface RateOutputs {
  readonly part: string;
  readonly whole: string;
}

/** The two outputs that a rate divides; null if it is no quotient of two outputs. */
export function rateOutputs(query: Query, output: string): RateOutputs | null {
  const rate = postAggregationBehind(query, output);
  if (rate === undefined || !isQuotient(rate)) return null;
  const [part = null, whole = null, ...others] = fieldsOf(rate).map(({ type, fieldName = null }) =>
    type === 'fieldAccess' || type === 'finalizingFieldAccess' ? fieldName : null,
  );
  return part === null || whole === null || others.length > 0 ? null : { part, whole };
}

function fieldsOf({ fields }: QueryPostAggregation): readonly QueryPostAggregation[] {
  return fields ?? [];
}
