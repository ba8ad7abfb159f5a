import type { ThresholdRequest } from '../../inputs/request.ts';
import { makeVisible } from '../../text/visible.ts';
import type { ReportedInsight, Verdict } from '../../results.ts';
import { aggregationBehind, innermostAggregation, outputKind } from '../../tables/aggregations.ts';
import { type Evidence, type EvidencePair } from '../evidence/evidence.ts';
import { createReader, type MissingRow } from '../evidence/reader.ts';
import type { Assertion } from '../expression/parse.ts';
import { quantifiersOf } from '../expression/syntax-tree.ts';
import type { DecidingComparison } from './deciding-comparison.ts';
import { evaluatePart } from './evaluate.ts';
import { formatCount, formatValue } from './message.ts';
import { isEmpty, sampleTotal } from './sample.ts';

const MAX_NAMED_ROWS = 3;
const MAX_KEY_CHARACTERS = 60;

/** The rows for which a `rows.all(…)` does not hold, by name if they are `told`; null where there is none, or several parts to blame. */
export function offendingRowsNote(
  assertion: Assertion,
  { evidence, told }: EvidencePair,
  missingRow: MissingRow,
): string | null {
  const [part, ...others] = quantifiersOf(assertion.tree);
  if (part === undefined || others.length > 0) return null;
  const { rows } = evidence.insight;
  const named = new Set(told.insight.rows.map(({ key }) => key));
  const found: string[] = [];
  let count = 0;
  for (const [index, { key }] of rows.entries()) {
    if (evaluatePart(assertion, part, evidence, missingRow, index).kind !== 'false') continue;
    count += 1;
    if (found.length < MAX_NAMED_ROWS && named.has(key))
      found.push(`"${makeVisible(key.slice(0, MAX_KEY_CHARACTERS))}"`);
  }
  if (count === 0) return null;
  if (found.length === 0) return `not so for ${count} small ${count === 1 ? 'group' : 'groups'}`;
  return `not so for ${found.join(', ')}${count > found.length ? ` and ${count - found.length} more` : ''}`;
}

/** Says that a value lies within the stated error of its limit, where it comes of distinct counts that are estimates. */
export function estimateNote(
  deciding: DecidingComparison | null,
  unit: Verdict['unit'],
  evidence: Evidence,
  locale: string,
): string | null {
  if (deciding === null || deciding.value === null || deciding.limit === null) return null;
  const { value, limit, firstCall } = deciding;
  const error = relativeError(firstCall, evidence);
  if (error === 0 || Math.abs(value - limit) > Math.abs(value) * error) return null;
  const around = formatValue(error, null, 'percent', locale);
  const [low, high] = [value * (1 - error), value * (1 + error)].map((each) => formatValue(each, null, unit, locale));
  return `within the error of the estimate (± ${around}: ${low ?? ''} to ${high ?? ''})`;
}

/** The errors of what a value is made of, together, as a fraction of the value. */
function relativeError(call: DecidingComparison['firstCall'], evidence: Evidence): number {
  if (call === null) return 0;
  const { insight } = evidence;
  const isRow = ['value', 'share', 'previous', 'change'].includes(call.name);
  const [key, output] = isRow
    ? [call.args[0] ?? null, call.args[1] ?? insight.metric]
    : [null, call.args[0] ?? insight.metric];
  if (output === null || outputKind(insight.query, output) !== 'distinct') return 0;
  const reader = createReader(evidence, null);
  const errorOf = (read: () => { readonly exact: number | null }): number => {
    try {
      return sketchError(insight, output, read().exact ?? 0);
    } catch {
      return 0;
    }
  };
  const part = isRow && key !== null ? errorOf(() => reader.row('value', key, output)) : 0;
  const whole = call.name === 'value' ? 0 : errorOf(() => reader.table('total', output));
  const before = call.name === 'change' || call.name === 'totalChange' ? Math.max(part, whole) : 0;
  return Math.hypot(part, whole, before);
}

/** Why nothing can be concluded from an answer, whatever is asserted of it; null where something can. */
export function reasonNotToJudge(
  { minSample, insight }: ThresholdRequest,
  { evidence, told }: EvidencePair,
  locale: string,
): string | null {
  if (evidence.insight.rows.length === 0) return 'the answer is empty';
  if (minSample !== 0 && isEmpty(evidence.insight)) {
    return 'the answer is empty: nothing was counted in the period (min-sample: 0 says that this is to be expected)';
  }
  if (minSample === null || minSample === 0) return null;
  const size = sampleTotal(evidence);
  if (size === null) return `min-sample is ${minSample}, and how many ${makeVisible(insight)} counts is not known`;
  if (size >= minSample) return null;
  const count = sampleTotal(told) === size ? `only ${formatCount(size, locale)}` : 'a small number';
  return `${count} in total, fewer than min-sample (${formatCount(minSample, locale)})`;
}

/** A theta sketch counts exactly up to its size (Druid's default) and estimates beyond it. */
const THETA_SIZE = 16_384;
/** Of HyperLogLog as Druid keeps it: 2048 registers, 1.04 / √2048. */
const HYPER_LOG_LOG = 0.023;

/**
 * The error that a distinct count's sketch states, as a fraction of the count, at two standard deviations; 0 for what is
 * exact. A sketch of size k errs by 1/√k.
 */
function sketchError(insight: ReportedInsight, output: string, count: number): number {
  const aggregation = aggregationBehind(insight.query, output);
  const { type, size } = aggregation === null ? {} : innermostAggregation(aggregation);
  if (type === 'userCount' || type === 'thetaSketch') {
    const entries = typeof size === 'number' && size > 0 ? size : THETA_SIZE;
    return count > entries ? 2 / Math.sqrt(entries) : 0;
  }
  return type === 'cardinality' || type === 'hyperUnique' ? 2 * HYPER_LOG_LOG : 0;
}
