import type { Query, QueryPostAggregation } from '../../tql/query.ts';
import type { ResultRow } from '../../tql/result.ts';
import {
  aggregationBehind,
  isQuotient,
  outputUnit,
  postAggregationBehind,
  postAggregationsOf,
} from './aggregations.ts';
import { computePostAggregation } from './post-aggregations.ts';
import { toNumber } from './table.ts';

/** A row's outputs. A rate with a denominator of 0 is null: Druid answers 0 for it, which nobody measured. */
export function measuredValues(query: Query, values: ResultRow): ResultRow {
  const read = (output: string): number | null => toNumber(values[output]);
  const unknown = postAggregationsOf(query).filter((each) => dividesByNothing(each, read));
  if (unknown.length === 0) return values;
  return {
    ...values,
    ...Object.fromEntries(unknown.flatMap(({ name }) => (name == null ? [] : [[name, null] as const]))),
  };
}

function dividesByNothing(post: QueryPostAggregation, read: (output: string) => number | null): boolean {
  const [, ...divisors] = isQuotient(post) ? fieldsOf(post) : [];
  if (divisors.some((each) => computePostAggregation(each, read) === 0)) return true;
  return [...fieldsOf(post), post.field].some((each) => each != null && dividesByNothing(each, read));
}

/**
 * 0 for a rate that is null because its numerator counted nothing while its denominator counted something:
 * some aggregators answer null for a filtered count of nothing, and arithmetic with null is null. Null for
 * every other output.
 */
export function rateOfNothing(
  query: Query,
  values: Readonly<Record<string, unknown>>,
  output: string,
): number | null {
  const rate = postAggregationBehind(query, output);
  const [numerator, denominator, ...others] = rate === undefined || !isQuotient(rate) ? [] : fieldsOf(rate);
  if (numerator === undefined || denominator === undefined || others.length > 0) return null;
  return countsNothing(query, values, numerator) && countsSomething(values, denominator) ? 0 : null;
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

/** Whether a field reads a count of users or events that found none, or a multiple of one. */
function countsNothing(
  query: Query,
  values: Readonly<Record<string, unknown>>,
  field: QueryPostAggregation,
): boolean {
  if (field.type === 'arithmetic' && field.fn === '*') {
    return fieldsOf(field).some((each) => countsNothing(query, values, each));
  }
  const name = fieldName(field);
  if (name === null || !(name in values) || outputUnit(query, name) === 'other') return false;
  return values[name] === null || values[name] === 0;
}

function countsSomething(values: Readonly<Record<string, unknown>>, field: QueryPostAggregation): boolean {
  const name = fieldName(field);
  const value = name === null ? null : values[name];
  return typeof value === 'number' && value > 0;
}

function fieldName({ type, fieldName: name = null }: QueryPostAggregation): string | null {
  return type === 'fieldAccess' || type === 'finalizingFieldAccess' ? name : null;
}
