import { isJsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import type { ResultRow, ResultValue } from '../tql/result.ts';

/** The names under which a topN's or groupBy's rows carry their dimensions. */
export function dimensionNames(query: Query): string[] {
  const dimensions = query.queryType === 'topN' ? [query['dimension']] : query['dimensions'];
  return Array.isArray(dimensions) ? dimensions.flatMap((each) => dimensionName(each) ?? []) : [];
}

/** The dimension values of a row, as text; null where missing. */
export function dimensionParts(row: ResultRow, dimensions: readonly string[]): (string | null)[] {
  return dimensions.map((name) => dimensionText(row[name] ?? null));
}

/** The key of a row: its parts joined, `null` for a missing one. */
export function joinKey(parts: readonly (string | null)[]): string {
  return parts.map((part) => part ?? 'null').join(' / ');
}

/** A bucket's start as a key: ISO 8601 with `Z`, without a fraction that is zero. */
export function bucketKey(timestampMs: number): string {
  return new Date(timestampMs).toISOString().replace('.000Z', 'Z');
}

function dimensionName(dimension: unknown): string | null {
  if (typeof dimension === 'string') return dimension;
  if (!isJsonObject(dimension)) return null;
  const { outputName, dimension: column } = dimension;
  if (typeof outputName === 'string' && outputName !== '') return outputName;
  return typeof column === 'string' ? column : null;
}

function dimensionText(value: ResultValue): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? value.map((each) => dimensionText(each) ?? 'null').join(', ') : String(value);
}
