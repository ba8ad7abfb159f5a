// Builds the native query that Druid gets for a compiled one: the same, except what `native-keys.ts` and
// `clauses/` rewrite because Druid would read it differently.
import type { JsonObject } from '../../tql/json.ts';
import {
  type AggregatingQuery,
  type CompiledQuery,
  innermost,
  type NamedPostAggregation,
  type NativeAggregation,
} from '../../service/query/compile/compiled-query.ts';
import { havingPosts, nativeHaving } from './clauses/having.ts';
import { valuePosts } from './clauses/post-aggregations.ts';
import { nativeKeys } from './native-keys.ts';

/** The native query; the keys of `replaced` win. A compiled query is JSON by construction. */
export function nativeQuery(query: CompiledQuery, replaced: Readonly<Record<string, unknown>>): JsonObject {
  const posts = 'postAggregations' in query ? { postAggregations: nativePosts(query) } : {};
  const having = query.queryType === 'groupBy' ? { having: nativeHaving(query) } : {};
  const native = { ...query, ...nativeKeys(query), ...posts, ...having, ...replaced };
  const rowByRow = isWrongInBatches(native) ? { context: { ...native.context, vectorize: false } } : {};
  return JSON.parse(JSON.stringify({ ...native, ...rowByRow })) as JsonObject;
}

/**
 * Whether Druid's vectorized engine may fail or be wrong: it mistakes the types of expressions, and the nulls
 * of other buckets for those of a `doubleMean`.
 */
function isWrongInBatches(native: object): boolean {
  if ('virtualColumns' in native) return true;
  const aggregations = 'aggregations' in native ? (native.aggregations as readonly NativeAggregation[]) : [];
  return aggregations.map(innermost).some((aggregation) => aggregation.type === 'doubleMean');
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
