import type { ReportedInsight } from '../../results/results.ts';
import { aggregationBehind, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import { factsOf } from '../../../tql/aggregation.ts';
import { exactNumber, type NumberRange, unknownNumber } from '../../expression/number-range.ts';
import { isUnknown } from '../../expression/reasons.ts';
import type { CountedOutput, NumberOrUnknown, WhichPeriod } from './evidence.ts';

/**
 * A number as a gate reads it: with its error if it is an estimate. `sketched` is what its sketch counts, if
 * that is more than the count.
 */
export function measured(
  of: CountedOutput,
  when: WhichPeriod | 'first' | 'last',
  value: NumberOrUnknown,
  sketched: () => number | null = () => (isUnknown(value) ? null : value),
): NumberRange {
  if (isUnknown(value)) return unknownNumber(value);
  const { insight, output, row } = of;
  const range = exactNumber(value);
  if (value === 0 || outputKind(insight.query, output) !== 'distinct') return range.with({ shown: value });
  const error = sketchError(insight, output, value, sketched()) * value;
  const count = JSON.stringify([insight.name, output, when, row]);
  return range.with({ shown: value, errors: new Map([[count, error]]) });
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
function sketchError({ query }: ReportedInsight, output: string, count: number, of: number | null): number {
  const aggregation = aggregationBehind(query, output);
  if (of === null || aggregation === null) return 0;
  const inner = innermostAggregation(aggregation);
  const { estimate } = factsOf(inner);
  if (estimate !== 'theta') return estimate === null ? 0 : 2 * HYPER_LOG_LOG_ERROR;
  const entries = typeof inner.size === 'number' && inner.size > 0 ? inner.size : THETA_SIZE;
  // A theta sketch of k entries has a standard error of 1/√k.
  return of > entries ? 2 * Math.sqrt(of / (entries * count)) : 0;
}
