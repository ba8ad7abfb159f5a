// Judges one gate: evaluates its assertion, finds the comparison that decided and says why. Called by
// `gate/judge.ts`.
import { insightsOf, type InsightThreshold, type ThresholdRequest } from '../../inputs/request.ts';
import type { FailedInsight, Outcome, Verdict } from '../../results/results.ts';
import { type GateEvidence, GateReader } from '../evidence/gate-evidence.ts';
import { outputFacts } from '../evidence/outputs.ts';
import type { FunctionCall } from '../../expression/calls.ts';
import { evaluate } from '../../expression/evaluate.ts';
import { NOTHING } from '../../expression/number-range.ts';
import type { Assertion } from '../../expression/parse.ts';
import { asTruth, type Compared, truth, type Truth } from '../../expression/values.ts';
import { notQueried, type VerdictReason, WARNING_FALSE } from '../../expression/reasons.ts';
import { completeBuckets } from '../../compare/complete-buckets.ts';
import { isOneBucket } from '../../tables/companion-queries.ts';
import { toZoned } from '../../compare/local-time.ts';
import { findConfidence } from './confidence.ts';
import { type DecidingComparison, findDecidingComparison, unitOf } from './deciding-comparison.ts';
import { shortageFinder } from './enough-data.ts';
import {
  findAssumedZeros,
  findEmptyNumerator,
  findOffendingRows,
  findOtherNames,
  findOtherPeriods,
} from './find-reasons.ts';
import { withSetToWrite } from './shared-rows.ts';
import type { Forecast } from './forecast.ts';
import { findForecast } from './history-forecast.ts';
import { findCounts, findSample, findWithoutDimension } from './sample.ts';

/** What judging takes from the report. */
export interface JudgeSettings {
  readonly nowMs: number;
  /** The report's zone, in which the day of `until` begins. */
  readonly timezone: string;
}

/** The judgement of a threshold: plain data, from which the `Verdict` of the results file is written. */
export interface Judgement
  extends
    ShownNumbers,
    Pick<
      Verdict,
      'outcome' | 'interval' | 'timezone' | 'snoozedUntil' | 'snoozeEnded' | 'refusal' | 'queries'
    > {
  readonly request: ThresholdRequest;
  /** The title of its own insight; null if it has none. */
  readonly title: string | null;
  /** The insights that it reads. */
  readonly insights: readonly string[];
  /** Whether the value is a count of users or events, and whether its limit is read as well. */
  readonly isCount?: boolean;
  readonly isLimitRead?: boolean;
  /** What explains the outcome, the main reason first. */
  readonly reasons: readonly VerdictReason[];
  /** When the value is expected to cross its limit; null if nothing can be said. */
  readonly forecast: Forecast | null;
}

/** Judges a threshold by evidence, or by an insight that could not be reported. */
export function judgeThreshold(
  request: InsightThreshold,
  evidence: GateEvidence | FailedInsight,
  settings: JudgeSettings,
): Judgement {
  const insights = insightsOf(request);
  const judged = { request, insights, ...findSnooze(request.until, settings.nowMs, settings.timezone) };
  if ('error' in evidence) {
    const { name, title, error } = evidence;
    const reasons = [notQueried(error, insights.length > 1 ? name : null)];
    return {
      ...judged,
      ...NO_NUMBERS,
      title: name === request.insight ? title : null,
      outcome: 'inconclusive',
      reasons,
      interval: null,
      timezone: null,
      forecast: null,
    };
  }
  const decision = decide(request, evidence);
  const { reader } = decision;
  const deciding = findDecidingComparison(request.assert, decision.compared);
  const isDecided = decision.outcome !== 'inconclusive';
  const confidence = isDecided ? findConfidence(request, deciding, reader) : null;
  const outcome = confidence?.isSure === false ? 'inconclusive' : decision.outcome;
  const without = findWithoutDimension(deciding, reader);
  // What may belong to any row now may have belonged to another row before: that is no trend.
  const hasTrend = without === null || without.role === 'left-out';
  const { title, interval, timezone } = reader.insight(insights[0] ?? null);
  const shown = findShownNumbers(deciding, reader);
  return {
    ...judged,
    title: request.insight === null ? null : title,
    outcome,
    reasons: [
      ...outcomeReasons(decision, deciding, confidence),
      ...present([
        decision.reasons.some(({ kind }) => kind === 'without-dimension') ? null : without,
        findOtherNames(request.assert, reader),
        findOtherPeriods(reader),
        outcome === 'passed' ? findEmptyNumerator(shown, deciding, reader) : null,
      ]),
    ],
    forecast: outcome !== 'inconclusive' && hasTrend ? findForecast(deciding, reader, settings.nowMs) : null,
    ...shown,
    interval,
    timezone,
  };
}

/** Why the outcome is what it is. */
function outcomeReasons(
  { outcome, reasons, reader }: Decision,
  deciding: DecidingComparison | null,
  confidence: ReturnType<typeof findConfidence>,
): readonly VerdictReason[] {
  const written = reasons.map((reason) => withSetToWrite(reason, deciding, reader));
  if (confidence?.isSure === false) return [confidence.reason, ...written];
  if (outcome === 'inconclusive') return written;
  const range = deciding?.range == null ? null : ({ kind: 'value-range', ...deciding.range } as const);
  // The interval of a confidence includes the error of an estimate.
  return present([...written, range, confidence?.reason ?? findEstimateError(deciding)]);
}

interface Decision {
  readonly outcome: Outcome;
  readonly reasons: readonly VerdictReason[];
  /** The comparisons that decided, or that left the outcome open. */
  readonly compared: readonly Compared[];
  readonly reader: GateReader;
}

