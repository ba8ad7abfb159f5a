import type { ReportedInsight } from '../results/results.ts';
import { outputKind } from '../tables/aggregations.ts';

/**
 * By how much an earlier count is multiplied before it is compared: months differ in length, so what adds up
 * is compared by day. Distinct users do not add up.
 */
export function dayRatio(
  { compare, query }: Pick<ReportedInsight, 'compare' | 'query'>,
  output: string | null,
): number {
  const length = compare?.length;
  return length !== undefined && outputKind(query, output) === 'additive' ? length.days / length.earlier : 1;
}
