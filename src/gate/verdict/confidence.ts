import type { ThresholdRequest } from '../../inputs/request.ts';
import type { Evidence, EvidencePair } from '../evidence/evidence.ts';
import { createReader } from '../evidence/reader.ts';
import { isCount } from '../evidence/table-numbers.ts';
import type { VerdictReason } from '../reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { changeInterval, type ConfidenceInterval, wilsonInterval } from './intervals.ts';
import { exactOrNull } from './sample.ts';

/** Whether an outcome is as sure as a threshold's `confidence` asks, and what says so; null if none is given. */
export function findConfidence(
  { confidence, missingRow }: ThresholdRequest,
  deciding: DecidingComparison | null,
  { full, shown }: EvidencePair,
): { readonly isSure: boolean; readonly reason: VerdictReason } | null {
  if (confidence === null) return null;
  const interval = deciding === null ? null : intervalOf(deciding, full, confidence, missingRow);
  if (interval === null || deciding === null) return { isSure: false, reason: { kind: 'no-interval', confidence } };
  const inReport = intervalOf(deciding, shown, confidence, missingRow);
  const isShown = inReport?.low === interval.low && inReport.high === interval.high;
  const isSure = agrees(interval, deciding);
  return { isSure, reason: { kind: 'interval', confidence, isSure, interval: isShown ? interval : null } };
}

/** Whether all of an interval lies on one side of the limit. */
function agrees({ low, high }: ConfidenceInterval, { operator, limit }: DecidingComparison): boolean {
  if (limit === null) return false;
  const isBelow = operator === '<' || operator === '>=' ? high < limit : high <= limit;
  const isAbove = operator === '<' || operator === '>=' ? low >= limit : low > limit;
  return isBelow || isAbove;
}

/** The interval of a share of users or events, or of a change of such counts; null if there is none. */
function intervalOf(
  { call }: DecidingComparison,
  evidence: Evidence,
  confidence: number,
  missingRow: ThresholdRequest['missingRow'],
): ConfidenceInterval | null {
  if (call === null) return null;
  const [first = null, second = null] = call.args;
  const isTotal = call.name === 'totalChange';
  const output = isTotal ? first : second;
  const counted = output ?? evidence.insight.metric;
  const row = isTotal ? null : (call.set ?? first);
  if (counted === null || !isCount(evidence.insight, counted)) return null;
  const reader = createReader(evidence, missingRow);
  const read = (number: 'value' | 'previous'): number | null => {
    if (row !== null) return exactOrNull(() => reader.row(number, row, output));
    return isTotal ? exactOrNull(() => reader.table(number === 'value' ? 'total' : 'previousTotal', output)) : null;
  };
  const now = read('value');
  if (now === null) return null;
  if (call.name === 'share') {
    const of = exactOrNull(() => reader.table('total', output));
    return of === null || of <= 0 ? null : wilsonInterval(now, of, confidence);
  }
  const before = read('previous');
  return before === null || now + before <= 0 ? null : changeInterval(now, before, confidence);
}
