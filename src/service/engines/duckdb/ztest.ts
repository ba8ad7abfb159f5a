import { type PostAggregation } from '../../../tql/post-aggregation.ts';
import { sql, type Sql } from './sql.ts';

type ZScore = Extract<PostAggregation, { readonly type: 'zscore2sample' }>;

/** The z score of two samples' rates of success, their variances not pooled. */
export function zScoreSql(post: ZScore, double: (field: PostAggregation, key: string) => Sql): Sql {
  const [n1, s1] = [double(post.sample1Size, 'sample1Size'), double(post.successCount1, 'successCount1')];
  const [n2, s2] = [double(post.sample2Size, 'sample2Size'), double(post.successCount2, 'successCount2')];
  const variance = (s: Sql, n: Sql): Sql => sql`(${s} / ${n}) * (1 - ${s} / ${n}) / ${n}`;
  const both = sql`(${variance(s1, n1)} + ${variance(s2, n2)})`;
  // More successes than there are in a sample: DuckDB would fail where others have NaN.
  return sql`((${s1} / ${n1} - ${s2} / ${n2}) / CASE WHEN ${both} < 0 THEN 'nan'::DOUBLE ELSE sqrt(${both}) END)`;
}

/** How likely chance alone gives a z score this far from zero, on either side: the complementary error function. */
export function pValueSql(zScore: Sql): Sql {
  // DuckDB has no erf: below 3 its series of positive terms, above it the continued fraction from its far end.
  const x = sql`(abs(${zScore}) / sqrt(2::DOUBLE))`;
  const term = sql`[acc[1] * 2 * ${x} * ${x} / (2 * i[1] + 1), acc[2] + acc[1] * 2 * ${x} * ${x} / (2 * i[1] + 1)]`;
  const terms = sql`list_transform(range(1, 121), lambda n: [n::DOUBLE, 0::DOUBLE])`;
  const series = sql`list_reduce(${terms}, lambda acc, i: ${term}, [${x}, ${x}])[2]`;
  const small = sql`1 - 2 / sqrt(pi()) * exp(-${x} * ${x}) * ${series}`;
  const depths = sql`list_transform(range(80, 0, -1), lambda n: n::DOUBLE)`;
  const fraction = sql`list_reduce(${depths}, lambda acc, n: ${x} + n / 2 / acc, ${x})`;
  const large = sql`exp(-${x} * ${x}) / sqrt(pi()) / ${fraction}`;
  return sql`(CASE WHEN isnan(${zScore}) THEN 'nan'::DOUBLE WHEN isinf(${zScore}) THEN 0 WHEN ${x} < 3 THEN ${small} ELSE ${large} END)`;
}
