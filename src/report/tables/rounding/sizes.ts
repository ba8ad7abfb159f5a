import type { Query, QueryAggregation, QueryFilter } from '../../../tql/query.ts';
import { aggregationsOf, innermostAggregation, queryOutputs, roleOf, unitOf } from '../aggregations.ts';

const SIZE_PREFIX = '_group_size_of_';
const REST_PREFIX = '_rest_size_of_';

/** The output that counts the group behind an output. No report shows it. */
export function sizeName(output: string): string {
  return SIZE_PREFIX + output;
}

/** The output that counts the part of that group that no row shows by itself. */
export function restName(output: string): string {
  return REST_PREFIX + output;
}

/** Whether an output is a count that was added for another output. */
export function isAddedSize(output: string): boolean {
  return output.startsWith(SIZE_PREFIX) || output.startsWith(REST_PREFIX);
}

/**
 * The query with a count beside every sum, mean, extreme and sketch of values: the size of the group behind
 * it. It counts events if the query counts events and no users, else users.
 */
export function withGroupSizes(query: Query): Query {
  return withSizes(query, sizeName, []);
}

/**
 * The query with a count, beside every such output, of what is outside of the rows that are shown by
 * themselves. The output is shown only if that part is large enough.
 */
export function withRest(query: Query, shown: readonly QueryFilter[]): Query {
  const filters = shown.map((field): QueryFilter => ({ type: 'not', field }));
  return shown.length === 0 ? query : withSizes(query, restName, filters);
}

function withSizes(query: Query, nameOf: (output: string) => string, filters: readonly QueryFilter[]): Query {
  const outputs = queryOutputs(query).flatMap(({ name, aggregation }) =>
    aggregation === null || isAddedSize(name) ? [] : [{ name, aggregation }],
  );
  const units = new Set(outputs.map(({ aggregation }) => unitOf(innermostAggregation(aggregation))));
  const countsEvents = units.has('events') && !units.has('users');
  const sizes = outputs
    .filter(({ aggregation }) => isOfValues(aggregation))
    .map(({ name, aggregation }) => sizeOf(aggregation, nameOf(name), filters, countsEvents));
  if (sizes.length === 0 || !('aggregations' in query)) return query;
  return { ...query, aggregations: [...aggregationsOf(query), ...sizes] };
}

function isOfValues(aggregation: QueryAggregation): boolean {
  return (
    roleOf(aggregation) === 'measure' || innermostAggregation(aggregation).type === 'quantilesDoublesSketch'
  );
}

/** The filter of the events that have the value which an aggregation is of. */
export function hasValue({ fieldName }: QueryAggregation): readonly QueryFilter[] {
  return fieldName == null ? [] : [{ type: 'not', field: { type: 'null', column: fieldName } }];
}

/**
 * Events, or else users, as the service counts them: it expands `eventCount` and `userCount` only at the top,
 * so a filter could not hold them.
 */
export function countAs(name: string, countsEvents: boolean): QueryAggregation {
  return countsEvents
    ? { type: 'longSum', name, fieldName: 'count' }
    : { type: 'thetaSketch', name, fieldName: 'clientUser' };
}

function sizeOf(
  aggregation: QueryAggregation,
  name: string,
  filters: readonly QueryFilter[],
  countsEvents: boolean,
): QueryAggregation {
  return [
    ...filters,
    ...filtersOf(aggregation),
    ...hasValue(innermostAggregation(aggregation)),
  ].reduceRight<QueryAggregation>(
    (aggregator, filter) => ({ type: 'filtered', name, filter, aggregator }),
    countAs(name, countsEvents),
  );
}

/** The filters around an aggregation, the outermost first. */
export function filtersOf({ aggregator, filter }: QueryAggregation): QueryFilter[] {
  if (aggregator == null) return [];
  return [...(filter == null ? [] : [filter]), ...filtersOf(aggregator)];
}
