// Puts the earlier numbers next to a table's rows: previous value, change, new and gone rows. Called by
// `run/insight.ts`.
import type { GoneRow, ReportedInsight, ResultsRow } from '../results/results.ts';
import type { ResultRow } from '../../tql/result.ts';
import { isInverted, orderingMetric } from '../tables/aggregations.ts';
import { bucketKey, partsKey } from '../tables/rows.ts';
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
  return rows.map((row) => compareRow(row, undefined, false));
}

/**
 * Joins two tables of the same query by their rows' dimensions, a timeseries by `pairs` of bucket starts.
 * Rows count as new or gone only if the table that lacks them is complete. Earlier values are multiplied by
 * `ratioOf` both rows before they are compared.
 */
export function joinTables(
  query: Query,
  table: Table,
  earlier: Table,
  pairs: ReadonlyMap<number, number> | null,
  ratioOf: (row: TableRow, before: TableRow) => number = () => 1,
): JoinedRows {
  const before = new Map(earlier.rows.toReversed().map((row) => [partsKey(row), row]));
  const earlierRow = (row: TableRow): TableRow | undefined =>
    before.get(pairs === null ? partsKey(row) : pairedKey(row, pairs));
  const canBeNew = isRanking(table) && isComplete(query, earlier);
  const rows = table.rows.map((row) => {
    const matchingRow = earlierRow(row);
    return compareRow(row, matchingRow, canBeNew, matchingRow === undefined ? 1 : ratioOf(row, matchingRow));
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
 * The largest value that a row outside of a table can have: in a topN by its metric, that of the last row.
 */
function mostBeyond(query: Query, table: Table): number {
  if (isComplete(query, table)) return 0;
  return isTopBy(query, table.metric) && table.cutOff ? (table.rows.at(-1)?.value ?? Infinity) : Infinity;
}

/** Whether a query is a topN of the rows with the largest values of an output. */
export function isTopBy(query: Query, output: string | null): boolean {
  return query.queryType === 'topN' && !isInverted(query) && orderingMetric(query) === output;
}

function compareRow(row: TableRow, before: TableRow | undefined, canBeNew: boolean, ratio = 1): ComparedRow {
  const isNew = before === undefined && canBeNew;
  const [previous, previousRank] = [before?.value ?? null, before?.rank ?? null];
  const change = relativeChange(row.value, previous === null ? null : previous * ratio);
  return { ...row, previous, change, previousRank, history: [], isNew, earlier: before?.values ?? null };
}

/**
 * The change relative to the size of the earlier value: 0.1 is a tenth more. Null if either is not known or
 * the earlier is 0.
 */
export function relativeChange(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  const change = (value - previous) / Math.abs(previous);
  return Number.isFinite(change) ? change : null;
}

function pairedKey(row: TableRow, pairs: ReadonlyMap<number, number>): string {
  const paired = pairs.get(Date.parse(row.key));
  return paired === undefined ? '' : partsKey({ parts: [bucketKey(paired)] });
}
