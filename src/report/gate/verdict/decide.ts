// Judges one gate on insights: evaluates its assertion, and takes the outcome of the first rule that applies.
// Called by `gate/judge.ts`.
import { insightsOf, type InsightThreshold } from '../../inputs/request.ts';
import type { FailedInsight } from '../../results/results.ts';
import { type GateEvidence, GateReader } from '../evidence/gate-evidence.ts';
import { evaluate } from '../../expression/evaluate.ts';
import { NOTHING } from '../../expression/number-range.ts';
import type { Assertion } from '../../expression/parse.ts';
import { asTruth, truth, type Truth } from '../../expression/values.ts';
import { notQueried, type VerdictReason, WARNING_FALSE } from '../../expression/reasons.ts';
import { findConfidence } from './confidence.ts';
import { type DecidingComparison, findDecidingComparison } from './deciding-comparison.ts';
import { shortageFinder } from './enough-data.ts';
import {
  findAssumedZeros,
  findEmptyNumerator,
  findOffendingRows,
  findOtherNames,
  findOtherPeriods,
} from './find-reasons.ts';
import { findForecast } from './history-forecast.ts';
import { type Judgement, NO_NUMBERS } from './judgement.ts';
import { findWithoutDimension } from './sample.ts';
import { withSetToWrite } from './shared-rows.ts';
import { findShownNumbers } from './shown-numbers.ts';

/** Judges a threshold by evidence, or by an insight that could not be reported. */
export function judgeThreshold(
  request: InsightThreshold,
  evidence: GateEvidence | FailedInsight,
  nowMs: number,
): Judgement {
  const insights = insightsOf(request);
  if ('error' in evidence) {
    return {
      ...NO_NUMBERS,
      request,
      insights,
      outcome: 'inconclusive',
      reasons: [notQueried(evidence.error, insights.length > 1 ? evidence.name : null)],
      interval: null,
      timezone: null,
      forecast: null,
    };
  }
  const evaluation = evaluateAssertion(request.assert, evidence, request);
  const { result, reader } = evaluation;
  const deciding = findDecidingComparison(request.assert, result.deciding);
  const { outcome, reasons } = conclude(request, evidence, evaluation, deciding);
  const shown = findShownNumbers(deciding, reader);
  const without = findWithoutDimension(deciding, reader);
  // What may belong to any row now may have belonged to another row before: that is no trend.
  const hasTrend = without === null || without.role === 'left-out';
  const { interval, timezone } = reader.insight(insights[0] ?? null);
  return {
    ...shown,
    request,
    insights,
    outcome,
    reasons: present([
      ...reasons,
      reasons.some(({ kind }) => kind === 'without-dimension') ? null : without,
      findOtherNames(request.assert, reader),
      findOtherPeriods(reader),
      outcome === 'passed' ? findEmptyNumerator(shown, deciding, reader) : null,
    ]),
    interval,
    timezone,
    forecast: outcome !== 'inconclusive' && hasTrend ? findForecast(deciding, reader, nowMs) : null,
  };
}

/**
 * The outcome and its reasons, by the first case that applies. `confidence` and `warn` only count where the
 * assertion is known to hold or not.
 */
function conclude(
  request: InsightThreshold,
  evidence: GateEvidence,
  evaluation: Evaluation,
  deciding: DecidingComparison | null,
): Pick<Judgement, 'outcome' | 'reasons'> {
  const { result, reader } = evaluation;
  const { holds, reason } = result;
  // A missing row is a reason of its own only if the gate's `missing-row` is `fail`.
  const isRowMissing = reason?.kind === 'missing-row';
  const reasons =
    reason === null ? findFaults(request, evidence, evaluation) : [withSetToWrite(reason, deciding, reader)];
  if (reason !== null && !isRowMissing) return { outcome: 'inconclusive', reasons };
  const confidence = findConfidence(request, deciding, reader);
  if (confidence?.isSure === false)
    return { outcome: 'inconclusive', reasons: [confidence.reason, ...reasons] };
  // The interval of a confidence includes the error of an estimate.
  const precision = [deciding?.bounds ?? null, confidence?.reason ?? findEstimateError(deciding)];
  const allReasons = present([...reasons, ...precision]);
  if (isRowMissing || holds === false) return { outcome: 'failed', reasons: allReasons };
  return { outcome: reasons.length > 0 ? 'warned' : 'passed', reasons: allReasons };
}

/** An evaluated assertion, and its reader, which knows the rows that were missing. */
interface Evaluation {
  readonly result: Truth;
  readonly reader: GateReader;
}

function evaluateAssertion(
  { tree }: Assertion,
  evidence: GateEvidence,
  request: InsightThreshold,
): Evaluation {
  const reader = new GateReader(evidence, request);
  const value = evaluate(tree, reader, { findShortage: shortageFinder(request, reader) });
  return { result: asTruth(value) ?? truth(null, NOTHING), reader };
}

/** Why an assertion does not hold; if it holds: its `warn` does not, or a row was assumed to be zero. */
function findFaults(
  request: InsightThreshold,
  evidence: GateEvidence,
  { result, reader }: Evaluation,
): readonly VerdictReason[] {
  const zeros = findAssumedZeros(reader);
  if (result.holds === false) return present([findOffendingRows(result.offending, reader), ...zeros]);
  const { warn } = request;
  if (warn === null) return zeros;
  const warning = evaluateAssertion(warn, evidence, request);
  return present([
    warningReason(warn, warning.result),
    ...(zeros.length > 0 ? zeros : findAssumedZeros(warning.reader)),
  ]);
}

function warningReason(warn: Assertion, { holds, reason }: Truth): VerdictReason | null {
  if (reason !== null) return { kind: 'warning-unknown', warn: warn.source, reason };
  return holds === true ? null : WARNING_FALSE;
}

/** That a value is nearer to its limit than the error of its distinct counts; null if it is not. */
function findEstimateError(deciding: DecidingComparison | null): VerdictReason | null {
  if (deciding?.value == null || deciding.limit === null || deciding.error === 0) return null;
  const { value, limit, error } = deciding;
  return Math.abs(value - limit) > error ? null : { kind: 'within-error', value, error };
}

function present(reasons: readonly (VerdictReason | null)[]): readonly VerdictReason[] {
  return reasons.filter((reason) => reason !== null);
}
