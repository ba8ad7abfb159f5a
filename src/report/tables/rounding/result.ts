import type { Query } from '../../../tql/query.ts';
import type { QueryResult, ResultRow } from '../../../tql/result.ts';
import { isInverted, orderingMetric, queryOutputs } from '../aggregations.ts';
import { dimensionParts, keyedRows, partsKey } from '../rows.ts';
import { VALUES_COUNT } from '../set-queries.ts';
import { isRanking, toNumber } from '../table.ts';
import { type RoundedBy, rowRounder } from './row.ts';

/**
 * An answer as it leaves the service: counts are rounded, what is computed from counts is computed from the
 * rounded ones, and a sum, a mean or an extreme is null unless it is of enough. Rows of which nothing is
 * shown are left out, and a topN is in the order of what is shown. `query` is what was asked, with
 * `withGroupSizes`.
 */
export function roundResult(query: Query, result: QueryResult, by: RoundedBy): QueryResult {
  const { dimensions } = keyedRows(query, result);
  const round = rowRounder(query, dimensions, by);
  const isShown = shownRows(query, dimensions);
  const roundedTo = by.size;
  switch (result.kind) {
    case 'timeseries': {
      const buckets = result.buckets.map((each) => ({
        ...each,
        values: round(each.values, each.timestampMs),
      }));
      return { kind: 'timeseries', buckets, roundedTo };
    }
    case 'topN': {
      const buckets = result.buckets.map(({ timestampMs, rows }) => {
        const shown = rows.map((row) => round(row, timestampMs)).filter(isShown);
        return { timestampMs, rows: inShownOrder(query, shown, dimensions) };
      });
      return { kind: 'topN', buckets, roundedTo };
    }
    case 'groupBy': {
      const rows = result.rows.map(({ timestampMs, event }) => ({
        timestampMs,
        event: round(event, timestampMs),
      }));
      return { kind: 'groupBy', rows: rows.filter(({ event }) => isShown(event)), roundedTo };
    }
    case 'scan':
      return { ...result, events: [], roundedTo };
    case 'timeBoundary':
    case 'segmentMetadata':
      return result;
  }
}

/** Which rows are in an answer: those of which a number is shown. */
function shownRows(query: Query, dimensions: readonly string[]): (row: ResultRow) => boolean {
  // The values of a dimension are all needed, since those of small groups are in sets.
  const listsValues = queryOutputs(query).some(({ name }) => name === VALUES_COUNT);
  if (!isRanking(query) || dimensions.length === 0 || listsValues) return () => true;
  return (row) =>
    Object.entries(row).some(([name, value]) => !dimensions.includes(name) && value !== null && value !== 0);
}

/**
 * The rows of a topN in the order of its rounded numbers; equal ones by name, as the true order would say
 * which is larger.
 */
function inShownOrder(
  query: Query,
  rows: readonly ResultRow[],
  dimensions: readonly string[],
): readonly ResultRow[] {
  const ordering = orderingMetric(query);
  if (ordering === null) return rows;
  const sign = isInverted(query) ? -1 : 1;
  const placed = rows.map((row) => ({
    row,
    value: sign * (toNumber(row[ordering]) ?? -sign * Infinity),
    key: partsKey({ parts: dimensionParts(row, dimensions) }),
  }));
  placed.sort((a, b) => (a.value === b.value ? (a.key < b.key ? -1 : 1) : b.value - a.value));
  return placed.map(({ row }) => row);
}
