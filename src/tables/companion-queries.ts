import { isJsonObject, type Json, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult, ResultRow } from '../tql/result.ts';
import { aggregationBehind, defaultName, queryOutputs } from './aggregations.ts';
import { dimensionsOf } from './row-filter.ts';
import { type Table, type TableRow, toNumber } from './table.ts';

/** A time range in ISO form, as an insight's comparison has it. */
interface IsoRange {
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
  const kept = Object.entries(query).filter(
    ([key]) => !ROW_SHAPING_KEYS.has(key) && (range === null || !PERIOD_KEYS.has(key)),
  );
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
const ROW_SHAPING_KEYS: ReadonlySet<string> = new Set([
  'queryType', 'granularity', 'dimension', 'dimensions', 'metric', 'threshold', 'limit', 'offset', 'having', 'descending',
  'order', 'columns', 'aggregations', 'postAggregations', 'filter',
]); // prettier-ignore
const PERIOD_KEYS: ReadonlySet<string> = new Set(['intervals', 'relativeIntervals']);

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

/**
 * The query whose answer holds the values of some rows of a ranking for each bucket: a groupBy, since a topN would leave rows off
 * bucket by bucket, over what can be told to be those rows. A funnel is asked for as it is. Null for other queries.
 */
export function historyQuery(query: Query, table: Table, rows: readonly TableRow[]): Query | null {
  if (query.queryType === 'funnel') return query;
  const isRanking = query.queryType === 'topN' || query.queryType === 'groupBy';
  if (!isRanking || table.metric === null || rows.length === 0) return null;
  const dimensions = dimensionSpecs(query);
  if (dimensions.length === 0) return null;
  const { dimension, metric, threshold, limit, having, filter, aggregations, postAggregations, ...rest } = query;
  const fields = [...(filter === undefined ? [] : [filter]), ...restrictToRows(dimensions, rows)];
  const aggregation = aggregationBehind(query, table.metric);
  return {
    ...rest,
    queryType: 'groupBy',
    dimensions,
    ...(aggregation === null
      ? { ...optionalKey('aggregations', aggregations), ...optionalKey('postAggregations', postAggregations) }
      : { aggregations: [{ ...aggregation, name: table.metric }] }),
    ...(fields.length === 0 ? {} : { filter: fields.length === 1 ? (fields[0] ?? null) : { type: 'and', fields } }),
  };
}

/** So many rows as fit into a filter, from the first. */
export function rowsForFilter(rows: readonly TableRow[], most: number): readonly TableRow[] {
  let characters = 0;
  const end = rows.slice(0, most).findIndex(({ key }) => (characters += key.length) > MAX_FILTER_CHARACTERS);
  return rows.slice(0, end < 0 ? most : end);
}

/** A body holds 1 MiB, and a character may take six bytes of JSON. */
const MAX_FILTER_CHARACTERS = 100_000;

function optionalKey(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function dimensionSpecs(query: Query): readonly Json[] {
  if (query.queryType === 'topN') return query['dimension'] === undefined ? [] : [query['dimension']];
  const dimensions = query['dimensions'];
  return Array.isArray(dimensions) ? (dimensions as readonly Json[]) : [];
}

/** Each dimension's values on their own: the rows, and what else these values make together, which nobody looks up. */
function restrictToRows(dimensions: readonly Json[], rows: readonly TableRow[]): JsonObject[] {
  return dimensions.flatMap((dimension, i) => {
    const column = plainColumn(dimension);
    return column === null ? [] : [valuesFilter(column, new Set(rows.map(({ parts }) => parts[i] ?? null)))];
  });
}

/** The column whose values are a dimension's own; null where an extraction or another type makes others of them. */
function plainColumn(dimension: Json): string | null {
  if (typeof dimension === 'string') return dimension;
  if (!isJsonObject(dimension) || (dimension['type'] ?? 'default') !== 'default') return null;
  if ((dimension['outputType'] ?? 'STRING') !== 'STRING') return null;
  return typeof dimension['dimension'] === 'string' ? dimension['dimension'] : null;
}

function valuesFilter(column: string, values: ReadonlySet<string | null>): JsonObject {
  const texts = [...values].filter((value) => value !== null);
  const isIn = { type: 'in', dimension: column, values: texts };
  if (!values.has(null)) return isIn;
  const isNull = { type: 'null', column };
  return texts.length === 0 ? isNull : { type: 'or', fields: [isIn, isNull] };
}
