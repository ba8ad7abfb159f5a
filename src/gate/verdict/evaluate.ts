import type { InsightThreshold } from '../../inputs/request.ts';
import { createGateReader, type GateEvidence, type GateReader } from '../evidence/gate-evidence.ts';
import { evaluate } from '../expression/evaluate.ts';
import type { Assertion } from '../expression/parse.ts';
import { asTruth, truth, type Truth } from '../expression/values.ts';
import { NOTHING } from '../expression/number-range.ts';
import { shortageFinder } from './enough-data.ts';

/** What an assertion comes to, and the rows that were not there. */
export interface Evaluation extends Truth {
  readonly absent: GateReader['absent'];
}

/**
 * Evaluates an assertion over evidence. If counts are rounded, the result has to be the same for every true
 * count that a rounded one may be.
 */
export function evaluateAssertion(
  { tree }: Assertion,
  evidence: GateEvidence,
  request: InsightThreshold,
): Evaluation {
  const findShortage = shortageFinder(request, evidence);
  const evaluateWith = (isOfTrueCounts: boolean): Evaluation => {
    const reader = createGateReader(evidence, request.missingRow, isOfTrueCounts);
    const value = evaluate(tree, reader, { findShortage });
    return { ...(asTruth(value) ?? truth(null, NOTHING)), absent: reader.absent };
  };
  // The numbers to show are the rounded ones.
  const first = evaluateWith(false);
  const size = [...evidence.insights.values()].find(({ insight }) => insight.roundedTo !== undefined)?.insight
    .roundedTo;
  if (size === undefined || first.holds === null) return first;
  const { holds, reason } = evaluateWith(true);
  return holds === first.holds
    ? first
    : { ...first, holds: null, reason: reason ?? { kind: 'rounded', size } };
}
