// Which columns of events a query names, so that a misspelt one can be reported: `modell`, did you mean
// `modelName`?
import { isJsonObject, type Json, type JsonObject } from '../../../tql/json.ts';
import type { Query } from '../../../tql/query.ts';
import type { Table } from '../table.ts';

/** The keys of a query, or of a part of one, that name columns of events. */
const COLUMN_KEYS: ReadonlySet<string> = new Set([
  'dimension',
  'dimensions',
  'column',
  'fieldName',
  'fieldNames',
  'fields',
]);
/** The parts of a query that read columns; a post-aggregation's `fieldName` is an output. */
const PARTS = [
  'dimension',
  'dimensions',
  'filter',
  'aggregations',
  'steps',
  'sample1',
  'sample2',
  'successCriterion',
  'columns',
] as const;

/**
 * The columns of events that a query reads, in the order in which it names them; virtual columns are its own.
 */
export function readColumns(query: Query): string[] {
  const virtualNames = new Set(['__time', ...(query.virtualColumns ?? []).map(({ name }) => name)]);
  // Whatever a part says, columns are named by the same keys, also in types that are not known.
  const parts: JsonObject = query;
  const read = PARTS.flatMap((part) => {
    const value = parts[part] ?? null;
    const list = typeof value === 'string' || part === 'columns' ? [value].flat() : null;
    return list?.filter((each) => typeof each === 'string') ?? columnsIn(value, part);
  });
  return [...new Set(read)].filter((name) => !virtualNames.has(name));
}

function columnsIn(part: Json, key: string): string[] {
  if (isList(part))
    return part.flatMap((each) => (typeof each === 'string' ? namedBy(key, each) : columnsIn(each, key)));
  if (!isJsonObject(part)) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'string' ? namedBy(name, value) : name === 'extractionFn' ? [] : columnsIn(value, name),
  );
}

function namedBy(key: string, name: string): string[] {
  return COLUMN_KEYS.has(key) ? [name] : [];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Whether a table looks as if its query named a column that no event has: nothing was counted, or a dimension
 * is missing in every row.
 */
export function mayNameUnknownColumn({ rows, dimensions, metric }: Table): boolean {
  if (metric !== null && rows.every(({ value }) => value === null || value === 0)) return true;
  return (
    rows.length === 0 || dimensions.some((_, i) => rows.every(({ parts }) => (parts[i] ?? null) === null))
  );
}
