import type { ReportedInsight } from '../results.ts';
import { innermostAggregation } from '../tables/aggregation-kind.ts';
import { aggregationBehind } from '../tables/outputs.ts';

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog as Druid keeps it: 2048 registers, 1.04 / √2048. */
const HYPER_LOG_LOG = 0.023;

/**
 * The error that a distinct count's sketch states, as a fraction of the count, at two standard deviations; 0 for what is
 * exact. A sketch of size k errs by 1/√k.
 */
export function statedError(insight: ReportedInsight, output: string, count: number): number {
  const aggregation = aggregationBehind(insight.query, output);
  const { type, size } = aggregation === null ? {} : innermostAggregation(aggregation);
  if (type === 'userCount' || type === 'thetaSketch') {
    const entries = typeof size === 'number' && size > 0 ? size : THETA_SIZE;
    return count > entries ? 2 / Math.sqrt(entries) : 0;
  }
  return type === 'cardinality' || type === 'hyperUnique' ? 2 * HYPER_LOG_LOG : 0;
}
