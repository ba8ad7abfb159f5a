// Decides whether an outcome is as sure as a gate's `confidence` requires, by Wilson's interval of a share.
import type { InsightThreshold } from '../../inputs/request.ts';
import { type ConfidenceInterval, quantileOf, wilsonInterval } from '../../tables/proportions.ts';
import { usersRate } from '../../tables/rates.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { countedUnit } from '../evidence/outputs.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import { decides } from '../../expression/values.ts';
import { exactNumber, rangeBetween } from '../../expression/number-range.ts';
import type { VerdictReason } from '../../expression/reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/**
 * Whether an outcome is as sure as a threshold's `confidence` requires, and why; null without a `confidence`.
 */
export function findConfidence(
  { confidence }: InsightThreshold,
  deciding: DecidingComparison | null,
  reader: GateReader,
): { readonly isSure: boolean; readonly reason: VerdictReason } | null {
  if (confidence === null) return null;
  const interval = deciding && intervalOf(deciding, confidence, reader);
  if (deciding === null || interval === null)
    return { isSure: false, reason: { kind: 'no-interval', confidence } };
  const { operator, limit } = deciding;
  const range = rangeBetween(interval.low, interval.high, null);
  // It is sure if the whole interval lies on one side of the limit.
  const isSure = limit !== null && decides(operator, range, exactNumber(limit)) !== null;
  return { isSure, reason: { kind: 'interval', confidence, isSure, interval } };
}

/**
 * The interval of a share or a rate of users, including the error of estimated counts; null for any other
 * value.
 */
function intervalOf(
  deciding: DecidingComparison,
  confidence: number,
  reader: GateReader,
): ConfidenceInterval | null {
  const counts = deciding.call && countsOf(deciding.call, reader);
  if (counts === null || counts.part === null || counts.whole === null) return null;
  const { part, whole } = counts;
  if (whole <= 0) return null;
  // An estimate of a part may be larger than that of the whole.
  const count = Math.min(part, whole);
  const value = count / whole;
  const interval = wilsonInterval(count, whole, confidence);
  // `error` is at two standard deviations.
  const error = deciding.error * (quantileOf(confidence) / 2);
  // Independent errors add up as squares, on each side for itself: Newcombe's method (1998) of joining
  // intervals.
  return {
    low: Math.max(0, value - Math.hypot(value - interval.low, error)),
    high: Math.min(1, value + Math.hypot(interval.high - value, error)),
  };
}

/** The users that a share or a rate counts, and those that they are a part of; null for any other number. */
function countsOf(call: FunctionCall, reader: GateReader) {
  const insight = reader.insight(call.insight);
  const { row, name } = call;
  const output = call.output ?? insight.metric;
  if (output === null) return null;
  if (name === 'share') {
    if (countedUnit(insight, output).unit !== 'users' || row == null) return null;
    const part = reader.read({ insight: call.insight, name: 'value', row, output });
    return { part: part.shown, whole: reader.whole(call.insight, row, output) };
  }
  const rate = usersRate(insight.query, output);
  if (rate === null || !RATE_FUNCTIONS.has(name)) return null;
  const read = (each: string): number | null => reader.read({ ...call, output: each }).shown;
  return { part: read(rate.part), whole: read(rate.whole) };
}

/** The functions that can read a rate. */
export const RATE_FUNCTIONS: ReadonlySet<string> = new Set(['value', 'total', 'first', 'last']);
