// Queries that are made from an insight's query: for its total, its history, one row or all rows.
// They are sent beside it, because a table that is cut off does not hold these numbers.
import { without } from '../../tql/json.ts';
import type { Query, QueryOf } from '../../tql/query.ts';
import type { QueryAggregation, QueryFilter, QueryGranularity, QueryHaving } from '../../tql/query-parts.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { joined } from '../../tql/write.ts';
import { outputKind } from './query/counting.ts';
import { aggregationBehind, aggregationsOf, defaultName, queryOutputs } from './query/outputs.ts';
import { MAX_FILTER_CHARACTERS, restrictToRows } from './row-filter.ts';
import { measuredValues } from './rates.ts';
import { dimensionsOf } from './query/query-rows.ts';
import { answeredRows } from './rows.ts';
import { findNumber, isRanking, type Table, type TableRow } from './table.ts';
import { hasTotal, isTotalKnown } from './total.ts';

/**
 * The query for the true total of a table's metric: the same query as a timeseries of one bucket, with its
 * aggregation named. Null if the table has its total, or a total means nothing.
 */
export function totalQuery(query: Query, table: Table): Query | null {
  return table.total !== null || isTotalKnown(query, table) ? null : totalsQuery(query, table, 'all');
}

/**
 * The query for a table's total in each bucket of a granularity; null if a total means nothing.
 */
export function totalsQuery(query: Query, table: Table, granularity: QueryGranularity): Query | null {
  const aggregation = table.metric === null ? null : aggregationBehind(query, table.metric);
  if (aggregation === null || !hasTotal(query) || outputKind(query, table.metric) === 'other') return null;
  return { ...ungroupedQuery(query), granularity, aggregations: [{ ...aggregation, name: table.metric }] };
}

/**
 * The query for the table to show of a topN, groupBy, funnel or experiment that is divided into buckets: the
 * same with granularity `all`. Null if the query has one bucket already, or its buckets are its rows.
 */
export function rowsQuery(query: Query): Query | null {
  const isBucketed = isRanking(query) || query.queryType === 'funnel' || query.queryType === 'experiment';
  return isBucketed && !isOneBucket(query) ? { ...query, granularity: 'all' } : null;
}

/**
 * The query for the values of some rows of a ranking in each bucket. It is a groupBy, since a topN would cut
 * off other rows in each bucket, and is restricted to the rows as far as a filter can name them. For a funnel
 * it is the funnel's own query; for all other queries, null.
 */
export function historyQuery(query: Query, table: Table, rows: readonly TableRow[]): Query | null {
  if (query.queryType === 'funnel') return query;
  const dimensions = dimensionsOf(query);
  if (!isRanking(query) || table.metric === null || rows.length === 0 || dimensions.length === 0) return null;
  const rowsOverTime: QueryOf<'groupBy'> = {
    ...without(withPlainRows(query), ...ROW_LIMITS, 'filter'),
    queryType: 'groupBy',
    dimensions,
    ...allOf([query.filter, ...restrictToRows(dimensions, rows)]),
  };
  const aggregation = aggregationBehind(query, table.metric);
  // A post-aggregation is computed from other outputs, so they are all queried.
  if (aggregation === null) return rowsOverTime;
  return {
    ...without(rowsOverTime, 'postAggregations'),
    aggregations: [{ ...aggregation, name: table.metric }],
  };
}

/** The first rows, at most `limit`, whose keys together fit into a filter. */
export function rowsForFilter(rows: readonly TableRow[], limit: number): readonly TableRow[] {
  const fitting: TableRow[] = [];
  let characters = 0;
  for (const row of rows.slice(0, limit)) {
    characters += row.key.length;
    if (characters > MAX_FILTER_CHARACTERS) break;
    fitting.push(row);
  }
  return fitting;
}

/**
 * The query for one point: the same as a timeseries of one bucket, each aggregation named, restricted by a
 * filter (null: not at all). Its answer holds every output at once.
 */
export function pointQuery(
  query: Query,
  metric: string | null,
  filter: QueryFilter | null,
): QueryOf<'timeseries'> {
  return {
    ...ungroupedQuery(query),
    ...allOf([query.filter, filter]),
    granularity: 'all',
    aggregations: nameAggregations(query, metric),
    ...('postAggregations' in query ? { postAggregations: query.postAggregations ?? null } : {}),
  };
}

/**
 * The query for one row that no filter can name, since its dimension is computed: a groupBy whose `having`
 * keeps that row alone.
 */
export function groupQuery(query: Query, metric: string | null, having: QueryHaving): Query {
  return {
    ...pointQuery(query, metric, null),
    queryType: 'groupBy',
    dimensions: dimensionsOf(query),
    having,
  };
}

/**
 * An output in the answer to a `pointQuery` or `groupQuery`; null if there is none, as when nothing was
 * counted.
 */
export function pointValue(query: Query, result: QueryResult, output: string): number | null {
  const values = pointRow(result);
  return values === undefined ? null : findNumber(measuredValues(query, values), output);
}

/** The one row of such an answer; undefined if nothing was counted. */
export function pointRow(result: QueryResult): ResultRow | undefined {
  return answeredRows(result)[0]?.row;
}

/** Whether a query's granularity makes one bucket of its whole period. */
export function isOneBucket({ granularity }: Pick<Query, 'granularity'>): boolean {
  const name = typeof granularity === 'object' ? granularity?.type : granularity;
  return name == null || name.toLowerCase() === 'all';
}

/** A timeseries of all events that a query counts, whatever its rows are; without outputs. */
function ungroupedQuery(query: Query): QueryOf<'timeseries'> {
  return { ...without(withPlainRows(query), ...ROW_KEYS), queryType: 'timeseries' };
}

/**
 * The query without what its context adds to the rows of a timeseries: a groupBy refuses it, and its numbers
 * are not outputs.
 */
function withPlainRows(query: Query): Query {
  const { context } = query;
  return context == null
    ? query
    : { ...query, context: without(context, 'timestampResultField', 'grandTotal') };
}

/** The keys of a topN or groupBy that choose and limit its rows. */
const ROW_LIMITS = ['dimension', 'metric', 'threshold', 'limit', 'having'] as const;
/** All keys that shape rows: they have no meaning for the whole, or would change it. */
const ROW_KEYS = [
  ...ROW_LIMITS,
  'queryType',
  'granularity',
  'dimensions',
  'offset',
  'descending',
  'order',
  'columns',
  'aggregations',
  'postAggregations',
] as const;

/**
 * A query's aggregations, each with the name that the rows have for its output. The service names an unnamed
 * aggregation after the topN's metric if it is the only output.
 */
function nameAggregations(query: Query, metric: string | null): readonly QueryAggregation[] {
  const aggregations = aggregationsOf(query);
  const outputs = queryOutputs(query);
  return aggregations.map((aggregation) => {
    const output = outputs.find((each) => each.aggregation === aggregation);
    if (output?.isNamed === true) return aggregation;
    const isOnly = aggregations.length === 1 && outputs.length === 1;
    const name = (isOnly ? metric : null) ?? output?.name ?? defaultName(aggregation);
    return name === null ? aggregation : { ...aggregation, name };
  });
}

/** The key `filter` of a query with all these filters; no key without any. */
function allOf(filters: readonly (QueryFilter | null | undefined)[]): Pick<Query, 'filter'> {
  const filter = joined('and', filters);
  return filter === null ? {} : { filter };
}
