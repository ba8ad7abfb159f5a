// Queries for a set of rows, `oneOf("a", "b")` or `only(below("17"))`, in which a user counts once: for
// gates, and for what requiring a version would lose.
import type { Query } from '../../tql/query.ts';
import type { QueryAggregation, QueryFilter } from '../../tql/query-parts.ts';
import {
  access,
  and,
  filtered,
  hasValue,
  isIn,
  not,
  setOf,
  sizeOf,
  users as usersAs,
} from '../../tql/write.ts';
import { pointQuery } from './companion-queries.ts';
import type { DimensionValue, SetDimension } from './dimension-values.ts';
import { aggregationBehind } from './query/outputs.ts';
import { valuesFilter } from './row-filter.ts';

/** The output that counts, in the answer to `onlyQuery`, the users who have an event with the dimension. */
export const ALL_USERS = '_users';

/** The output of an `onlyQuery` for all users, whether or not their events have the dimension. */
export const USERS_WITH_AND_WITHOUT = '_everyone';
/** Every user, whatever a query measures. */
export const EVERY_USER: QueryAggregation = { type: 'thetaSketch', fieldName: 'clientUser' };

/**
 * The query for `only(…)`: the users whose events all have a value of a set, for several sets at once, each
 * with the name of its output. These are all users who have an event with the dimension, minus those who have
 * one with a value outside of the set. Events without the dimension do not matter, unless a set names the
 * missing value: then that is a value like others. The difference is computed from sketches, since a
 * difference of two estimates could be all error. Null if the aggregation does not count users.
 */
export function onlyQuery(
  query: Query,
  aggregation: QueryAggregation | null,
  column: string,
  sets: readonly { readonly name: string; readonly members: readonly DimensionValue[] }[],
): Query | null {
  const users = aggregation === null ? null : userSketch(aggregation, ALL_USERS);
  if (users === null) return null;
  const isMissingNamed = sets.some(({ members }) => members.some(({ raw }) => raw === null));
  return {
    ...pointQuery(query, null, null),
    aggregations: [
      isMissingNamed ? users : filtered(ALL_USERS, hasValue(column), users),
      ...(isMissingNamed ? [] : [{ ...users, name: USERS_WITH_AND_WITHOUT }]),
      ...sets.map(({ name, members }) =>
        filtered(
          outsiders(name),
          outsideFilter(column, rawValues(members)),
          userSketch(users, outsiders(name)),
        ),
      ),
    ],
    postAggregations: sets.map(({ name }) =>
      sizeOf(name, setOf('NOT', access(ALL_USERS), access(outsiders(name)))),
    ),
  };
}

/** The output of the users who have an event with a value outside of a set. */
function outsiders(name: string): string {
  return `_outside_${name}`;
}

/**
 * An aggregation of users as a sketch: set operations take nothing else, and the service expands `userCount`
 * only at the top.
 */
function userSketch(aggregation: QueryAggregation, name: string): QueryAggregation | null {
  const { aggregator, type, fieldName } = aggregation;
  if (aggregator != null) {
    const inner = userSketch(aggregator, name);
    return inner === null ? null : { ...aggregation, name, aggregator: inner };
  }
  if (type === 'userCount') return usersAs(name);
  return type === 'thetaSketch' && fieldName === 'clientUser' ? { ...aggregation, name } : null;
}

/** The filter for events that have a value, and none of these. */
function outsideFilter(column: string, values: ReadonlySet<string | null>): QueryFilter {
  const texts = [...values].filter((value) => value !== null);
  return texts.length === 0 ? hasValue(column) : and(not(isIn(column, texts)), hasValue(column));
}

function rawValues(members: readonly DimensionValue[]): ReadonlySet<string | null> {
  return new Set(members.map(({ raw }) => raw));
}

/**
 * The query for the number of a set of rows. It is not grouped, so a user with two of the values counts once.
 * With `isOnly` it counts the users whose events all have one of the values; then it is null if the output
 * does not count users.
 */
export function membersQuery(
  query: Query,
  {
    isOnly,
    output,
    metric,
  }: { readonly isOnly: boolean; readonly output: string | null; readonly metric: string | null },
  { column }: SetDimension,
  members: readonly DimensionValue[],
): Query | null {
  if (isOnly && output !== null)
    return onlyQuery(query, aggregationBehind(query, output), column, [{ name: output, members }]);
  return pointQuery(query, metric, valuesFilter(column, rawValues(members)));
}
