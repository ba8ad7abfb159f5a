import type { ReportedInsight } from '../../results.ts';
import { exactOrNull } from '../expression/number-range.ts';
import { aggregationBehind, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { evidenceOf, type GateEvidence } from '../evidence/gate-evidence.ts';
import { createReader } from '../evidence/reader.ts';
import { isRowCall, TABLE_FUNCTIONS, type TableFunction } from '../expression/language.ts';
import type { FunctionCall } from '../expression/syntax-tree.ts';
import type { VerdictReason } from '../reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/** Whether a value lies so near to its limit that the error of its distinct counts leaves the outcome open; null if not. */
export function findEstimateError(deciding: DecidingComparison | null, evidence: GateEvidence): VerdictReason | null {
  if (deciding === null || deciding.value === null || deciding.limit === null) return null;
  const { value, limit } = deciding;
  const error = estimateError(deciding, value, evidence);
  return error === 0 || Math.abs(value - limit) > error ? null : { kind: 'within-error', value, error };
}

/** The error of a value that is read from estimated counts (of each insight the first), at two standard deviations; 0 if they are exact. */
export function estimateError(
  { call, calls }: Pick<DecidingComparison, 'call' | 'calls'>,
  value: number,
  evidence: GateEvidence,
): number {
  const isChange = call?.name === 'change' || call?.name === 'totalChange';
  // The error is that of the ratio of the two counts: of a change of 2 % it is 1.02 times the relative one.
  const first = calls.filter((each, index) => calls.findIndex(({ insight }) => insight === each.insight) === index);
  const errors = first.map((each) => relativeError(each, evidenceOf(evidence, each.insight)));
  return Math.hypot(...errors) * Math.abs(isChange ? value + 1 : value);
}

/** The errors of the counts behind a call, combined, as a fraction of their quotient. */
function relativeError(call: FunctionCall, evidence: Evidence): number {
  if (call.name === 'rank' || call.name === 'count') return 0;
  const { insight } = evidence;
  const [first = null, second = null] = call.args;
  const output = (isRowCall(call) ? second : first) ?? insight.metric;
  if (output === null || outputKind(insight.query, output) !== 'distinct') return 0;
  const reader = createReader(evidence, null);
  const row = call.set ?? first;
  const errorOf = (number: 'value' | 'previous'): number => {
    const count = row === null ? null : exactOrNull(() => reader.row(number, row, output));
    const of = (): number | null =>
      exactOrNull(() => reader.table(number === 'value' ? 'total' : 'previousTotal', output));
    return sketchError(insight, output, count, call.set?.isOnly === true ? of() : count);
  };
  const errorOfTotal = (number: TableFunction): number => {
    const count = exactOrNull(() => reader.table(number, output));
    return sketchError(insight, output, count, count);
  };
  switch (call.name) {
    case 'value':
    case 'previous':
      return errorOf(call.name);
    case 'share':
      return Math.hypot(errorOf('value'), errorOfTotal('total'));
    case 'change':
      return Math.hypot(errorOf('value'), errorOf('previous'));
    case 'totalChange':
      return Math.hypot(errorOfTotal('total'), errorOfTotal('previousTotal'));
    default: {
      const number = TABLE_FUNCTIONS.find((each) => each === call.name);
      return number === undefined ? 0 : errorOfTotal(number);
    }
  }
}

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/**
 * The error of a distinct count, as a fraction of it, at two standard deviations; 0 for an exact count. `of` is what its sketch counts:
 * a difference of two sketches is found in the one of all users, which keeps k of them, so that its error is √(of / count) times as large.
 */
function sketchError(insight: ReportedInsight, output: string, count: number | null, of: number | null): number {
  if (count === null || of === null || count === 0) return 0;
  const aggregation = aggregationBehind(insight.query, output);
  const { type, size } = aggregation === null ? {} : innermostAggregation(aggregation);
  if (type === 'userCount' || type === 'thetaSketch') {
    const entries = typeof size === 'number' && size > 0 ? size : THETA_SIZE;
    // A theta sketch of k entries has a standard error of 1/√k.
    return of > entries ? 2 * Math.sqrt(of / (entries * count)) : 0;
  }
  return type === 'cardinality' || type === 'hyperUnique' ? 2 * HYPER_LOG_LOG_ERROR : 0;
}
