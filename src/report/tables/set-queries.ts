// Queries for a set of rows, `oneOf("a", "b")` or `only(below("17"))`, in which a user counts once. Gates and
// the minimum versions send them.
import type { Query, QueryAggregation, QueryDimension, QueryFilter } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import {
  access,
  and,
  by,
  filtered,
  hasValue,
  isIn,
  not,
  setOf,
  sizeOf,
  users as usersAs,
} from '../../tql/write.ts';
import { aggregationBehind, ALL_USERS } from './aggregations.ts';
import { pointQuery } from './companion-queries.ts';
import { plainColumn, valuesFilter } from './row-filter.ts';
import { dimensionNames, dimensionParts, dimensionsOf, joinKey } from './rows.ts';
import { isRanking } from './table.ts';

/** A value of a dimension, and the value of the column that it is made from; null if missing. */
export interface DimensionValue {
  readonly shown: string | null;
  readonly raw: string | null;
}

/** The dimension that sets of a query's rows are of, and the column whose values it shows or is made from. */
export interface SetDimension {
  readonly dimension: QueryDimension;
  readonly column: string;
  /** Whether rows show the column's values unchanged. */
  readonly isPlain: boolean;
}

/** The only dimension of a topN or groupBy; else how many there are. */
export function setDimension(
  query: Query,
): SetDimension | { readonly dimensions: number; readonly isKnown: boolean } {
  const dimensions = isRanking(query) ? dimensionsOf(query) : [];
  const [dimension, ...others] = dimensions;
  if (dimension === undefined || others.length > 0) return { dimensions: dimensions.length, isKnown: true };
  const plain = plainColumn(dimension);
  if (plain !== null) return { dimension, column: plain, isPlain: true };
  const column = typeof dimension === 'string' ? null : dimension.dimension;
  return column == null ? { dimensions: 1, isKnown: false } : { dimension, column, isPlain: false };
}

/** The output of a `valuesQuery`. */
const VALUES_COUNT = '_events_of_value';
const SHOWN_NAME = '_value';
const RAW_NAME = '_raw_value';

/**
 * The query for the values of a dimension over some intervals, with the column's own values if they differ.
 */
export function valuesQuery(query: Query, { dimension, column, isPlain }: SetDimension): Query {
  const raw = by(column, RAW_NAME);
  const shown = typeof dimension === 'string' ? dimension : { ...dimension, outputName: SHOWN_NAME };
  return eventsBy(query, isPlain ? [raw] : [shown, raw]);
}

/** The query for the number of events of each of some dimensions' values. */
function eventsBy(query: Query, dimensions: readonly QueryDimension[]): Query {
  return {
    ...pointQuery(query, null, null),
    postAggregations: [],
    queryType: 'groupBy',
    dimensions,
    aggregations: [{ type: 'eventCount', name: VALUES_COUNT }],
  };
}

/** The values in the answer to a `valuesQuery`. */
export function valuesIn(result: QueryResult, { isPlain }: SetDimension): readonly DimensionValue[] {
  if (result.kind !== 'groupBy') return [];
  return result.rows.map(({ event }) => {
    const [shown = null, raw = null] = dimensionParts(event, [isPlain ? RAW_NAME : SHOWN_NAME, RAW_NAME]);
    return { shown, raw };
  });
}

/** A row's key and the parts that it is made of; null where a dimension is missing. */
export interface DimensionParts {
  readonly key: string;
  readonly parts: readonly (string | null)[];
}

/** The query for the keys of all rows of a ranking, also of those that its limit leaves out. */
export function keysQuery(query: Query): Query {
  return eventsBy(query, dimensionsOf(query));
}

/** The keys in the answer to a `keysQuery`. */
export function keysIn(result: QueryResult, query: Query): readonly DimensionParts[] {
  if (result.kind !== 'groupBy') return [];
  const names = dimensionNames(query);
  return result.rows.map(({ event }) => {
    const parts = dimensionParts(event, names);
    return { key: joinKey(parts), parts };
  });
}

/** The output of an `onlyQuery` for all users, whether or not their events have the dimension. */
export const USERS_WITH_AND_WITHOUT = '_everyone';
/** Every user, whatever a query measures. */
export const EVERY_USER: QueryAggregation = { type: 'thetaSketch', fieldName: 'clientUser' };

/**
 * The query for the users whose events with the dimension are all in a set, for several sets at once, each
 * with an output's name: all users with such an event, without those who have one with another value. Events
 * without the dimension say nothing, unless a set names the missing value, which then is a value as others.
 * The difference is computed from the sketches, since the difference of
 * two estimates could be all error. Null if the aggregation does not count users.
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

/** The name of the users who have an event outside of a set. */
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

/** The filter that events with another value than some pass; one without a value has no other. */
function outsideFilter(column: string, values: ReadonlySet<string | null>): QueryFilter {
  const texts = [...values].filter((value) => value !== null);
  return texts.length === 0 ? hasValue(column) : and(not(isIn(column, texts)), hasValue(column));
}

function rawValues(members: readonly DimensionValue[]): ReadonlySet<string | null> {
  return new Set(members.map(({ raw }) => raw));
}

/**
 * The query for a set: one point of a query, restricted to some values of its dimension, so that a user of
 * two values counts once. With `isOnly`, for the users whose events with the dimension are all in the set.
 * Null if the output does not count users.
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
