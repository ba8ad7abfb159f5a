import { isJsonObject, type Json, type JsonObject } from '../tql/json.ts';
import type { Query } from '../tql/query.ts';
import { aggregationBehind } from './outputs.ts';
import type { Table, TableRow } from './table.ts';

/**
 * The query whose answer holds the values of some rows of a ranking for each bucket: a groupBy, since a topN would leave rows off
 * bucket by bucket, over what can be told to be those rows. A funnel is asked for as it is. Null for other queries.
 */
export function historyQuery(query: Query, table: Table, rows: readonly TableRow[]): Query | null {
  if (query.queryType === 'funnel') return query;
  const isRanking = query.queryType === 'topN' || query.queryType === 'groupBy';
  if (!isRanking || table.metric === null || rows.length === 0) return null;
  const dimensions = dimensionsOf(query);
  if (dimensions.length === 0) return null;
  const { dimension, metric, threshold, limit, having, filter, aggregations, postAggregations, ...rest } = query;
  const fields = [...(filter === undefined ? [] : [filter]), ...restrictions(dimensions, rows)];
  const aggregation = aggregationBehind(query, table.metric);
  return {
    ...rest,
    queryType: 'groupBy',
    dimensions,
    ...(aggregation === null
      ? { ...given('aggregations', aggregations), ...given('postAggregations', postAggregations) }
      : { aggregations: [{ ...aggregation, name: table.metric }] }),
    ...(fields.length === 0 ? {} : { filter: fields.length === 1 ? (fields[0] ?? null) : { type: 'and', fields } }),
  };
}

/** So many rows as fit into a filter, from the first. */
export function rowsForFilter(rows: readonly TableRow[], most: number): readonly TableRow[] {
  let characters = 0;
  const end = rows.slice(0, most).findIndex(({ key }) => (characters += key.length) > FILTER_CHARACTERS);
  return rows.slice(0, end < 0 ? most : end);
}

/** A body holds 1 MiB, and a character may take six bytes of JSON. */
const FILTER_CHARACTERS = 100_000;

function given(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

function dimensionsOf(query: Query): readonly Json[] {
  if (query.queryType === 'topN') return query['dimension'] === undefined ? [] : [query['dimension']];
  const dimensions = query['dimensions'];
  return Array.isArray(dimensions) ? (dimensions as readonly Json[]) : [];
}

/** Each dimension's values on their own: the rows, and what else these values make together, which nobody looks up. */
function restrictions(dimensions: readonly Json[], rows: readonly TableRow[]): JsonObject[] {
  return dimensions.flatMap((dimension, i) => {
    const column = plainColumn(dimension);
    return column === null ? [] : [oneOf(column, new Set(rows.map(({ parts }) => parts[i] ?? null)))];
  });
}

/** The column whose values are a dimension's own; null where an extraction or another type makes others of them. */
function plainColumn(dimension: Json): string | null {
  if (typeof dimension === 'string') return dimension;
  if (!isJsonObject(dimension) || (dimension['type'] ?? 'default') !== 'default') return null;
  if ((dimension['outputType'] ?? 'STRING') !== 'STRING') return null;
  return typeof dimension['dimension'] === 'string' ? dimension['dimension'] : null;
}

function oneOf(column: string, values: ReadonlySet<string | null>): JsonObject {
  const texts = [...values].filter((value) => value !== null);
  const isIn = { type: 'in', dimension: column, values: texts };
  if (!values.has(null)) return isIn;
  const isNull = { type: 'null', column };
  return texts.length === 0 ? isNull : { type: 'or', fields: [isIn, isNull] };
}
