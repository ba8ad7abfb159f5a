// Finds out whether a sum, a mean, an extreme or a quantile is of nearly all events: those without a number
// in its column do not count for it. Gates check it, because a column may have been renamed, or may hold
// texts such as `1,5`.
import { familyOf } from '../../tql/schema/aggregation.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryAggregation } from '../../tql/query-parts.ts';
import type { QueryResult } from '../../tql/result.ts';
import { quoteKey } from '../../text/list.ts';
import { events, filtered, hasValue } from '../../tql/write.ts';
import { outputUnit } from './query/counting.ts';
import { aggregationBehind, innermostAggregation, postAggregationBehind } from './query/outputs.ts';
import { pointQuery } from './companion-queries.ts';
import { dimensionParts, joinKey } from './keys.ts';
import { dimensionNames, dimensionsOf } from './query/query-rows.ts';
import { answeredRows } from './rows.ts';
import { findNumber, sumOf } from './table.ts';

/** The aggregations that leave out events without a number. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['Sum', 'Mean', 'Min', 'Max', 'quantilesDoublesSketch']);
/** If this part of the events has a number, the aggregation is as good as of all. */
const NEARLY_ALL = 0.9;

const EVENTS = '_events_of_row';
const NUMBERS = '_numbers_of_row';

/** How to find out of which events an output's numbers are. */
interface NumbersQuery {
  /** Counts the events of each row, and those of them that have a number. */
  readonly query: Query;
  /** Why a number is not known, by the answer and the key of its row (null: of all); null if it is. */
  readonly findMissing: (result: QueryResult, key: string | null) => string | null;
}

/** The query that shows whether an output is of nearly all events; null if it is of no column's numbers. */
export function numbersQuery(query: Query, output: string): NumbersQuery | null {
  const sketch = postAggregationBehind(query, output)?.field?.fieldName;
  const aggregation = aggregationBehind(query, sketch ?? output);
  const { type = '', fieldName: column } = (aggregation && innermostAggregation(aggregation)) ?? {};
  // A sketch by itself is the number of its values, and a sum of `count` that of events.
  const isOfNumbers = OF_NUMBERS.has(familyOf(type)) && (type !== 'quantilesDoublesSketch' || sketch != null);
  if (aggregation === null || column == null || !isOfNumbers || outputUnit(query, output) !== 'other')
    return null;
  // A sum needs no number of events without a value, as they add nothing.
  const isSum = familyOf(type) === 'Sum';
  const all = isSum ? filtered(EVENTS, hasValue(column), events(EVENTS)) : events(EVENTS);
  const numbers: QueryAggregation = { type: 'quantilesDoublesSketch', name: NUMBERS, fieldName: column };
  const dimensions = dimensionsOf(query);
  const ofRows = {
    ...pointQuery(query, null, null),
    aggregations: [within(aggregation, all), within(aggregation, numbers)],
    postAggregations: [],
  };
  return {
    query: dimensions.length === 0 ? ofRows : { ...ofRows, queryType: 'groupBy', dimensions },
    findMissing: (result, key) => {
      const part = measuredPart(result, dimensionNames(query), key);
      if (part === null || part >= NEARLY_ALL) return null;
      const percent = `only ${Math.floor(part * 100)}%`;
      return isSum
        ? `${percent} of the values of ${quoteKey(column)} are numbers`
        : `${percent} of the events have a number in ${quoteKey(column)}; if the others need none, filter the query by those that have it`;
    },
  };
}

/** An aggregation within the filters of another one. */
function within({ aggregator, ...outer }: QueryAggregation, inner: QueryAggregation): QueryAggregation {
  return aggregator == null
    ? inner
    : { ...outer, name: inner.name ?? null, aggregator: within(aggregator, inner) };
}

/** The part of a row's events that has a number, or of all events without such a row; null without events. */
function measuredPart(result: QueryResult, names: readonly string[], key: string | null): number | null {
  const rows = answeredRows(result).map(({ row }) => row);
  const ofKey = rows.filter((row) => joinKey(dimensionParts(row, names)).normalize() === key?.normalize());
  const counted = ofKey.length === 0 ? rows : ofKey;
  const sum = (name: string): number | null => sumOf(counted.map((row) => findNumber(row, name, names)));
  const [all, numbers] = [sum(EVENTS), sum(NUMBERS)];
  return numbers === null || !all ? null : numbers / all;
}
