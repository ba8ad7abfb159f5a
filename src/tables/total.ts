import { ResponseError } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { aggregationBehind, type AggregationKind, aggregationKind } from './aggregations.ts';
import { sumOf, type Table, toNumber, withShares } from './table.ts';

/**
 * The query whose answer is the true total of a table's metric, where the rows do not tell it: the same query as a
 * timeseries of one bucket, its aggregation named explicitly. Null where the total is known or means nothing.
 */
export function totalQuery(query: Query, table: Table): Query | null {
  const aggregation = metricAggregation(query, table.metric);
  if (table.metric === null || table.total !== null || aggregation === null || !isTotalled(query)) return null;
  if (aggregationKind(aggregation) === 'other' || isTotalKnown(query, table)) return null;
  return { ...wholeQuery(query), granularity: 'all', aggregations: [{ ...aggregation, name: table.metric }] };
}

/** The query whose answer is a table's total for each bucket of a granularity; null where a total means nothing. */
export function totalsQuery(query: Query, table: Table, granularity: Json): Query | null {
  const aggregation = metricAggregation(query, table.metric);
  if (table.metric === null || aggregation === null || !isTotalled(query)) return null;
  if (aggregationKind(aggregation) === 'other') return null;
  return { ...wholeQuery(query), granularity, aggregations: [{ ...aggregation, name: table.metric }] };
}

/** What of a query says which events count, as a timeseries. */
function wholeQuery(query: Query): Query {
  const kept = Object.fromEntries(Object.entries(query).filter(([key]) => !ROW_KEYS.has(key)));
  return { ...kept, queryType: 'timeseries' };
}

/** A table with the total that its `totalQuery` was answered with, and each row's share of it. */
export function withTotal(query: Query, table: Table, result: QueryResult): Table {
  const total = onlyNumber(result, table.metric);
  const kind = aggregationKind(metricAggregation(query, table.metric));
  return { ...table, total, rows: withShares(table.rows, isShared(kind) ? total : null) };
}

/** A table with total and shares as far as its own rows tell them. */
export function withOwnTotal(query: Query, table: Table): Table {
  if (!isTotalled(query) || !isTotalKnown(query, table)) return table;
  const aggregation = metricAggregation(query, table.metric);
  const kind = aggregationKind(aggregation);
  const total = ownTotal(table, kind);
  return { ...table, total, rows: withShares(table.rows, isShared(kind) ? total : null) };
}

/**
 * The query whose answer is the table to show for a topN, groupBy, funnel or experiment that is divided into buckets:
 * the same with granularity `all`. Null where the query is that already, or its buckets are its rows.
 */
export function rowsQuery(query: Query): Query | null {
  switch (query.queryType) {
    case 'topN':
    case 'groupBy':
    case 'funnel':
    case 'experiment':
      return isOneBucket(query['granularity']) ? null : { ...query, granularity: 'all' };
    default:
      return null;
  }
}

/** What shapes rows and has no meaning for, or would change, the whole. */
const ROW_KEYS: ReadonlySet<string> = new Set([
  'dimension',
  'dimensions',
  'metric',
  'threshold',
  'limit',
  'offset',
  'having',
  'postAggregations',
  'descending',
  'order',
  'columns',
  'queryType',
  'granularity',
  'aggregations',
]);

function isTotalled({ queryType }: Query): boolean {
  return queryType === 'timeseries' || queryType === 'topN' || queryType === 'groupBy';
}

/** Whether a table's rows are all that there are: not cut off, and none left out for what it holds. */
export function isComplete(query: Query, table: Table): boolean {
  return !table.cutOff && !isJsonObject(query['having']);
}

/** Whether the rows are everything there is, and what they hold makes the whole: they add up, or there is but one. */
function isTotalKnown(query: Query, table: Table): boolean {
  if (!isComplete(query, table)) return false;
  const kind = aggregationKind(metricAggregation(query, table.metric));
  return kind === 'additive' || (kind !== 'other' && table.rows.length <= 1);
}

/**
 * Counts of nothing are 0; sums and means of nothing are nothing. The service sums events up, so that it may say null of
 * a bucket in which there were none.
 */
function ownTotal(table: Table, kind: AggregationKind): number | null {
  const values = table.rows.map((row) => (table.metric === null ? null : (row.values[table.metric] ?? null)));
  if (values.some((value) => value !== null)) return sumOf(values);
  return table.unit !== 'other' && kind !== 'mean' ? 0 : null;
}

function isShared(kind: AggregationKind): boolean {
  return kind === 'additive' || kind === 'distinct';
}

function metricAggregation(query: Query, metric: string | null): JsonObject | null {
  return metric === null ? null : aggregationBehind(query, metric);
}

function onlyNumber(result: QueryResult, metric: string | null): number | null {
  if (result.kind !== 'timeseries')
    throw new ResponseError(`the total was asked for as a timeseries, a ${result.kind} came`);
  const values = result.buckets[0]?.values;
  if (values === undefined || metric === null) return null;
  if (metric in values) return toNumber(values[metric]);
  const numbers = Object.values(values).filter((value) => typeof value === 'number');
  return numbers.length === 1 ? toNumber(numbers[0]) : null;
}

/** Whether a query's granularity makes one bucket of its whole period. */
export function isOneBucket(granularity: unknown): boolean {
  const name = isJsonObject(granularity) ? granularity['type'] : granularity;
  return name === undefined || name === null || (typeof name === 'string' && name.toLowerCase() === 'all');
}
