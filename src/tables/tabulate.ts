import { ResponseError } from '../errors.ts';
import type { Query } from '../tql/query.ts';
import type { QueryResult } from '../tql/result.ts';
import { aggregationBehind, aggregationUnit } from './aggregations.ts';
import { tabulateExperiment, tabulateFunnel, tabulateRetention } from './funnel-retention-experiment.ts';
import { findMetric, type Metric } from './metric.ts';
import { bucketKey, groupByRows, joinKey, type KeyedRow, timeseriesRows, topNRows } from './rows.ts';
import { metricValue, type Table, type TableRow } from './table.ts';
import { withOwnTotal } from './total.ts';

/**
 * Makes a result into a table. `metric` names the output that rows are valued by; null leaves it to the query. Total and
 * shares are filled in as far as the rows tell them: see `totalQuery` for the rest. Throws a `ResponseError`.
 */
export function tabulate(query: Query, result: QueryResult, metric: string | null): Table {
  switch (result.kind) {
    case 'timeseries':
      return valuedTable(query, timeseriesRows(result), [], metric);
    case 'topN': {
      const { entries, dimensions } = topNRows(query, result);
      return valuedTable(query, entries, dimensions, metric);
    }
    case 'groupBy':
      return tabulateGroups(query, result, metric);
    case 'scan':
      return tabulateScan(query, result, metric);
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
      const { entries, dimensions } = groupByRows(query, result);
      return valuedTable(query, entries, dimensions, metric);
    }
  }
}

function valuedTable(
  query: Query,
  entries: readonly KeyedRow[],
  dimensions: readonly string[],
  wanted: string | null,
): Table {
  const rows = entries.map((each) => each.values);
  const metric =
    rows.length === 0 && wanted === null ? findMetricOfNothing(query) : findMetric(query, { rows, dimensions }, wanted);
  const unit = aggregationUnit(metric === null ? null : aggregationBehind(query, metric.name));
  // A bucket in which nothing happened is told from one that was not counted by its being in the answer.
  const ofNothing = query.queryType === 'timeseries' ? unit : 'other';
  const table: Table = {
    queryType: query.queryType,
    metric: metric?.name ?? null,
    unit,
    dimensions,
    outputs: metric?.outputs ?? [],
    rows: entries.map((entry, i) => toRow(entry, i, metric, ofNothing)),
    total: null,
    cutOff: isCutOff(query, entries),
    firstBucketMs: entries.reduce<number | null>((first, { timestampMs: each }) => Math.min(first ?? each, each), null),
  };
  return withOwnTotal(query, table);
}

/** An empty answer is no error, even of a query that names no output. */
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

/** As many rows as the query allowed, in any bucket. A limit of 0 is none. */
function isCutOff(query: Query, entries: readonly KeyedRow[]): boolean {
  const allowed = query[query.queryType === 'topN' ? 'threshold' : 'limit'];
  if (typeof allowed !== 'number' || allowed <= 0) return false;
  if (query.queryType !== 'topN') return entries.length === allowed;
  const counts = new Map<number, number>();
  for (const { timestampMs } of entries) counts.set(timestampMs, (counts.get(timestampMs) ?? 0) + 1);
  return [...counts.values()].some((count) => count === allowed);
}

/** A scan as a table: events as they are, under their place in the answer; nothing is counted. */
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
  };
}
