import type { ThresholdRequest } from '../../inputs/request.ts';
import { exactOrNull } from '../expression/number-range.ts';
import { evidenceOf, type GateEvidence } from '../evidence/gate-evidence.ts';
import { createReader } from '../evidence/reader.ts';
import { isCount } from '../evidence/table-numbers.ts';
import { roundingError } from '../../tables/rounding/row.ts';
import type { VerdictReason } from '../reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { changeInterval, type ConfidenceInterval, quantileOf, wilsonInterval } from './intervals.ts';

/** Whether an outcome is as sure as a threshold's `confidence` asks, and what says so; null if none is given. */
export function findConfidence(
  { confidence, missingRow }: ThresholdRequest,
  deciding: DecidingComparison | null,
  evidence: GateEvidence,
): { readonly isSure: boolean; readonly reason: VerdictReason } | null {
  if (confidence === null) return null;
  const interval = deciding === null ? null : intervalOf(deciding, evidence, confidence, missingRow);
  if (interval === null || deciding === null) return { isSure: false, reason: { kind: 'no-interval', confidence } };
  const isSure = agrees(interval, deciding);
  return { isSure, reason: { kind: 'interval', confidence, isSure, interval } };
}

/** Whether all of an interval lies on one side of the limit. */
function agrees({ low, high }: ConfidenceInterval, { operator, limit }: DecidingComparison): boolean {
  if (limit === null) return false;
  const isBelow = operator === '<' || operator === '>=' ? high < limit : high <= limit;
  const isAbove = operator === '<' || operator === '>=' ? low >= limit : low > limit;
  return isBelow || isAbove;
}

/** The interval of a share of users or events, or of a change of such counts, with the error of estimated counts; null if there is none. */
function intervalOf(
  deciding: DecidingComparison,
  gate: GateEvidence,
  confidence: number,
  missingRow: ThresholdRequest['missingRow'],
): ConfidenceInterval | null {
  const counts = countsOf(deciding, gate, missingRow);
  if (counts === null) return null;
  // Of rounded counts, the interval holds that of every true count.
  const more = counts.roundedTo === undefined ? [0] : [0, roundingError(counts.roundedTo)];
  const intervals = more.flatMap((a) =>
    more.map((b) => {
      const [now, other] = [counts.now + a, counts.other + b];
      return intervalBetween(
        { ...counts, now: counts.isShare ? Math.min(now, other) : now, other },
        deciding,
        confidence,
      );
    }),
  );
  const known = intervals.filter((each) => each !== null);
  if (known.length < intervals.length) return null;
  return {
    low: Math.min(...known.map(({ low }) => low)),
    high: Math.max(...known.map(({ high }) => high)),
  };
}

function intervalBetween(
  { isShare, now, other }: ComparedCounts,
  deciding: DecidingComparison,
  confidence: number,
): ConfidenceInterval | null {
  if (isShare && other <= 0) return null;
  const value = isShare ? Math.min(1, now / other) : other === 0 ? 0 : now / other - 1;
  const interval = (isShare ? wilsonInterval : changeInterval)(now, other, confidence);
  const error = other === 0 ? 0 : deciding.error * (quantileOf(confidence) / 2);
  // Independent errors add up as squares.
  return {
    low: Math.max(isShare ? 0 : -1, value - Math.hypot(value - interval.low, error)),
    high: Math.min(isShare ? 1 : Infinity, value + Math.hypot(interval.high - value, error)),
  };
}

/** A count, and what it is compared with: its total or an earlier count. */
interface ComparedCounts {
  readonly isShare: boolean;
  readonly now: number;
  readonly other: number;
  readonly roundedTo: number | undefined;
}

/** A count, and the total or the earlier count that a share or a change relates it to; null if it does not count users or events. */
function countsOf(
  { call }: DecidingComparison,
  gate: GateEvidence,
  missingRow: ThresholdRequest['missingRow'],
): ComparedCounts | null {
  if (call === null) return null;
  const evidence = evidenceOf(gate, call.insight);
  const [first = null, second = null] = call.args;
  const isTotal = call.name === 'totalChange';
  const output = isTotal ? first : second;
  const counted = output ?? evidence.insight.metric;
  const row = call.set ?? first;
  if (counted === null || !isCount(evidence.insight, counted)) return null;
  const reader = createReader(evidence, missingRow);
  const ofRow = (number: 'value' | 'previous'): number | null =>
    row === null ? null : exactOrNull(() => reader.row(number, row, output));
  const ofTable = (number: 'total' | 'previousTotal'): number | null => exactOrNull(() => reader.table(number, output));
  const isShare = call.name === 'share';
  const now = isTotal ? ofTable('total') : ofRow('value');
  const other = isShare ? ofTable('total') : isTotal ? ofTable('previousTotal') : ofRow('previous');
  return now === null || other === null || now < 0 || other < 0
    ? null
    : { isShare, now, other, roundedTo: evidence.insight.roundedTo };
}
