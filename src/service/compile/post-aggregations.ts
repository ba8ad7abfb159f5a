import { identifiersOf, parseExpression } from '../../tql/expression.ts';
import { type PostAggregation } from '../../tql/post-aggregation.ts';

/** The outputs that a post-aggregation reads; an expression that cannot be parsed reads none. */
export function fieldNamesOf(post: PostAggregation): string[] {
  if (post.type === 'expression') {
    const parsed = parseExpression(post.expression);
    return parsed.ok ? identifiersOf(parsed.tree) : [];
  }
  return 'fieldName' in post ? [post.fieldName] : innerOf(post).flatMap(fieldNamesOf);
}

/** The post-aggregations directly inside one. */
export function innerOf(post: PostAggregation): readonly PostAggregation[] {
  if ('fields' in post) return post.fields;
  if ('field' in post) return [post.field];
  if (post.type === 'zscore2sample')
    return [post.sample1Size, post.successCount1, post.sample2Size, post.successCount2];
  return post.type === 'pvalue2tailedZtest' ? [post.zScore] : [];
}
