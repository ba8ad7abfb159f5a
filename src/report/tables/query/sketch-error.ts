// How far off a distinct count may be that Druid estimates from a sketch.
import { factsOf } from '../../../tql/schema/aggregation.ts';
import type { Query } from '../../../tql/query.ts';
import { aggregationBehind, innermostAggregation } from './outputs.ts';

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
export const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/**
 * The error of a distinct count, as a fraction of it, at two standard deviations; 0 for an exact count. A
 * theta sketch of k entries has a standard error of 1/√k. `count`, which is above 0, may be of a part of what
 * the sketch counts, `sketchedCount`: then the part has fewer entries, and an error that is
 * √(sketchedCount / count) times as large. If `sketchedCount` is not known (null), neither is the error: 0.
 */
export function sketchError(
  query: Query,
  output: string,
  count: number,
  sketchedCount: number | null,
): number {
  const aggregation = aggregationBehind(query, output);
  if (sketchedCount === null || aggregation === null) return 0;
  const inner = innermostAggregation(aggregation);
  const { estimate } = factsOf(inner);
  if (estimate !== 'theta') return estimate === null ? 0 : 2 * HYPER_LOG_LOG_ERROR;
  const entries = typeof inner.size === 'number' && inner.size > 0 ? inner.size : THETA_SIZE;
  return sketchedCount > entries ? 2 * Math.sqrt(sketchedCount / (entries * count)) : 0;
}
