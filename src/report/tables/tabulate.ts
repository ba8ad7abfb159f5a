// Makes the table of an insight from the query service's answer, whatever kind of query it is.
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { outputUnit } from './query/counting.ts';
import { defaultMetric, orderingMetric } from './query/default-metric.ts';
import { isOneBucket } from './companion-queries.ts';
import { tabulateCells } from './funnel-retention-experiment.ts';
import { histogramRows } from './histogram.ts';
import { findMetric, type Metric } from './metric.ts';
import { measuredValues } from './rates.ts';
import { bucketKey, joinKey } from './keys.ts';
import { rowLimitOf } from './query/query-rows.ts';
import { firstBucketOf, type KeyedRow, keyedRows } from './rows.ts';
import { metricValue, type Table, type TableRow, toNumber } from './table.ts';
import { withOwnTotal } from './total.ts';

/**
 * Turns a result into a table. `metric` names the output that values are taken from; null leaves it to the
 * query. Total and shares are filled in if they follow from the rows; otherwise `totalQuery` gives the query
 * for them. Throws a `ResponseError`.
 */
export function tabulate(query: Query, result: QueryResult, metric: string | null): Table {
  switch (result.kind) {
    case 'timeseries':
    case 'topN':
      return rowsTable(query, result, metric);
    case 'groupBy':
      return tabulateCells(query, result, metric) ?? rowsTable(query, result, metric);
    case 'scan':
      return tabulateScan(query, result, metric);
    case 'timeBoundary':
    case 'segmentMetadata':
      throw new ResponseError(`A ${result.kind} has no rows to report.`);
  }
}

function rowsTable(query: Query, result: QueryResult, metric: string | null): Table {
  const { rows, dimensions } = keyedRows(query, result);
  const bins = result.kind === 'groupBy' ? histogramRows(query, rows) : null;
  if (bins !== null) return valuedTable(query, bins.rows, bins.dimensions, bins.output);
  return valuedTable(query, rows, dimensions, metric);
}

function valuedTable(
  query: Query,
  answered: readonly KeyedRow[],
  dimensions: readonly string[],
  wanted: string | null,
): Table {
  const keyed = answered.map((each) => ({ ...each, values: measuredValues(query, each.values) }));
  const rows = keyed.map((each) => each.values);
  // An empty answer is not an error, even if the query names no output.
  const isNothing = rows.length === 0 && wanted === null && defaultMetric(query) === null;
  const metric = isNothing ? null : findMetric(query, { rows, dimensions }, wanted);
  const unit = outputUnit(query, metric?.name ?? null);
  // A bucket is in the answer only if it was counted, so null means that nothing happened in it.
  const unitOfNull = query.queryType === 'timeseries' ? unit : 'other';
  const table: Table = {
    queryType: query.queryType,
    metric: metric?.name ?? null,
    unit,
    dimensions,
    outputs: metric?.outputs ?? [],
    rows: withSharedRanks(
      query,
      keyed.map((row, i) => toRow(row, i, metric, unitOfNull)),
    ),
    total: null,
    cutOff: cutOffBuckets(query, keyed).length > 0,
    firstBucketMs: firstBucketOf(keyed),
  };
  return withOwnTotal(query, table);
}

function toRow(
  { parts, values, timestampMs }: KeyedRow,
  index: number,
  metric: Metric | null,
  unit: Table['unit'],
): TableRow {
  const key = parts.length === 0 ? bucketKey(timestampMs) : joinKey(parts);
  const value = metric && metricValue(values[metric.name], unit);
  return { key, parts: parts.length === 0 ? [key] : parts, value, share: null, rank: index + 1, values };
}

/** The rows of a topN by an output: those that are equal in it share the rank of the first. */
function withSharedRanks(query: Query, rows: readonly TableRow[]): readonly TableRow[] {
  const ordering = isOneBucket(query) ? orderingMetric(query) : null;
  if (ordering === null) return rows;
  let rank = 1;
  let valueAbove: number | null = null;
  return rows.map((row, index) => {
    const value = toNumber(row.values[ordering]);
    if (value === null || value !== valueAbove) rank = index + 1;
    valueAbove = value;
    return { ...row, rank };
  });
}

/**
 * The starts of the buckets that hold as many rows as the query allows, so that more may exist. A limit of 0
 * means no limit.
 */
export function cutOffBuckets(
  query: Query,
  rows: readonly { readonly timestampMs: number }[],
): readonly number[] {
  if (query.queryType === 'timeseries' && (query.granularity ?? 'all') === 'all') return [];
  const allowed = rowLimitOf(query);
  if (allowed === null) return [];
  const buckets = Map.groupBy(rows, ({ timestampMs }) => timestampMs);
  // The limit of a topN is for each bucket, that of a groupBy for all buckets together.
  if (query.queryType !== 'topN') return rows.length === allowed ? [...buckets.keys()] : [];
  return [...buckets].flatMap(([startMs, { length }]) => (length === allowed ? [startMs] : []));
}

/** A scan as a table: a row for each event, its key the event's place in the answer. Nothing is counted. */
function tabulateScan(query: Query, result: QueryResult & { kind: 'scan' }, metric: string | null): Table {
  if (metric !== null) {
    throw new ResponseError(
      `A scan lists events and counts nothing: it has no metric ${JSON.stringify(metric)}.`,
    );
  }
  return {
    queryType: query.queryType,
    metric: null,
    unit: 'other',
    dimensions: [],
    outputs: result.columns,
    rows: result.events.map((values, i) => {
      const key = String(i + 1);
      return { key, parts: [key], value: null, share: null, rank: i + 1, values };
    }),
    total: null,
    cutOff: result.events.length === rowLimitOf(query),
    firstBucketMs: null,
  };
}
