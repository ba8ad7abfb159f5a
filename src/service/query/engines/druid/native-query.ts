import type { JsonObject } from '../../../../tql/json.ts';
import type { AggregatingQuery, CompiledQuery, NamedPostAggregation } from '../../compile/compiled-query.ts';
import { havingPosts, nativeHaving } from './clauses/having.ts';
import { valuePosts } from './clauses/post-aggregations.ts';
import { inDruidsTerms } from './native-terms.ts';

/** A compiled query as it is sent to Druid, with some of its parts replaced. A compiled query is JSON by construction. */
export function nativeQuery(query: CompiledQuery, replaced: Readonly<Record<string, unknown>> = {}): JsonObject {
  const posts = 'postAggregations' in query ? { postAggregations: nativePosts(query) } : {};
  const having = query.queryType === 'groupBy' ? { having: nativeHaving(query) } : {};
  return JSON.parse(
    JSON.stringify({ ...query, ...inDruidsTerms(query), ...posts, ...having, ...replaced }),
  ) as JsonObject;
}

/** The names of a query's aggregations and post-aggregations, in the order in which rows have them. */
export function outputNames({ aggregations, postAggregations }: AggregatingQuery): readonly string[] {
  return [...aggregations, ...postAggregations].map(({ name }) => name);
}

/** The names of the outputs that Druid gives, in its order. There may be more of them than a query has. */
export function nativeOutputNames(query: AggregatingQuery): readonly string[] {
  return outputNames({ ...query, postAggregations: nativePosts(query) });
}

function nativePosts(query: AggregatingQuery): readonly NamedPostAggregation[] {
  return [...valuePosts(query), ...havingPosts(query)];
}
