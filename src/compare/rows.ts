import type { GoneRow, ResultsRow } from '../results.ts';
import { bucketKey } from '../tables/rows.ts';
import { isRanking, type Table, type TableRow } from '../tables/table.ts';
import { isComplete } from '../tables/total.ts';
import type { Query } from '../tql/query.ts';

/** A table's rows beside those of an earlier one. */
export interface JoinedRows {
  readonly rows: readonly ResultsRow[];
  readonly gone: readonly GoneRow[];
}

/** Rows that are compared with nothing. */
export function uncomparedRows(rows: readonly TableRow[]): ResultsRow[] {
  return rows.map((row) => compareRow(row, undefined, false));
}

/**
 * Joins two tables of the same query by their rows' dimensions, a timeseries by `pairs` of bucket starts. A row that an incomplete
 * table lacks may be there all the same: nobody calls it new or gone.
 */
export function joinTables(
  query: Query,
  table: Table,
  earlier: Table,
  pairs: ReadonlyMap<number, number> | null,
): JoinedRows {
  const before = new Map(earlier.rows.toReversed().map((row) => [partsKey(row), row]));
  const found = (row: TableRow): TableRow | undefined =>
    before.get(pairs === null ? partsKey(row) : pairedKey(row, pairs));
  const tellsNew = isRanking(table) && isComplete(query, earlier);
  const rows = table.rows.map((row) => compareRow(row, found(row), tellsNew));
  if (!isRanking(table) || !isComplete(query, table)) return { rows, gone: [] };
  const present = new Set(table.rows.map(partsKey));
  const gone = earlier.rows.filter((row) => !present.has(partsKey(row)));
  return {
    rows,
    gone: gone.map(({ key, parts, value, rank }) => ({ key, parts, previous: value, previousRank: rank })),
  };
}

function compareRow(row: TableRow, before: TableRow | undefined, tellsNew: boolean): ResultsRow {
  const isNew = before === undefined && tellsNew;
  const [previous, previousRank] = [before?.value ?? null, before?.rank ?? null];
  return { ...row, previous, change: relativeChange(row.value, previous), previousRank, history: [], isNew };
}

/** Relative to what was: 0.1 is a tenth more. Null where either is not known, and against nothing. */
export function relativeChange(value: number | null, previous: number | null): number | null {
  if (value === null || previous === null || previous === 0) return null;
  const change = (value - previous) / Math.abs(previous);
  return Number.isFinite(change) ? change : null;
}

/** Tells a missing value from the text `null`, and two dimensions from one that holds a slash. */
function partsKey({ parts }: Pick<TableRow, 'parts'>): string {
  return JSON.stringify(parts);
}

function pairedKey(row: TableRow, pairs: ReadonlyMap<number, number>): string {
  const paired = pairs.get(Date.parse(row.key));
  return paired === undefined ? '' : JSON.stringify([bucketKey(paired)]);
}

/** The buckets of a timeseries that have begun: a service may answer with zeros for the rest of a running month. */
export function begunRows(rows: readonly ResultsRow[], nowMs: number): readonly ResultsRow[] {
  return rows.filter(({ key }) => !(Date.parse(key) > nowMs));
}
