// Divides an answer of the query service into rows, each with the parts of its key.
import type { Query } from '../../tql/query.ts';
import type { QueryResult, ResultRow } from '../../tql/result.ts';
import { orderingMetric } from './query/default-metric.ts';
import { bucketKey, dimensionParts, type KeyParts } from './keys.ts';
import { queryOutputs } from './query/outputs.ts';
import { dimensionNames } from './query/query-rows.ts';

/** A row of a result, with the parts of its key; without parts, its bucket is its key. */
export interface KeyedRow {
  readonly timestampMs: number;
  readonly parts: KeyParts;
  readonly values: ResultRow;
}

/** The rows of a result, and which of their columns are dimensions. */
interface KeyedRows {
  readonly rows: readonly KeyedRow[];
  readonly dimensions: readonly string[];
}

/** A row of an answer, and the start of its bucket. */
export interface AnsweredRow {
  readonly timestampMs: number;
  readonly row: ResultRow;
}

/** The rows of an answer; none of a scan and of others that count nothing. */
export function answeredRows(result: QueryResult): readonly AnsweredRow[] {
  switch (result.kind) {
    case 'timeseries':
      return result.buckets.map(({ timestampMs, values }) => ({ timestampMs, row: values }));
    case 'topN':
      return result.buckets.flatMap(({ timestampMs, rows }) => rows.map((row) => ({ timestampMs, row })));
    case 'groupBy':
      return result.rows.map(({ timestampMs, event }) => ({ timestampMs, row: event }));
    default:
      return [];
  }
}

/** The start of the first bucket that has a row; null without rows. */
export function firstBucketOf(rows: readonly { readonly timestampMs: number }[]): number | null {
  return rows.reduce<number | null>(
    (first, { timestampMs }) => Math.min(first ?? timestampMs, timestampMs),
    null,
  );
}

/**
 * The rows of an answer, with the parts of their keys. If they are of several buckets, these are parts too.
 */
export function keyedRows(query: Query, result: QueryResult): KeyedRows {
  const rows = answeredRows(result);
  const all = rows.map((each) => each.row);
  const dimensions = result.kind === 'timeseries' ? [] : presentDimensions(query, all);
  const isSeveralBuckets = new Set(rows.map((each) => each.timestampMs)).size > 1;
  const keyed = rows.map(({ timestampMs, row }) => {
    const bucket = isSeveralBuckets && dimensions.length > 0 ? [bucketKey(timestampMs)] : [];
    const parts = [...bucket, ...dimensionParts(row, dimensions)];
    const values = rowOf(Object.entries(row).filter(([key]) => !dimensions.includes(key)));
    return { timestampMs, parts, values };
  });
  return { rows: keyed, dimensions };
}

/** The query's dimensions; if the rows have none of these names, their columns that hold text. */
function presentDimensions(query: Query, rows: readonly ResultRow[]): string[] {
  const names = dimensionNames(query);
  const areInRows = rows.some((row) => names.some((name) => name in row));
  if (areInRows || rows.length === 0 || names.length === 0) return names;
  const outputs = new Set<string | null>([
    ...queryOutputs(query).map((each) => each.name),
    orderingMetric(query),
  ]);
  const [first = {}] = rows;
  return Object.keys(first).filter(
    (key) => !outputs.has(key) && rows.some((row) => typeof row[key] === 'string'),
  );
}

/** A row from its values: like the rows of answers without a prototype, so that any column name is safe. */
export function rowOf(values: readonly (readonly [string, ResultRow[string]])[]): ResultRow {
  const row = Object.create(null) as Record<string, ResultRow[string]>;
  for (const [name, value] of values) row[name] = value;
  return row;
}
