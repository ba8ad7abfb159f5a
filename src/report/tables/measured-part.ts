// Says of how many of the events a mean, an extreme or a quantile is: those that have a number in its column.
// Gates ask it, because a column may have been renamed, or may hold texts such as `1,5`.
import { familyOf } from '../../tql/aggregation.ts';
import type { Query, QueryAggregation } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { events } from '../../tql/write.ts';
import { aggregationBehind, innermostAggregation, postAggregationBehind } from './aggregations.ts';
import { pointQuery } from './companion-queries.ts';
import { answeredRows, dimensionNames, dimensionParts, dimensionsOf, joinKey } from './rows.ts';
import { findNumber, sumOf } from './table.ts';

/** What says nothing of the events without a number. The sum of these is of all events. */
const OF_SOME_EVENTS: ReadonlySet<string> = new Set(['Mean', 'Min', 'Max', 'quantilesDoublesSketch']);

const EVENTS = '_events_of_row';
const NUMBERS = '_numbers_of_row';

/**
 * The query for the events of each row and for those of them that have a number in an output's column, and
 * this column; null for an output that is no mean, extreme or quantile of a column.
 */
export function numbersQuery(
  query: Query,
  output: string,
): { readonly query: Query; readonly column: string } | null {
  const sketch = postAggregationBehind(query, output)?.field?.fieldName;
  const aggregation = aggregationBehind(query, sketch ?? output);
  const { type = '', fieldName: column } = (aggregation && innermostAggregation(aggregation)) ?? {};
  // A sketch by itself is the number of its values.
  const isOfSome =
    OF_SOME_EVENTS.has(familyOf(type)) && (type !== 'quantilesDoublesSketch' || sketch != null);
  if (aggregation === null || column == null || !isOfSome) return null;
  const numbers: QueryAggregation = { type: 'quantilesDoublesSketch', name: NUMBERS, fieldName: column };
  const ofRows = {
    ...pointQuery(query, null, null),
    aggregations: [within(aggregation, events(EVENTS)), within(aggregation, numbers)],
    postAggregations: [],
  };
  const dimensions = dimensionsOf(query);
  return {
    query: dimensions.length === 0 ? ofRows : { ...ofRows, queryType: 'groupBy', dimensions },
    column,
  };
}

/** An aggregation within the filters of another one. */
function within({ aggregator, ...outer }: QueryAggregation, inner: QueryAggregation): QueryAggregation {
  return aggregator == null
    ? inner
    : { ...outer, name: inner.name ?? null, aggregator: within(aggregator, inner) };
}

/**
 * The part of a row's events that has a number, by the answer to a `numbersQuery`; of all events if it has no
 * such row. Null if there is no event.
 */
export function measuredPart(result: QueryResult, query: Query, key: string | null): number | null {
  const names = dimensionNames(query);
  const rows = answeredRows(result).map(({ row }) => row);
  const ofKey = rows.filter((row) => joinKey(dimensionParts(row, names)).normalize() === key?.normalize());
  const counted = ofKey.length === 0 ? rows : ofKey;
  const [all, numbers] = [EVENTS, NUMBERS].map((name) =>
    sumOf(counted.map((row) => findNumber(row, name, names))),
  );
  return numbers == null || !all ? null : numbers / all;
}
