import { defaultName, queryOutputs } from '../tables/outputs.ts';
import { toNumber } from '../tables/numbers.ts';
import { isJsonObject, type Json, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { dimensionsOf } from './row-filter.ts';
import type { QueryResult, ResultRow } from '../tql/result.ts';

/** A time range in ISO form, as an insight's comparison has it. */
export interface IsoRange {
  readonly start: string;
  readonly end: string;
}

/**
 * A query for one point: the same as a timeseries of one bucket, each aggregation named, over what a filter lets through
 * (null: everything) and in another period (null: its own). Its answer holds every output at once.
 */
export function pointQuery(
  query: Query,
  metric: string | null,
  filter: JsonObject | null,
  range: IsoRange | null,
): Query {
  const kept = Object.entries(query).filter(([key]) => !DROPPED.has(key) && (range === null || !PERIOD.has(key)));
  const own = query['filter'];
  const isFiltered = isJsonObject(own);
  const filters = [...(isFiltered ? [own] : []), ...(filter === null ? [] : [filter])];
  return {
    ...Object.fromEntries(kept),
    ...(range === null ? {} : { intervals: [`${range.start}/${range.end}`] }),
    ...(filters.length === 0
      ? {}
      : { filter: filters.length === 1 ? (filters[0] ?? null) : { type: 'and', fields: filters } }),
    queryType: 'timeseries',
    granularity: 'all',
    aggregations: namedAggregations(query, metric),
    ...(query['postAggregations'] === undefined ? {} : { postAggregations: query['postAggregations'] }),
  };
}

/** The same for rows that only their output tells, as a groupBy that lets through what has it. */
export function groupQuery(query: Query, metric: string | null, having: JsonObject, range: IsoRange | null): Query {
  const dimensions = dimensionsOf(query);
  return { ...pointQuery(query, metric, null, range), queryType: 'groupBy', dimensions, having };
}

/** The output of a point's answer; null where it holds none, as of nothing counted. */
export function pointValue(result: QueryResult, output: string): number | null {
  const values = pointRow(result);
  if (values === undefined) return null;
  if (Object.hasOwn(values, output)) return toNumber(values[output]);
  const numbers = Object.values(values).filter((value) => typeof value === 'number');
  return numbers.length === 1 ? toNumber(numbers[0]) : null;
}

/** The one row of an answer to such a query; undefined where nothing was counted. */
export function pointRow(result: QueryResult): ResultRow | undefined {
  if (result.kind === 'groupBy') return result.rows[0]?.event;
  return result.kind === 'timeseries' ? result.buckets[0]?.values : undefined;
}

/** What shapes rows and has no meaning for one point. */
const DROPPED: ReadonlySet<string> = new Set([
  'queryType', 'granularity', 'dimension', 'dimensions', 'metric', 'threshold', 'limit', 'offset', 'having', 'descending',
  'order', 'columns', 'aggregations', 'postAggregations', 'filter',
]); // prettier-ignore
const PERIOD: ReadonlySet<string> = new Set(['intervals', 'relativeIntervals']);

/** The service names an only, unnamed aggregation after the topN's metric (interface, section 7). */
function namedAggregations(query: Query, metric: string | null): Json {
  const aggregations = Array.isArray(query['aggregations']) ? query['aggregations'].filter(isJsonObject) : [];
  const outputs = queryOutputs(query);
  return aggregations.map((aggregation) => {
    const output = outputs.find((each) => each.aggregation === aggregation);
    if (output?.named === true) return aggregation;
    const isOnly = aggregations.length === 1 && outputs.length === 1;
    const name = (isOnly ? metric : null) ?? output?.name ?? defaultName(aggregation);
    return name === null ? aggregation : { ...aggregation, name };
  });
}
