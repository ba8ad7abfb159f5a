// Puts the earlier numbers next to a table's rows: previous value, change, new and gone rows. Called by
// `run/insight.ts`.
import type { GoneRow, ReportedInsight, ResultsRow } from '../results/results.ts';
import type { ResultRow } from '../../tql/result.ts';
import { isInverted, orderingMetric } from '../tables/query/default-metric.ts';
import { bucketKey, partsKey } from '../tables/keys.ts';
import { isRanking, type Table, type TableRow } from '../tables/table.ts';
import { isComplete } from '../tables/total.ts';
import type { Query } from '../../tql/query.ts';

/** A row with all outputs that it had in the compared period; null if it was not there. */
export interface ComparedRow extends ResultsRow {
  readonly earlier: ResultRow | null;
}

/** A row that is gone, with all outputs that it had. */
interface ComparedGoneRow extends GoneRow {
  readonly earlier: ResultRow;
}

/** An insight with its true numbers, before `min-group-size` hides any. */
export interface ComparedInsight extends ReportedInsight {
  readonly rows: readonly ComparedRow[];
  readonly gone: readonly ComparedGoneRow[];
}

/** A table's rows, compared with those of an earlier one. */
export interface JoinedRows extends Pick<ComparedInsight, 'rows' | 'gone'> {
  /**
   * The largest values that a row outside of the tables can have, now and before; null if there is no such
   * row.
   */
  readonly unseen: { readonly value: number; readonly previous: number } | null;
}

/** The rows of a table that is not compared. */
export function uncomparedRows(rows: readonly TableRow[]): ComparedRow[] {
  return rows.map((row) => ({ ...row, ...NOT_COMPARED, isNew: false }));
}

/**
 * Joins two tables of the same query by their rows' dimensions, or a timeseries by `pairs` of bucket starts.
 * Rows count as new or gone only if the table that lacks them is complete. Each earlier value is multiplied
 * by the `ratioOf` both rows before it is compared, because months differ in length.
 */
export function joinTables(
  query: Query,
  table: Table,
  earlier: Table,
  pairs: ReadonlyMap<number, number> | null,
  ratioOf: (row: TableRow, before: TableRow) => number = () => 1,
): JoinedRows {
  // Of rows with the same parts, the first one counts.
  const earlierRows = new Map(earlier.rows.toReversed().map((row) => [partsKey(row), row]));
  const canBeNew = isRanking(table) && isComplete(query, earlier);
  const rows = table.rows.map((row): ComparedRow => {
    const earlierRow = earlierRows.get(pairs === null ? partsKey(row) : pairedKey(row, pairs));
    if (earlierRow === undefined) return { ...row, ...NOT_COMPARED, isNew: canBeNew };
    return compareRow(row, earlierRow, ratioOf(row, earlierRow));
  });
  if (!isRanking(table)) return { rows, gone: [], unseen: null };
  const present = new Set(table.rows.map(partsKey));
  const gone = earlier.rows.filter((row) => !present.has(partsKey(row)));
  if (!isComplete(query, table)) {
    const previous = Math.max(0, mostBeyond(query, earlier), ...gone.map(({ value }) => value ?? 0));
    return { rows, gone: [], unseen: { value: mostBeyond(query, table), previous } };
  }
  return {
    rows,
    unseen: null,
    gone: gone.map(({ key, parts, value, rank, values }) => {
      return { key, parts, previous: value, previousRank: rank, earlier: values };
    }),
  };
}

/**
 * The largest value that a row outside of a table can have: 0 if the table has all rows, in a topN by its
 * metric that of the last row, and else any.
 */
function mostBeyond(query: Query, table: Table): number {
  if (isComplete(query, table)) return 0;
  return isTopBy(query, table.metric) && table.cutOff ? (table.rows.at(-1)?.value ?? Infinity) : Infinity;
}

/** Whether a query is a topN of the rows with the largest values of an output. */
export function isTopBy(query: Query, output: string | null): boolean {
  return query.queryType === 'topN' && !isInverted(query) && orderingMetric(query) === output;
}

/** What a row has from an earlier table that does not hold it. */
const NOT_COMPARED = { previous: null, change: null, previousRank: null, history: [], earlier: null };

function compareRow(row: TableRow, { value, rank, values }: TableRow, ratio: number): ComparedRow {
  return {
    ...row,
    previous: value,
    change: relativeChange(row.value, value === null ? null : value * ratio),
    previousRank: rank,
    history: [],
    isNew: false,
    earlier: values,
  };
}

/**
 * The change relative to the earlier value: 0.1 is 10% more. Null if either is unknown, or the earlier is 0.
 */
export function relativeChange(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  const change = (value - previous) / Math.abs(previous);
  return Number.isFinite(change) ? change : null;
}

/** The key of the bucket that a bucket is compared with; empty if there is none. */
function pairedKey(row: TableRow, pairs: ReadonlyMap<number, number>): string {
  const paired = pairs.get(Date.parse(row.key));
  return paired === undefined ? '' : partsKey({ parts: [bucketKey(paired)] });
}
