// Filters that keep one row of a table, by its key: `systemVersion = "iOS 15"`. With them, a row
// is queried by itself. Where there is no such filter, a function gives the reason (`NoFilter`).
import type { Query } from '../../tql/query.ts';
import type { QueryDimension, QueryExtractionFn, QueryFilter, QueryHaving } from '../../tql/query-parts.ts';
import { and, isIn, isMissing, joined, not, or, selector } from '../../tql/write.ts';
import { PART_SEPARATOR } from './keys.ts';
import { dimensionsOf } from './query/query-rows.ts';
import type { TableRow } from './table.ts';

/**
 * How many characters the values in a filter may have: a request's body holds 1 MiB, and a character may take
 * six bytes of JSON.
 */
export const MAX_FILTER_CHARACTERS = 100_000;

/** Why a row cannot be queried by itself, in words that end a sentence. */
type NoFilter = string;

/** The filter for the events of one row of a topN or groupBy, or the reason why there is none. */
export function buildRowFilter(query: Query, key: string): QueryFilter | NoFilter {
  const parts = partsOf(query, key);
  if (typeof parts === 'string') return parts;
  const filters = parts.map(({ dimension, part }) => partFilter(dimension, part));
  const problem = filters.find((filter) => typeof filter === 'string');
  if (problem !== undefined) return problem;
  const fields = filters.filter((filter) => typeof filter !== 'string');
  return joined('and', fields) ?? and();
}

/**
 * The `having` that keeps one row of a groupBy whose dimensions are computed from other values, or the reason
 * why there is none.
 */
export function buildRowHaving(query: Query, key: string): QueryHaving | NoFilter {
  const parts = partsOf(query, key);
  if (typeof parts === 'string') return parts;
  const specs = parts.map(({ dimension, part }): QueryHaving | null => {
    const output = typeof dimension === 'string' ? dimension : dimension.outputName;
    if (output == null || !isText(dimension) || part === MISSING_VALUE_KEY) return null;
    return { type: 'dimSelector', dimension: output, value: part };
  });
  const havingSpecs = specs.filter((spec) => spec !== null);
  return havingSpecs.length < specs.length ? COMPUTED : { type: 'and', havingSpecs };
}

/**
 * Filters that all events of some rows pass, one for each dimension that can be filtered. With several
 * dimensions, other combinations of the same values pass too.
 */
export function restrictToRows(
  dimensions: readonly QueryDimension[],
  rows: readonly Pick<TableRow, 'parts'>[],
): QueryFilter[] {
  return dimensions.flatMap((dimension, index) => {
    const column = plainColumn(dimension);
    return column === null
      ? []
      : [valuesFilter(column, new Set(rows.map(({ parts }) => parts[index] ?? null)))];
  });
}

/** Whether a dimension is computed from another value by more than a lookup that the query holds. */
export function isComputedDimension(dimension: QueryDimension): boolean {
  const fn = typeof dimension === 'string' ? null : dimension.extractionFn;
  return fn != null && fn.type !== 'lookup';
}

/** The key `null` can mean a missing value or the text `null`. */
const MISSING_VALUE_KEY = 'null';

/**
 * Whether several rows can have a key: a missing value reads as the text `null` does, and a part may hold the
 * separator.
 */
export function isKeyOfSeveral(query: Query, key: string): boolean {
  const { length } = dimensionsOf(query);
  if (length <= 1) return length === 1 && key === MISSING_VALUE_KEY;
  const parts = key.split(PART_SEPARATOR);
  return parts.length > length || parts.includes(MISSING_VALUE_KEY);
}

interface DimensionPart {
  readonly dimension: QueryDimension;
  readonly part: string;
}

/** Each dimension with its part of the key, or the reason why the key cannot be divided. */
function partsOf(query: Query, key: string): readonly DimensionPart[] | NoFilter {
  const dimensions = dimensionsOf(query);
  if (dimensions.length === 0) return `a ${query.queryType} has no rows to ask for`;
  const parts = dimensions.length === 1 ? [key] : key.split(PART_SEPARATOR);
  if (parts.length < dimensions.length)
    return `its key has ${dimensions.length} parts, with "${PART_SEPARATOR}" between them`;
  if (parts.length > dimensions.length)
    return `"${PART_SEPARATOR}" in its key leaves open where a part of it ends`;
  return dimensions.map((dimension, index) => ({ dimension, part: parts[index] ?? '' }));
}

function partFilter(dimension: QueryDimension, part: string): QueryFilter | NoFilter {
  const column = plainColumn(dimension);
  if (column !== null) return valueFilter(column, part);
  if (typeof dimension === 'string' || dimension.dimension == null) return UNKNOWN_FORM;
  if (!isText(dimension)) return 'its dimension is turned into a number, which several values may become';
  const { extractionFn } = dimension;
  if (extractionFn == null) return UNKNOWN_FORM;
  return extractionFn.type === 'lookup' ? lookupFilter(dimension.dimension, extractionFn, part) : COMPUTED;
}

/** Why a dimension cannot be queried. */
export const UNKNOWN_FORM = 'its dimension is of an unknown form';
const COMPUTED =
  'its dimension is computed from another value, and a filter cannot express which values lead to it';

/** The column whose values a dimension shows unchanged; null if it changes them. */
export function plainColumn(dimension: QueryDimension): string | null {
  if (typeof dimension === 'string') return dimension;
  const { type, dimension: column = null, extractionFn } = dimension;
  return (type ?? 'default') === 'default' && isText(dimension) && extractionFn == null ? column : null;
}

function isText(dimension: QueryDimension): boolean {
  return typeof dimension === 'string' || (dimension.outputType ?? 'STRING') === 'STRING';
}

function valueFilter(column: string, part: string): QueryFilter {
  const forms = [...new Set([part.normalize('NFC'), part.normalize('NFD'), part])];
  const isPart = forms.length === 1 ? selector(column, part) : isIn(column, forms);
  return part === MISSING_VALUE_KEY ? or(isPart, isMissing(column)) : isPart;
}

/** The filter that events with one of some values of a column pass; null stands for a missing value. */
export function valuesFilter(column: string, values: ReadonlySet<string | null>): QueryFilter {
  const texts = [...values].filter((value) => value !== null);
  if (!values.has(null)) return isIn(column, texts);
  return texts.length === 0 ? isMissing(column) : or(isIn(column, texts), isMissing(column));
}

/** The filter for the values that a lookup turns into a part: those mapped to it, and those not mapped. */
function lookupFilter(column: string, fn: QueryExtractionFn, part: string): QueryFilter | NoFilter {
  const map = typeof fn.lookup === 'object' ? fn.lookup?.map : null;
  if (map == null) return 'its dimension is looked up in a table that the query does not hold';
  const mapped = Object.keys(map).filter((value) => map[value] === part);
  const fields: QueryFilter[] = mapped.length === 0 ? [] : [isIn(column, mapped)];
  if (fn.retainMissingValue === true) {
    if (!Object.hasOwn(map, part) || part === MISSING_VALUE_KEY) fields.push(valueFilter(column, part));
  } else if ((fn.replaceMissingValueWith ?? MISSING_VALUE_KEY) === part) {
    fields.push(isMissing(column), not(isIn(column, Object.keys(map))));
  }
  return joined('or', fields) ?? 'its dimension is looked up in a table that has no such value';
}
