import { isJsonObject, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { aggregationsOf, innermostAggregation, queryOutputs, unitOf } from './aggregations.ts';

/** What an aggregation tells of a group: how many, how many in each bin, or a value of theirs (a sum, a mean, an extreme). */
type AggregationRole = 'count' | 'bins' | 'measure';

const COUNTS: ReadonlySet<unknown> = new Set([
  ...['eventCount', 'userCount', 'count', 'thetaSketch', 'cardinality', 'hyperUnique'],
  // Finished, a sketch of quantiles is the number of its values.
  'quantilesDoublesSketch',
]);

/** The role of an aggregation, whatever it is filtered by. */
export function roleOf(aggregation: JsonObject): AggregationRole {
  const inner = innermostAggregation(aggregation);
  if (inner['type'] === 'histogram') return 'bins';
  return COUNTS.has(inner['type']) || unitOf(inner) !== 'other' ? 'count' : 'measure';
}

const SIZE_PREFIX = '_group_size_of_';

/** The output that counts the group behind an output. No report shows it. */
export function sizeName(output: string): string {
  return SIZE_PREFIX + output;
}

/** Whether an output is one that `withGroupSizes` added. */
export function isGroupSize(output: string): boolean {
  return output.startsWith(SIZE_PREFIX);
}

/**
 * The query with a count beside every sum, mean, extreme and sketch of values: of those whose values they are. It counts events if the
 * query counts events and no users, else users.
 */
export function withGroupSizes(query: Query): Query {
  const outputs = queryOutputs(query).flatMap(({ name, aggregation }) =>
    aggregation === null ? [] : [{ name, aggregation }],
  );
  const names = new Set(outputs.map(({ name }) => name));
  const units = new Set(outputs.map(({ aggregation }) => unitOf(innermostAggregation(aggregation))));
  const countsEvents = units.has('events') && !units.has('users');
  const sizes = outputs
    .filter(({ name, aggregation }) => hasValues(aggregation) && !isGroupSize(name) && !names.has(sizeName(name)))
    .map(({ name, aggregation }) => sizeOf(aggregation, sizeName(name), countsEvents));
  return sizes.length === 0 ? query : { ...query, aggregations: [...aggregationsOf(query), ...sizes] };
}

function hasValues(aggregation: JsonObject): boolean {
  return roleOf(aggregation) === 'measure' || innermostAggregation(aggregation)['type'] === 'quantilesDoublesSketch';
}

/** The service expands `eventCount` and `userCount` only at the top, so a filter could not hold them. */
function sizeOf(aggregation: JsonObject, name: string, countsEvents: boolean): JsonObject {
  const { fieldName } = innermostAggregation(aggregation);
  const hasValue = typeof fieldName === 'string' ? [{ type: 'not', field: { type: 'null', column: fieldName } }] : [];
  const count: JsonObject = countsEvents
    ? { type: 'longSum', name, fieldName: 'count' }
    : { type: 'thetaSketch', name, fieldName: 'clientUser' };
  return [...filtersOf(aggregation), ...hasValue].reduceRight<JsonObject>(
    (aggregator, filter) => ({ type: 'filtered', name, filter, aggregator }),
    count,
  );
}

function filtersOf(aggregation: JsonObject): JsonObject[] {
  const { aggregator, filter } = aggregation;
  if (!isJsonObject(aggregator)) return [];
  return [...(isJsonObject(filter) ? [filter] : []), ...filtersOf(aggregator)];
}
