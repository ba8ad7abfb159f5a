import type { Query } from '../tql/query.ts';
import type { QueryResult, ResultRow } from '../tql/result.ts';
import { bucketKey, dimensionNames, dimensionParts } from './keys.ts';
import { orderingMetric, queryOutputs } from './outputs.ts';

/** A row on its way into a table. Without parts, its bucket is its key. */
export interface Entry {
  readonly timestampMs: number;
  readonly parts: readonly (string | null)[];
  readonly values: ResultRow;
}

/** The entries of a result, and the outputs that are dimensions rather than values. */
export interface Entries {
  readonly entries: readonly Entry[];
  readonly dimensions: readonly string[];
}

/** One entry for each bucket. */
export function timeseriesEntries(result: QueryResult & { kind: 'timeseries' }): Entry[] {
  return result.buckets.map(({ timestampMs, values }) => ({ timestampMs, parts: [], values }));
}

/** One entry for each row of each bucket. */
export function topNEntries(query: Query, result: QueryResult & { kind: 'topN' }): Entries {
  return toEntries(
    query,
    result.buckets.flatMap(({ timestampMs, rows }) => rows.map((row) => ({ timestampMs, row }))),
  );
}

/** One entry for each row. */
export function groupByEntries(query: Query, result: QueryResult & { kind: 'groupBy' }): Entries {
  return toEntries(
    query,
    result.rows.map(({ timestampMs, event }) => ({ timestampMs, row: event })),
  );
}

function toEntries(query: Query, rows: readonly { timestampMs: number; row: ResultRow }[]): Entries {
  const all = rows.map((each) => each.row);
  const dimensions = presentDimensions(query, all);
  const isSeveralBuckets = new Set(rows.map((each) => each.timestampMs)).size > 1;
  const entries = rows.map(({ timestampMs, row }) => {
    const bucket = isSeveralBuckets && dimensions.length > 0 ? [bucketKey(timestampMs)] : [];
    const parts = [...bucket, ...dimensionParts(row, dimensions)];
    return { timestampMs, parts, values: valuesOf(row, dimensions) };
  });
  return { entries, dimensions };
}

/** The query's dimensions; where the rows have none of these names, the columns of theirs that hold text. */
function presentDimensions(query: Query, rows: readonly ResultRow[]): string[] {
  const named = dimensionNames(query);
  if (rows.length === 0 || named.length === 0 || rows.some((row) => named.some((name) => name in row))) return named;
  const outputs = new Set<string | null>([...queryOutputs(query).map((each) => each.name), orderingMetric(query)]);
  const [first = {}] = rows;
  return Object.keys(first).filter((key) => !outputs.has(key) && rows.some((row) => typeof row[key] === 'string'));
}

function valuesOf(row: ResultRow, dimensions: readonly string[]): ResultRow {
  const values = Object.create(null) as Record<string, ResultRow[string]>;
  for (const [key, value] of Object.entries(row)) if (!dimensions.includes(key)) values[key] = value;
  return values;
}
