import type { ReportedInsight } from '../../results.ts';
import { aggregationBehind, factsOf, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import type { NumberRange } from '../expression/number-range.ts';

/**
 * A count with its error if it is an estimate. `counted` tells it from others of the output; `of` is what its
 * sketch counts, if that is more than the count.
 */
export function withError(
  range: NumberRange,
  insight: ReportedInsight,
  output: string,
  counted: readonly unknown[],
  of: () => NumberRange = () => range,
): NumberRange {
  const count = range.exact;
  if (count === null || outputKind(insight.query, output) !== 'distinct') return range;
  const whole = of().exact;
  if (count === 0 || whole === null) return range;
  const error = sketchError(insight, output, count, whole) * count;
  return range.with({ errors: new Map([[JSON.stringify([insight.name, output, ...counted]), error]]) });
}

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/**
 * The error of a distinct count, as a fraction of it, at two standard deviations; 0 for an exact count. `of`
 * is what its sketch counts: a difference of two sketches is found in the one of all users, which keeps k of
 * them, so that its error is √(of / count) times as large.
 */
function sketchError(insight: ReportedInsight, output: string, count: number, of: number | null): number {
  if (of === null) return 0;
  const aggregation = aggregationBehind(insight.query, output);
  if (aggregation === null) return 0;
  const inner = innermostAggregation(aggregation);
  switch (factsOf(inner).estimate) {
    case 'theta': {
      const entries = typeof inner.size === 'number' && inner.size > 0 ? inner.size : THETA_SIZE;
      // A theta sketch of k entries has a standard error of 1/√k.
      return of > entries ? 2 * Math.sqrt(of / (entries * count)) : 0;
    }
    case 'hyper-log-log':
      return 2 * HYPER_LOG_LOG_ERROR;
    case null:
      return 0;
  }
}
