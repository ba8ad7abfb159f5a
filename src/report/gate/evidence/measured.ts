// Makes a counted number one that a gate reads: exact, or an estimate with its error, for counts of very many
// users.
import type { ReportedInsight } from '../../results/results.ts';
import { aggregationBehind, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import { factsOf } from '../../../tql/aggregation.ts';
import { exactNumber, type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { isUnknown } from '../../expression/reasons.ts';
import type { CountedOutput, NumberOrUnknown, WhichPeriod } from './evidence.ts';

/**
 * A number with its error. `sketchedCount` is how many users the sketch of it counts, if they are more than
 * the number: of `only(…)`, a difference of two sketches, all users.
 */
export function measured(
  counted: CountedOutput,
  when: WhichPeriod | 'first' | 'last',
  value: NumberOrUnknown,
  sketchedCount: () => number | null = () => (isUnknown(value) ? null : value),
): NumberRange {
  if (isUnknown(value)) return unknownNumber(value);
  const { insight, output, row } = counted;
  const range = exactNumber(value);
  if (value === 0 || outputKind(insight.query, output) !== 'distinct') return range;
  const error = sketchError(insight, output, value, sketchedCount()) * value;
  return range.with({ errors: new Map([[JSON.stringify([insight.name, output, when, row]), error]]) });
}

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/**
 * The error of a distinct count, as a fraction of it, at two standard deviations; 0 for an exact count. A
 * theta sketch of k entries has a standard error of 1/√k; a part of it has fewer entries, and an error that
 * is √(sketchedCount / count) times as large.
 */
function sketchError(
  { query }: ReportedInsight,
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
