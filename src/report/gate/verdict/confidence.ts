// Decides whether an outcome is as sure as a gate's `confidence` requires, by Wilson's interval of a share.
import type { InsightThreshold } from '../../inputs/request.ts';
import { usersRate } from '../../tables/rates.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { countedUnit } from '../evidence/outputs.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import { decides } from '../../expression/values.ts';
import { exactNumber, rangeBetween } from '../../expression/number-range.ts';
import type { VerdictReason } from '../../expression/reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { type ConfidenceInterval, quantileOf, wilsonInterval } from './intervals.ts';

/**
 * Whether an outcome is as sure as a threshold's `confidence` requires, and why; null without a `confidence`.
 */
export function findConfidence(
  { confidence }: InsightThreshold,
  deciding: DecidingComparison | null,
  reader: GateReader,
): { readonly isSure: boolean; readonly reason: VerdictReason } | null {
  if (confidence === null) return null;
  const interval = deciding === null ? null : intervalOf(deciding, confidence, reader);
  if (interval === null || deciding === null)
    return { isSure: false, reason: { kind: 'no-interval', confidence } };
  const { operator, limit } = deciding;
  const range = rangeBetween(interval.low, interval.high, null);
  // All of the interval lies on one side of the limit.
  const isSure = limit !== null && decides(operator, range, exactNumber(limit)) !== null;
  return { isSure, reason: { kind: 'interval', confidence, isSure, interval } };
}

/**
 * The interval of a share or a rate of users, with the error of estimated counts; null if a user may count
 * several times.
 */
function intervalOf(
  deciding: DecidingComparison,
  confidence: number,
  reader: GateReader,
): ConfidenceInterval | null {
  const { call } = deciding;
  const [counted = null, of = null] = (call && countsOf(call, reader)) ?? [];
  if (counted === null || of === null || counted < 0 || of <= 0) return null;
  const part = Math.min(counted, of);
  const value = part / of;
  const interval = wilsonInterval(part, of, confidence);
  const error = deciding.error * (quantileOf(confidence) / 2);
  // Independent errors add up as squares.
  return {
    low: Math.max(0, value - Math.hypot(value - interval.low, error)),
    high: Math.min(1, value + Math.hypot(interval.high - value, error)),
  };
}

/**
 * The users that a share or a rate counts, and those that they are a part of; null if it counts anything
 * else, or they are not known.
 */
function countsOf(
  call: FunctionCall,
  reader: GateReader,
): readonly [part: number | null, whole: number | null] | null {
  const insight = reader.insight(call.insight);
  const { row, name } = call;
  const output = call.output ?? insight.metric;
  if (output === null) return null;
  if (name === 'share') {
    if (countedUnit(insight, output).unit !== 'users' || row == null) return null;
    const part = reader.read({ insight: call.insight, name: 'value', row, output });
    return [part.shown, reader.whole(call.insight, row, output)];
  }
  const rate = usersRate(insight.query, output);
  if (rate === null || !RATES.has(name)) return null;
  const read = (each: string): number | null => reader.read({ ...call, output: each }).shown;
  return [read(rate.part), read(rate.whole)];
}

/** The functions that can read a rate. */
export const RATES: ReadonlySet<string> = new Set(['value', 'total', 'first', 'last']);
