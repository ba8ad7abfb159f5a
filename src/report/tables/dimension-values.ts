// Queries for every value of a query's dimensions, also of those that its limit leaves out of the rows.
import type { Query } from '../../tql/query.ts';
import type { QueryDimension } from '../../tql/query-parts.ts';
import type { QueryResult } from '../../tql/result.ts';
import { by } from '../../tql/write.ts';
import { pointQuery } from './companion-queries.ts';
import { dimensionParts, joinKey, type KeyParts } from './keys.ts';
import { dimensionNames, dimensionsOf } from './query/query-rows.ts';
import { plainColumn } from './row-filter.ts';
import { answeredRows } from './rows.ts';
import { isRanking } from './table.ts';

/** A value of a dimension; null if missing. */
export interface DimensionValue {
  /** As rows show it, such as `iPhone 15`. */
  readonly shown: string | null;
  /** The value of the column that it is made from, such as `iPhone15,4`. */
  readonly raw: string | null;
}

/** The dimension whose values a set of rows names, and the column that it shows or is computed from. */
export interface SetDimension {
  readonly dimension: QueryDimension;
  readonly column: string;
  /** Whether rows show the column's values unchanged. */
  readonly isPlain: boolean;
}

/** Why a query has no `SetDimension`: it has none or several dimensions, or the one is of an unknown form. */
interface NoSetDimension {
  readonly dimensions: number;
  readonly isKnown: boolean;
}

/** The dimension of a topN or groupBy that has only one. */
export function setDimension(query: Query): SetDimension | NoSetDimension {
  const dimensions = isRanking(query) ? dimensionsOf(query) : [];
  const [dimension, ...others] = dimensions;
  if (dimension === undefined || others.length > 0) return { dimensions: dimensions.length, isKnown: true };
  const plain = plainColumn(dimension);
  if (plain !== null) return { dimension, column: plain, isPlain: true };
  const column = typeof dimension === 'string' ? null : dimension.dimension;
  return column == null ? { dimensions: 1, isKnown: false } : { dimension, column, isPlain: false };
}

/** The output of a `valuesQuery`. */
const VALUES_COUNT = '_events_of_value';
const SHOWN_NAME = '_value';
const RAW_NAME = '_raw_value';

/**
 * The query for the values of a dimension over some intervals, with the column's own values if they differ.
 */
export function valuesQuery(query: Query, { dimension, column, isPlain }: SetDimension): Query {
  const raw = by(column, RAW_NAME);
  const shown = typeof dimension === 'string' ? dimension : { ...dimension, outputName: SHOWN_NAME };
  return eventsBy(query, isPlain ? [raw] : [shown, raw]);
}

/** The query for the number of events of each of some dimensions' values. */
function eventsBy(query: Query, dimensions: readonly QueryDimension[]): Query {
  return {
    ...pointQuery(query, null, null),
    postAggregations: [],
    queryType: 'groupBy',
    dimensions,
    aggregations: [{ type: 'eventCount', name: VALUES_COUNT }],
  };
}

/** The values in the answer to a `valuesQuery`. */
export function valuesIn(result: QueryResult, { isPlain }: SetDimension): readonly DimensionValue[] {
  return answeredRows(result).map(({ row }) => {
    const [shown = null, raw = null] = dimensionParts(row, [isPlain ? RAW_NAME : SHOWN_NAME, RAW_NAME]);
    return { shown, raw };
  });
}

/** A row's key and the parts that it is made of. */
export interface DimensionParts {
  readonly key: string;
  readonly parts: KeyParts;
}

/** The query for the keys of all rows of a ranking, also of those that its limit leaves out. */
export function keysQuery(query: Query): Query {
  return eventsBy(query, dimensionsOf(query));
}

/** The keys in the answer to a `keysQuery`. */
export function keysIn(result: QueryResult, query: Query): readonly DimensionParts[] {
  const names = dimensionNames(query);
  return answeredRows(result).map(({ row }) => {
    const parts = dimensionParts(row, names);
    return { key: joinKey(parts), parts };
  });
}
