// Reads a table's earlier values from the answer to its `historyQuery`, for sparklines and usual ranges.
import { ResponseError } from '../../text/errors.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryResult } from '../../tql/result.ts';
import { tabulateCells } from './funnel-retention-experiment.ts';
import { measuredValues } from './rates.ts';
import { dimensionParts, type KeyParts, partsKey } from './keys.ts';
import { dimensionNames, havingOf } from './query/query-rows.ts';
import { answeredRows } from './rows.ts';
import { findNumber, type Table, type TableRow } from './table.ts';
import { cutOffBuckets } from './tabulate.ts';
import { getOrAdd } from '../../text/get-or-add.ts';

/** The values of a row or of the total in each bucket. */
export interface BucketValues {
  /** The values that the answer holds, by bucket start in epoch milliseconds. */
  readonly byStartMs: ReadonlyMap<number, number | null>;
  /** The value of a bucket that the answer does not hold: 0 of a count, unless the row may be cut off. */
  readonly missing: (startMs: number) => number | null;
}

/**
 * The values of a table's rows for each bucket of the answer to its `historyQuery`, or to the query with its
 * own buckets.
 */
export function rowHistories(
  query: Query,
  table: Table,
  result: QueryResult,
): (row: TableRow) => BucketValues {
  const { cells, cutOffMs } = bucketedRows(query, table, result);
  const byRow = new Map<string, Map<number, number | null>>();
  for (const { timestampMs, parts, value } of cells) {
    getOrAdd(byRow, partsKey({ parts }), () => new Map()).set(timestampMs, value);
  }
  // A row that a `having` left out may have any value.
  const nothing = havingOf(query) !== null ? null : valueOfNothing(table);
  const missing = (startMs: number): number | null => (cutOffMs.has(startMs) ? null : nothing);
  return (row) => ({ byStartMs: byRow.get(partsKey(row)) ?? new Map<number, number | null>(), missing });
}

/** The total for each bucket of the answer to a `totalsQuery`. */
export function totalValues(query: Query, table: Table, result: QueryResult): BucketValues {
  if (result.kind !== 'timeseries')
    throw new ResponseError(`the totals were requested as a timeseries, a ${result.kind} came`);
  const nothing = valueOfNothing(table);
  const values = result.buckets.map(
    ({ timestampMs, values }) =>
      [timestampMs, findNumber(measuredValues(query, values), table.metric) ?? nothing] as const,
  );
  return { byStartMs: new Map(values), missing: () => nothing };
}

/** The bucket starts that an answer holds, ascending, in epoch milliseconds. */
export function bucketStartsOf(result: QueryResult): number[] {
  const buckets = 'buckets' in result ? result.buckets : result.kind === 'groupBy' ? result.rows : [];
  const starts = [...buckets].map((each: { readonly timestampMs: number }) => each.timestampMs);
  return [...new Set(starts)].sort((a, b) => a - b);
}

/** The rows in each bucket, and the starts of the buckets whose rows are cut off. */
interface BucketedRows {
  readonly cells: readonly {
    readonly timestampMs: number;
    readonly parts: KeyParts;
    readonly value: number | null;
  }[];
  readonly cutOffMs: ReadonlySet<number>;
}

function bucketedRows(query: Query, table: Table, result: QueryResult): BucketedRows {
  if (query.queryType === 'funnel' && result.kind === 'groupBy') return funnelRows(query, result);
  if (result.kind !== 'groupBy' && result.kind !== 'topN') {
    throw new ResponseError(`the earlier values were requested as rows, a ${result.kind} came`);
  }
  const names = dimensionNames(query);
  const cells = answeredRows(result).map(({ timestampMs, row }) => ({
    timestampMs,
    parts: dimensionParts(row, names),
    value: findNumber(measuredValues(query, row), table.metric, names),
  }));
  return { cells, cutOffMs: new Set(cutOffBuckets(query, cells)) };
}

/** The steps of each bucket's own funnel. */
function funnelRows(query: Query, result: QueryResult & { readonly kind: 'groupBy' }): BucketedRows {
  const cells = bucketStartsOf(result).flatMap((startMs) => {
    const rows = result.rows.filter(({ timestampMs }) => timestampMs === startMs);
    const steps = tabulateCells(query, { kind: 'groupBy', rows }, null)?.rows ?? [];
    return steps.map(({ parts, value }) => ({ timestampMs: startMs, parts, value }));
  });
  return { cells, cutOffMs: new Set() };
}

/** Nothing counted is 0 events or users; the sum or mean of nothing is unknown. */
function valueOfNothing({ unit }: Table): number | null {
  return unit === 'other' ? null : 0;
}
