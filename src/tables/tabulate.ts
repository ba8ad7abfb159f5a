import { ResponseError } from '../errors.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult, Rounding } from '../tql/result.ts';
import { orderingMetric, outputUnit } from './aggregations.ts';
import { isOneBucket } from './companion-queries.ts';
import { tabulateExperiment, tabulateFunnel, tabulateRetention } from './funnel-retention-experiment.ts';
import { histogramRows } from './histogram.ts';
import { findMetric, type Metric } from './metric.ts';
import { measuredValues } from './rates.ts';
import { bucketKey, groupByRows, joinKey, type KeyedRow, timeseriesRows, topNRows } from './rows.ts';
import { metricValue, type Table, type TableRow, toNumber } from './table.ts';
import { withOwnTotal } from './total.ts';

/**
 * Turns a result into a table. `metric` names the output that values are taken from; null leaves it to the query. Total and shares
 * are filled in if the rows tell them; else `totalQuery` gives the query to ask. Throws a `ResponseError`.
 */
export function tabulate(query: Query, result: QueryResult, metric: string | null): Table {
  switch (result.kind) {
    case 'timeseries':
      return valuedTable(query, timeseriesRows(result), [], metric, result.rounding);
    case 'topN': {
      const { rows, dimensions } = topNRows(query, result);
      return valuedTable(query, rows, dimensions, metric, result.rounding);
    }
    case 'groupBy':
      return tabulateGroups(query, result, metric);
    case 'scan':
      return tabulateScan(query, result, metric);
    case 'timeBoundary':
    case 'segmentMetadata':
      throw new ResponseError(`A ${result.kind} has no rows to report.`);
  }
}

function tabulateGroups(query: Query, result: QueryResult & { kind: 'groupBy' }, metric: string | null): Table {
  switch (query.queryType) {
    case 'funnel':
      return tabulateFunnel(query, result, metric);
    case 'retention':
      return tabulateRetention(query, result, metric);
    case 'experiment':
      return tabulateExperiment(query, result, metric);
    default: {
      const { rows, dimensions } = groupByRows(query, result);
      const bins = histogramRows(query, rows, (result.rounding ?? null) !== null);
      if (bins !== null) return valuedTable(query, bins.rows, bins.dimensions, bins.output, result.rounding);
      return valuedTable(query, rows, dimensions, metric, result.rounding);
    }
  }
}

function valuedTable(
  query: Query,
  answered: readonly KeyedRow[],
  dimensions: readonly string[],
  wanted: string | null,
  rounding: Rounding | null = null,
): Table {
  const keyed = answered.map((each) => ({ ...each, values: measuredValues(query, each.values) }));
  const rows = keyed.map((each) => each.values);
  const metric =
    rows.length === 0 && wanted === null ? findMetricOfNothing(query) : findMetric(query, { rows, dimensions }, wanted);
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
    cutOff: rounding === null ? isCutOff(query, keyed) : rounding.cutOffMs.length > 0,
    firstBucketMs: keyed.reduce<number | null>((first, { timestampMs: each }) => Math.min(first ?? each, each), null),
    rounding,
  };
  return withOwnTotal(query, table);
}

/** An empty answer is not an error, even if the query names no output. */
function findMetricOfNothing(query: Query): Metric | null {
  try {
    return findMetric(query, { rows: [], dimensions: [] }, null);
  } catch (error) {
    if (error instanceof ResponseError) return null;
    throw error;
  }
}

function toRow(
  { parts, values, timestampMs }: KeyedRow,
  index: number,
  metric: Metric | null,
  unit: Table['unit'],
): TableRow {
  const key = parts.length === 0 ? bucketKey(timestampMs) : joinKey(parts);
  const value = metric === null ? null : metricValue(values[metric.name], unit);
  return { key, parts: parts.length === 0 ? [key] : parts, value, share: null, rank: index + 1, values };
}

/** The rows of a topN by an output: those that are equal in it share the rank of the first. */
function withSharedRanks(query: Query, rows: readonly TableRow[]): readonly TableRow[] {
  const ordering = isOneBucket(query['granularity']) ? orderingMetric(query) : null;
  if (ordering === null) return rows;
  let rank = 1;
  return rows.map((row, place) => {
    const [own, above] = [row, rows[place - 1]].map((each) => toNumber(each?.values[ordering]));
    if (own == null || own !== above) rank = place + 1;
    return { ...row, rank };
  });
}

/** Whether any bucket holds as many rows as the query allows. A limit of 0 means no limit. */
function isCutOff(query: Query, rows: readonly KeyedRow[]): boolean {
  if (query.queryType === 'timeseries' && (query['granularity'] ?? 'all') === 'all') return false;
  const allowed = query[query.queryType === 'topN' ? 'threshold' : 'limit'];
  if (typeof allowed !== 'number' || allowed <= 0) return false;
  if (query.queryType !== 'topN') return rows.length === allowed;
  const counts = new Map<number, number>();
  for (const { timestampMs } of rows) counts.set(timestampMs, (counts.get(timestampMs) ?? 0) + 1);
  return [...counts.values()].some((count) => count === allowed);
}

/** A scan as a table: a row for each event, its key the event's place in the answer. Nothing is counted. */
function tabulateScan(query: Query, result: QueryResult & { kind: 'scan' }, metric: string | null): Table {
  if (metric !== null) {
    throw new ResponseError(`A scan lists events and counts nothing: it has no metric ${JSON.stringify(metric)}.`);
  }
  const { limit } = query;
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
    cutOff: typeof limit === 'number' && limit > 0 && result.events.length === limit,
    firstBucketMs: null,
    rounding: result.rounding ?? null,
  };
}
