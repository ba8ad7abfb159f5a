import type { ThresholdRequest } from '../../inputs/request.ts';
import type { ReportedInsight, Verdict } from '../../results.ts';
import { outputKind, outputUnit, queryOutputs } from '../../tables/aggregations.ts';
import type { Evidence, EvidencePair } from '../evidence/evidence.ts';
import { createReader } from '../evidence/reader.ts';
import { isCount, wholeRow } from '../evidence/table-numbers.ts';
import { isRowCall } from '../expression/language.ts';
import type { NumberRange } from '../expression/number-range.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/** What a value was counted from, as far as the report shows it; null if it shows nothing of it. */
export function findShownSample(
  deciding: DecidingComparison | null,
  { full, shown }: EvidencePair,
  { missingRow }: ThresholdRequest,
): Verdict['sample'] {
  const sample = sampleOf(deciding, full, missingRow);
  const shownSample = sampleOf(deciding, shown, missingRow);
  const count = sample.count === shownSample.count ? sample.count : null;
  const of = sample.of === shownSample.of ? sample.of : null;
  return count === null && of === null ? null : { ...sample, count, of };
}

/** The size of an insight's sample; null if it is not known. */
export function sampleTotal(evidence: Evidence): number | null {
  const output = sampleOutput(evidence.insight);
  return output === null ? null : exactOrNull(() => createReader(evidence, null).table('total', output));
}

/** Functions whose value is counted from something else than the period's total. */
const COUNTED_ELSEWHERE: ReadonlySet<string> = new Set(['count', 'rank', 'previous', 'previousTotal']);

/** What a value was counted from: the row that its expression names, of the true total; nothing if it is computed from several numbers. */
function sampleOf(
  deciding: DecidingComparison | null,
  evidence: Evidence,
  missingRow: ThresholdRequest['missingRow'],
): NonNullable<Verdict['sample']> {
  const { insight } = evidence;
  const reader = createReader(evidence, missingRow);
  const call = deciding?.call ?? null;
  if (deciding !== null && (call === null || COUNTED_ELSEWHERE.has(call.name))) return NOTHING_COUNTED;
  const [first = null, second = null] = call?.args ?? [];
  const isRow = call !== null && isRowCall(call);
  const counted = (isRow ? second : first) ?? sampleOutput(insight);
  if (counted === null) return NOTHING_COUNTED;
  const row = call?.set ?? first;
  const isOfRow = isRow && row !== null && (second !== null || counted === insight.metric);
  const count = isOfRow ? exactOrNull(() => reader.row('value', row, second)) : null;
  const of = exactOrNull(() => reader.table('total', counted));
  return { count, of, ...countedUnit(insight, counted) };
}

const NOTHING_COUNTED = { count: null, of: null, unit: 'other' } as const;

/** What an output counts, and its name if that is neither users nor events. */
export function countedUnit(
  insight: ReportedInsight,
  output: string,
): Pick<NonNullable<Verdict['sample']>, 'unit' | 'output'> {
  const unit = output === insight.metric && insight.unit !== 'other' ? insight.unit : outputUnit(insight.query, output);
  const kind = outputKind(insight.query, output);
  return unit === 'other' && (kind === 'additive' || kind === 'distinct') ? { unit, output } : { unit };
}

/** A number that is read; null if it is not known exactly. */
export function exactOrNull(read: () => NumberRange): number | null {
  try {
    return read().exact;
  } catch {
    return null;
  }
}

/**
 * The output whose total is the size of an insight's sample: the metric if it is a count, else the users, else the events; null if
 * nothing is counted.
 */
export function sampleOutput(insight: ReportedInsight): string | null {
  const { metric, outputs } = insight;
  if (metric !== null && isSummable(insight, metric)) return metric;
  const counts = queryOutputs(insight.query)
    .map(({ name }) => name)
    .filter((name) => outputs.includes(name) && isCount(insight, name));
  const users = counts.find((name) => outputKind(insight.query, name) === 'distinct');
  return users ?? counts[0] ?? (metric !== null && wholeRow(insight) !== null ? metric : null);
}

function isSummable(insight: ReportedInsight, output: string): boolean {
  const kind = outputKind(insight.query, output);
  return insight.total !== null || kind === 'additive' || kind === 'distinct';
}

/** Whether an insight's answer is empty, or holds nothing but zeros. */
export function isEmpty({ rows, total }: ReportedInsight): boolean {
  const isZero = (value: unknown): boolean => typeof value !== 'number' || value === 0;
  return (total ?? 0) === 0 && rows.every((row) => isZero(row.value) && Object.values(row.values).every(isZero));
}
