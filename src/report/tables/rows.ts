// Divides an answer of the query service into rows with their keys: `iOS 15 / iPhone` for two dimensions.
import { plainText } from '../../text/nearest.ts';
import type { Query } from '../../tql/query.ts';
import type { QueryDimension, QueryHaving } from '../../tql/query-parts.ts';
import type { QueryResult, ResultRow, ResultValue } from '../../tql/result.ts';
import { orderingMetric } from './default-metric.ts';
import { queryOutputs } from './outputs.ts';

/** The parts of a row's key: the values of its dimensions, null where one is missing. */
export type KeyParts = readonly (string | null)[];

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

/** The dimensions of a topN or groupBy, as the query has them. */
export function dimensionsOf(query: Query): readonly QueryDimension[] {
  if (query.queryType === 'topN') return query.dimension == null ? [] : [query.dimension];
  return ('dimensions' in query && query.dimensions) || [];
}

/** How many rows a query allows; null if it has no limit. */
export function rowLimitOf(query: Query): number | null {
  const limit = query.queryType === 'topN' ? query.threshold : 'limit' in query ? query.limit : null;
  return typeof limit === 'number' && limit > 0 ? limit : null;
}

/** The condition on a query's rows; null if there is none. */
export function havingOf(query: Query): QueryHaving | null {
  return ('having' in query && query.having) || null;
}

/** The names of a topN's or groupBy's dimensions in its rows. */
export function dimensionNames(query: Query): string[] {
  return dimensionsOf(query).flatMap((each) => dimensionName(each) ?? []);
}

/** The dimension values of a row, as text; null if missing. */
export function dimensionParts(row: ResultRow, dimensions: readonly string[]): KeyParts {
  return dimensions.map((name) => dimensionText(row[name] ?? null));
}

/** The key of a row: its parts joined, `null` for a missing one. */
export function joinKey(parts: KeyParts): string {
  return parts.map((part) => part ?? 'null').join(PART_SEPARATOR);
}

/** The separator between the parts of a key. */
export const PART_SEPARATOR = ' / ';

/**
 * A row's identity: unlike its key, it distinguishes a missing value from the text `null`, and a slash in a
 * part from the separator.
 */
export function partsKey({ parts }: Pick<KeyedRow, 'parts'>): string {
  return JSON.stringify(parts);
}

/** A bucket's start as a key: ISO 8601 with `Z`, without milliseconds if they are 0. */
export function bucketKey(timestampMs: number): string {
  return new Date(timestampMs).toISOString().replace('.000Z', 'Z');
}

/** The name of a dimension in the rows; null if the query does not give it. */
function dimensionName(dimension: QueryDimension): string | null {
  if (typeof dimension === 'string') return dimension;
  const { outputName, dimension: column = null } = dimension;
  return outputName != null && outputName !== '' ? outputName : column;
}

function dimensionText(value: ResultValue): string | null {
  if (value === null) return null;
  return typeof value === 'object'
    ? value.map((each) => dimensionText(each) ?? 'null').join(', ')
    : String(value);
}

/**
 * The same text for rows that differ only in the case of their values, in blanks and in punctuation within
 * them: `C++` is not `C`, nor `-1` the same as `1`.
 */
export function spellingOf({ parts }: Pick<KeyedRow, 'parts'>): string {
  const spellings = parts.map((part) => {
    const ends = part?.trim().match(/^[^\p{L}\p{N}]*|[^\p{L}\p{N}]*$/gu);
    return part === null ? null : [plainText(part), ends];
  });
  return JSON.stringify(spellings);
}