function decide(request: InsightThreshold, evidence: GateEvidence): Decision {
  const { assert, warn } = request;
  const { result, reader } = evaluateAssertion(assert, evidence, request);
  const { holds, reason, deciding: compared, offending } = result;
  const decided = { compared, reader };
  if (reason !== null) {
    const outcome = reason.kind === 'missing-row' ? 'failed' : 'inconclusive';
    return { ...decided, outcome, reasons: [reason] };
  }
  const zeros = findAssumedZeros(reader);
  if (holds === false)
    return {
      ...decided,
      outcome: 'failed',
      reasons: present([findOffendingRows(offending, reader), ...zeros]),
    };
  // An assertion that holds passes, unless its `warn` does not hold or a row was assumed to be zero.
  const warning = warn === null ? null : evaluateAssertion(warn, evidence, request);
  const reasons = present([
    warn && warning && warningReason(warn, warning.result),
    ...(warning === null || zeros.length > 0 ? zeros : findAssumedZeros(warning.reader)),
  ]);
  return { ...decided, outcome: reasons.length === 0 ? 'passed' : 'warned', reasons };
}

/** The result of an assertion, and its reader, which knows the rows that were missing. */
function evaluateAssertion({ tree }: Assertion, evidence: GateEvidence, request: InsightThreshold) {
  const reader = new GateReader(evidence, request);
  const value = evaluate(tree, reader, { findShortage: shortageFinder(request, reader) });
  return { result: asTruth(value) ?? truth(null, NOTHING), reader };
}

/** That a value is nearer to its limit than the error of its distinct counts; null if it is not. */
function findEstimateError(deciding: DecidingComparison | null): VerdictReason | null {
  if (deciding?.value == null || deciding.limit === null || deciding.error === 0) return null;
  const { value, limit, error } = deciding;
  return Math.abs(value - limit) > error ? null : { kind: 'within-error', value, error };
}

function warningReason(warn: Assertion, { holds, reason }: Truth): VerdictReason | null {
  if (reason !== null) return { kind: 'warning-unknown', warn: warn.source, reason };
  return holds === true ? null : WARNING_FALSE;
}

function present(reasons: readonly (VerdictReason | null)[]): readonly VerdictReason[] {
  return reasons.filter((reason) => reason !== null);
}

/** The numbers that a verdict shows of the comparison that decided it. */
interface ShownNumbers extends Pick<
  Verdict,
  'value' | 'limit' | 'subject' | 'needs' | 'unit' | 'sample' | 'counts'
> {
  /** The function whose number the value is, such as `share`; null if it is computed. */
  readonly read: FunctionCall['name'] | null;
  /** The bucket that `first()` or `last()` read; null if it is the whole period. */
  readonly bucket: ReturnType<typeof findBucket>;
}

/** The numbers of a verdict without a comparison. */
export const NO_NUMBERS: ShownNumbers = {
  value: null,
  limit: null,
  subject: null,
  needs: null,
  unit: 'number',
  sample: null,
  read: null,
  bucket: null,
};

function findShownNumbers(
  deciding: DecidingComparison | null,
  reader: GateReader,
): ShownNumbers & Pick<Judgement, 'isCount' | 'isLimitRead'> {
  const sample = findSample(deciding, reader);
  if (deciding === null) return { ...NO_NUMBERS, sample };
  const { subject, operator, limitText, value, limit, call, isLimitRead } = deciding;
  const unit = unitOf(call, limitText, call && reader.insight(call.insight));
  const counts = findCounts(deciding, reader);
  const needs = `${operator} ${limitText}`;
  const isCount = unit === 'number' && isCountRead(deciding, reader);
  return {
    value,
    limit,
    subject,
    needs,
    unit,
    sample,
    read: call?.name ?? null,
    bucket: call && findBucket(call, reader),
    isCount,
    isLimitRead,
    ...(counts.length === 0 ? {} : { counts }),
  };
}

function findBucket({ name, insight }: FunctionCall, reader: GateReader) {
  if (name !== 'first' && name !== 'last') return null;
  const { insight: read, nowMs } = reader.evidence(insight);
  const row = completeBuckets(read, nowMs).at(name === 'first' ? 0 : -1);
  if (row === undefined || isOneBucket(read.query)) return null;
  return { startMs: Date.parse(row.key), granularity: read.query.granularity, timezone: read.timezone };
}

/** The functions that can read a count of users or events. */
const COUNT_FUNCTIONS: ReadonlySet<string> = new Set([
  'value',
  'previous',
  'total',
  'previousTotal',
  'first',
  'last',
]);

/** Whether a value is a count, or a sum or a difference of some. */
function isCountRead({ calls, subject }: DecidingComparison, reader: GateReader): boolean {
  const isCountOf = ({ name, insight: named, output }: FunctionCall): boolean => {
    const insight = reader.insight(named);
    const counted = output ?? insight.metric;
    return COUNT_FUNCTIONS.has(name) && counted !== null && outputFacts(insight, counted).isPart;
  };
  return calls.length > 0 && !subject.includes('/') && calls.every(isCountOf);
}

/** Whether a threshold's `until` is ahead or over, in the report's zone. */
export function findSnooze(
  until: string | null,
  nowMs: number,
  timeZone: string,
): Pick<Verdict, 'snoozedUntil' | 'snoozeEnded'> {
  const isAhead = until !== null && toZoned(nowMs, timeZone).toPlainDate().toString() < until;
  return { snoozedUntil: isAhead ? until : null, snoozeEnded: isAhead ? null : until };
}
