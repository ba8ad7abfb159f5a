import type { ThresholdRequest } from '../../inputs/request.ts';
import type { ReportedInsight } from '../../results.ts';
import { aggregationBehind, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import { mostSimilarWord } from '../../text/nearest.ts';
import type { Evidence, EvidencePair } from '../evidence/evidence.ts';
import { rowIdentity } from '../evidence/row-index.ts';
import { createReader, type Findings, type MissingRow } from '../evidence/reader.ts';
import { isCount } from '../evidence/table-numbers.ts';
import { isRowCall } from '../expression/language.ts';
import type { NumberRange } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { quantifiersOf } from '../expression/syntax-tree.ts';
import { findSettledText } from '../expression/units.ts';
import type { VerdictReason } from '../reasons.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { evaluateForEachRow } from './evaluate.ts';
import { exactOrNull, isEmpty, sampleTotal } from './sample.ts';

/** Why nothing can be concluded from an answer, whatever is asserted; null if something can. */
export function findReasonNotToJudge(
  { minSample, insight }: ThresholdRequest,
  { full, shown }: EvidencePair,
): VerdictReason | null {
  if (full.insight.rows.length === 0) return { kind: 'no-rows' };
  if (minSample !== 0 && isEmpty(full.insight)) return { kind: 'nothing-counted' };
  if (minSample === null || minSample === 0) return null;
  const size = sampleTotal(full);
  if (size === null) return { kind: 'sample-unknown', insight, minSample };
  if (size >= minSample) return null;
  return { kind: 'small-sample', size: sampleTotal(shown) === size ? size : null, minSample };
}

/** A comparison that no value can fail, or none can pass, as far as the insight counts what is compared; null if there is none. */
export function findSettledReason(assertion: Assertion, { insight }: Evidence): VerdictReason | null {
  const settled = findSettledText(assertion, (call) => {
    const given = isRowCall(call) ? call.args[1] : call.args[0];
    const output = given === undefined ? insight.metric : given;
    return output !== null && isCount(insight, output);
  });
  if (settled === null) return null;
  const { node: _, ...text } = settled;
  return { kind: 'settled', ...text };
}

const MAX_NAMED_ROWS = 3;

/** The rows for which a `rows.all(…)` does not hold; null if there are none, or the assertion has several such parts. */
export function findOffendingRows(
  assertion: Assertion,
  { full, shown }: EvidencePair,
  missingRow: MissingRow,
): VerdictReason | null {
  const [part, ...others] = quantifiersOf(assertion.tree);
  if (part === undefined || others.length > 0) return null;
  const results = evaluateForEachRow(assertion, part, full, missingRow);
  const offending = full.insight.rows.filter((_, index) => results[index]?.kind === 'false');
  if (offending.length === 0) return null;
  const shownRows = new Set(shown.insight.rows.map(rowIdentity));
  const keys = offending.filter((row) => shownRows.has(rowIdentity(row))).map(({ key }) => key);
  return { kind: 'offending-rows', count: offending.length, keys: keys.slice(0, MAX_NAMED_ROWS) };
}

/** More than anybody names; keys that an expression computes may be any number. */
const MAX_ASSUMED_ROWS = 20;

/** The rows that counted as zero without an explanation; null if there are none. */
export function findAssumedRows({ assumed }: Findings, { full, shown }: EvidencePair): VerdictReason | null {
  if (assumed.size === 0) return null;
  const shownKeys = new Set(shown.insight.rows.map(({ key }) => key));
  const rows = [...assumed].slice(0, MAX_ASSUMED_ROWS).map((key) => {
    const similar = mostSimilarKey(key, full.insight);
    return { key, similar: similar !== null && shownKeys.has(similar) ? similar : null };
  });
  return { kind: 'assumed-zero', rows };
}

/** A reason that names no row that the report hides. */
export function withoutHiddenKey(reason: VerdictReason, { insight }: Evidence): VerdictReason {
  if (reason.kind !== 'unknown' && reason.kind !== 'warning-unknown') return reason;
  const { reason: unknown } = reason;
  if (unknown.kind !== 'near-key' || insight.rows.some(({ key }) => key === unknown.similar)) return reason;
  return { ...reason, reason: { ...unknown, similar: null } };
}

/** How many keys are compared with a misspelt one. */
const MAX_CANDIDATES = 2000;

function mostSimilarKey(key: string, { rows }: ReportedInsight): string | null {
  return mostSimilarWord(
    key,
    rows.slice(0, MAX_CANDIDATES).map((row) => row.key),
  );
}

/** The sets that hold no value and counted as zero; null if there are none. */
export function findEmptySets({ emptySets }: Findings): VerdictReason | null {
  return emptySets.size === 0 ? null : { kind: 'empty-sets', sets: [...emptySets] };
}

/** Whether a value lies so near to its limit that the error of its distinct counts leaves the outcome open; null if not. */
export function findEstimateError(deciding: DecidingComparison | null, evidence: Evidence): VerdictReason | null {
  if (deciding === null || deciding.value === null || deciding.limit === null) return null;
  const { value, limit, firstCall } = deciding;
  const error = relativeError(firstCall, evidence);
  return error === 0 || Math.abs(value - limit) > Math.abs(value) * error
    ? null
    : { kind: 'within-error', value, error };
}

/** The errors of the counts behind a call, combined, as a fraction of its value. */
function relativeError(call: DecidingComparison['firstCall'], evidence: Evidence): number {
  if (call === null) return 0;
  const { insight } = evidence;
  const isRow = isRowCall(call) && call.name !== 'rank';
  const [first = null, second = null] = call.args;
  const output = (isRow ? second : first) ?? insight.metric;
  if (output === null || outputKind(insight.query, output) !== 'distinct') return 0;
  const reader = createReader(evidence, null);
  const errorOf = (read: () => NumberRange): number => {
    const count = exactOrNull(read);
    return count === null ? 0 : sketchError(insight, output, count);
  };
  const part = isRow && first !== null ? errorOf(() => reader.row('value', first, output)) : 0;
  const whole = call.name === 'value' ? 0 : errorOf(() => reader.table('total', output));
  const before = call.name === 'change' || call.name === 'totalChange' ? Math.max(part, whole) : 0;
  return Math.hypot(part, whole, before);
}

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog in Druid: 1.04 / √2048, for its 2048 registers. */
const HYPER_LOG_LOG_ERROR = 0.023;

/** The error of a distinct count's sketch, as a fraction of the count, at two standard deviations; 0 for an exact count. */
function sketchError(insight: ReportedInsight, output: string, count: number): number {
  const aggregation = aggregationBehind(insight.query, output);
  const { type, size } = aggregation === null ? {} : innermostAggregation(aggregation);
  if (type === 'userCount' || type === 'thetaSketch') {
    const entries = typeof size === 'number' && size > 0 ? size : THETA_SIZE;
    // A theta sketch of k entries has a standard error of 1/√k.
    return count > entries ? 2 / Math.sqrt(entries) : 0;
  }
  return type === 'cardinality' || type === 'hyperUnique' ? 2 * HYPER_LOG_LOG_ERROR : 0;
}
