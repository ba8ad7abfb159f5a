// Adds the true total to a table: from its rows if they add up, otherwise from the answer to its
// `totalQuery` (`companion-queries.ts`).
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { outputKind } from './query/counting.ts';
import { havingOf } from './query/query-rows.ts';
import { findNumber, isRanking, sumOf, type Table } from './table.ts';
import { rowsOfType } from '../../tql/schema/run-query.ts';

/** A table with the total that the answer to its `totalQuery` holds, and each row's share of it. */
export function withTotal(query: Query, table: Table, result: QueryResult): Table {
  if (result.kind !== 'timeseries')
    throw new ResponseError(`the total was requested as a timeseries, a ${result.kind} came`);
  const values = result.buckets[0]?.values;
  return withShares(query, table, values === undefined ? null : findNumber(values, table.metric));
}

/** A table with its total and shares if they follow from its own rows. */
export function withOwnTotal(query: Query, table: Table): Table {
  if (!hasTotal(query) || !isTotalKnown(query, table)) return table;
  const { metric, rows, unit } = table;
  const values = rows.map((row) => (metric === null ? null : (row.values[metric] ?? null)));
  // The count of nothing is 0, while the sum or the mean of nothing is unknown. The service makes an event
  // count a sum, so it may answer null for a bucket without events.
  const nothing = unit !== 'other' && outputKind(query, metric) !== 'mean' ? 0 : null;
  return withShares(query, table, values.some((value) => value !== null) ? sumOf(values) : nothing);
}

/** Whether a total means anything for a query's type. */
export function hasTotal(query: { readonly queryType: string }): boolean {
  return rowsOfType(query) === 'buckets' || isRanking(query);
}

/**
 * Whether a table holds every row: it is not cut off, begins with the first row, and no `having` left rows
 * out.
 */
export function isComplete(query: Query, { cutOff }: Pick<Table, 'cutOff'>): boolean {
  const offset = 'offset' in query ? query.offset : null;
  const order = 'metric' in query ? query.metric : null;
  const skipsRows = typeof offset === 'number' && offset > 0;
  // A topN that is ordered by its dimension may begin behind a value.
  const beginsLater = typeof order === 'object' && typeof order?.previousStop === 'string';
  return !cutOff && havingOf(query) === null && !skipsRows && !beginsLater;
}

/** Whether a table's total follows from its own rows: they are all there, and add up or are only one. */
export function isTotalKnown(query: Query, table: Table): boolean {
  const { metric, rows } = table;
  if (!isComplete(query, table)) return false;
  // The only row of a timeseries of one bucket is the whole, whatever the metric: a rate, a minimum.
  if (query.queryType === 'timeseries' && (query.granularity ?? 'all') === 'all') return rows.length <= 1;
  const kind = outputKind(query, metric);
  return kind === 'additive' || (kind !== 'other' && rows.length <= 1);
}

/**
 * A table with a total and each row's share of it. Distinct counts are estimates, so a part may be larger
 * than the whole: its share is 1. Of a sum, a part that is negative or larger than the whole has no share,
 * and a mean has none either: the mean of a part is no part of the mean.
 */
function withShares(query: Query, table: Table, total: number | null): Table {
  const kind = outputKind(query, table.metric);
  const hasShares = (kind === 'distinct' || kind === 'additive') && total !== null && total > 0;
  const isSum = kind === 'additive' && table.unit === 'other';
  const shareOf = (value: number | null): number | null => {
    if (!hasShares || value === null || value < 0) return null;
    return isSum && value > total ? null : Math.min(1, value / total);
  };
  return { ...table, total, rows: table.rows.map((row) => ({ ...row, share: shareOf(row.value) })) };
}

/**
 * A part of a total, at most 1: distinct counts may be estimates, so a part may be larger than the whole.
 * Null if it is not known.
 */
export function partOf(value: number | null, total: number | null): number | null {
  return value === null || total === null || total === 0 ? null : Math.min(1, value / total);
}
