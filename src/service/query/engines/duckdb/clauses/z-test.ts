// Translates the z test of an experiment to SQL: whether two success rates differ, in standard deviations
// (the z score), and how likely that is by chance (the p-value).
import { letBinding, sql, type Sql } from '../sql/statement.ts';

const NAN = sql`'nan'::DOUBLE`;

/** The z score of the success rates of two samples, with unpooled variances. */
export function zScoreSql([n1 = NAN, s1 = NAN, n2 = NAN, s2 = NAN]: readonly Sql[]): Sql {
  const variance = (s: Sql, n: Sql): Sql => sql`(${s} / ${n}) * (1 - ${s} / ${n}) / ${n}`;
  const variances = sql`(${variance(s1, n1)} + ${variance(s2, n2)})`;
  // Negative if a sample has more successes than members: NaN then, where DuckDB's square root would fail.
  return sql`((${s1} / ${n1} - ${s2} / ${n2}) / CASE WHEN ${variances} < 0 THEN ${NAN} ELSE sqrt(${variances}) END)`;
}

/**
 * The two-tailed p-value of a z-score, erfc(x) of x = |z| / √2, to 12 digits: near 0 by the series x + 2x³/3
 * + 4x⁵/15 + …; from 2 on, where that loses digits, by the continued fraction x + ½/(x + 1/(x + 1½/(x +
 * …))).
 */
export function pValueSql(zScore: Sql): Sql {
  return letBinding(sql`(abs(${zScore}) / sqrt(2))`, (x) => {
    const series = sql`list_reduce(list_prepend(1::DOUBLE, range(100, 0, -1)::DOUBLE[]), lambda sum, n: 1 + 2 * ${x} * ${x} / (2 * n + 1) * sum)`;
    const fraction = sql`list_reduce(list_prepend(${x}, range(200, 0, -1)::DOUBLE[]), lambda rest, level: ${x} + level / 2 / rest)`;
    const density = sql`exp(-${x} * ${x}) / sqrt(pi())`;
    return sql`CASE WHEN ${x} < 2 THEN 1 - 2 * ${density} * ${x} * ${series} ELSE ${density} / ${fraction} END`;
  });
}
