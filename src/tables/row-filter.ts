import { isJsonObject, type Json, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';

/** A filter that lets through one row's events alone; a text says why there is none. */
export type RowFilter = JsonObject | string;

const SEPARATOR = ' / ';
const COMPUTED_DIMENSION_REASON =
  'its dimension is made from another value, and which values become it cannot be said in a filter';

/** The filter for the row of a topN or groupBy that has this key. */
export function buildRowFilter(query: Query, key: string): RowFilter {
  const parts = partsOf(query, key);
  if (typeof parts === 'string') return parts;
  const filters = parts.map(({ dimension, part }) => partFilter(dimension, part));
  const fault = filters.find((filter) => typeof filter === 'string');
  if (fault !== undefined) return fault;
  const fields = filters.filter((filter) => typeof filter !== 'string');
  return fields.length === 1 && fields[0] !== undefined ? fields[0] : { type: 'and', fields };
}

/**
 * What a groupBy's rows are to have for the row with this key to be the only one, where their dimensions are made from other
 * values; a text says why that cannot be said.
 */
export function buildRowHaving(query: Query, key: string): RowFilter {
  const parts = partsOf(query, key);
  if (typeof parts === 'string') return parts;
  const specs = parts.map(({ dimension, part }) => {
    const output = isJsonObject(dimension) ? dimension['outputName'] : dimension;
    const isText = !isJsonObject(dimension) || (dimension['outputType'] ?? 'STRING') === 'STRING';
    if (typeof output !== 'string' || !isText || part === MISSING_VALUE_KEY) return null;
    return { type: 'dimSelector', dimension: output, value: part };
  });
  const havingSpecs = specs.filter((spec) => spec !== null);
  if (havingSpecs.length < specs.length) return COMPUTED_DIMENSION_REASON;
  return { type: 'and', havingSpecs };
}

/** A key's parts beside their dimensions. */
function partsOf(
  query: Query,
  key: string,
): readonly { readonly dimension: unknown; readonly part: string }[] | string {
  const list = dimensionsOf(query);
  if (list.length === 0) return `a ${query.queryType} has no rows to ask for`;
  const parts = list.length === 1 ? [key] : key.split(SEPARATOR);
  if (parts.length < list.length) return `its key has ${list.length} parts, with "${SEPARATOR}" between them`;
  if (parts.length > list.length) return `"${SEPARATOR}" in its key leaves open where a part of it ends`;
  return list.map((dimension, index) => ({ dimension, part: parts[index] ?? '' }));
}

/** The dimensions of a topN or groupBy. */
export function dimensionsOf(query: Query): readonly Json[] {
  const dimensions = query.queryType === 'topN' ? [query['dimension'] ?? null] : query['dimensions'];
  return isList(dimensions) ? dimensions : [];
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a dimension is made from another value by more than a lookup that the query holds. */
export function isComputedDimension(dimension: Json): boolean {
  const fn = isJsonObject(dimension) ? dimension['extractionFn'] : null;
  return isJsonObject(fn) && fn['type'] !== 'lookup';
}

/** `null` is the key of a missing value, and may be a value too. */
const MISSING_VALUE_KEY = 'null';

function partFilter(dimension: unknown, part: string): RowFilter {
  if (typeof dimension === 'string') return valueFilter(dimension, part);
  if (!isJsonObject(dimension) || typeof dimension['dimension'] !== 'string')
    return 'its dimension is of an unknown form';
  const { dimension: column, type, outputType, extractionFn } = dimension;
  if (typeof column !== 'string') return 'its dimension is of an unknown form';
  if (outputType !== undefined && outputType !== null && outputType !== 'STRING') {
    return 'its dimension is turned into a number, which several values may become';
  }
  if (extractionFn === undefined || extractionFn === null) {
    return type === 'default' || type === undefined ? valueFilter(column, part) : 'its dimension is of an unknown form';
  }
  return isJsonObject(extractionFn) && extractionFn['type'] === 'lookup'
    ? lookupFilter(column, extractionFn, part)
    : COMPUTED_DIMENSION_REASON;
}

function valueFilter(column: string, part: string): JsonObject {
  const selector: JsonObject = { type: 'selector', dimension: column, value: part };
  return part === MISSING_VALUE_KEY ? { type: 'or', fields: [selector, { type: 'null', column }] } : selector;
}

/** The values that a lookup maps to a part, and those it leaves as they are or replaces where they are that part. */
function lookupFilter(column: string, fn: JsonObject, part: string): RowFilter {
  const lookup = fn['lookup'];
  const map = isJsonObject(lookup) ? lookup['map'] : undefined;
  if (!isJsonObject(map)) return 'its dimension is looked up in a table that the query does not hold';
  const mapped = Object.keys(map).filter((value) => map[value] === part);
  const fields: Json[] = mapped.length === 0 ? [] : [{ type: 'in', dimension: column, values: mapped }];
  const isMapped = Object.hasOwn(map, part);
  const unmapped = { type: 'not', field: { type: 'in', dimension: column, values: Object.keys(map) } };
  if (fn['retainMissingValue'] === true) {
    if (!isMapped || part === MISSING_VALUE_KEY) fields.push(valueFilter(column, part));
  } else if ((fn['replaceMissingValueWith'] ?? MISSING_VALUE_KEY) === part)
    fields.push({ type: 'null', column }, unmapped);
  if (fields.length === 0) return 'its dimension is looked up in a table that has no such value';
  return fields.length === 1 && isJsonObject(fields[0]) ? fields[0] : { type: 'or', fields };
}
