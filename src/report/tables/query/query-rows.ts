// Which rows a query has by what it says: its dimensions, its limit, the condition on its rows.
import type { Query } from '../../../tql/query.ts';
import type { QueryDimension, QueryHaving } from '../../../tql/query-parts.ts';

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
  return dimensionsOf(query).flatMap((dimension) => {
    const isColumn = typeof dimension === 'string';
    return (isColumn ? dimension : dimension.outputName || dimension.dimension) ?? [];
  });
}
