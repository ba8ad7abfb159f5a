import type { ThresholdRequest } from '../../inputs/request.ts';
import type { ReportedInsight, Verdict } from '../../results.ts';
import { outputKind, queryOutputs } from '../../tables/aggregations.ts';
import { type Evidence, type EvidencePair } from '../evidence/evidence.ts';
import { createReader } from '../evidence/reader.ts';
import { isCount, wholeRow } from '../evidence/table-numbers.ts';
import { ROW_NUMBERS } from '../expression/language.ts';
import type { NumberRange } from '../expression/number-range.ts';
import type { DecidingComparison } from './deciding-comparison.ts';

/** What a value was counted from, as far as a reader of the report can see the same; null where that is nothing. */
export function shownSample(
  deciding: DecidingComparison | null,
  { evidence, told }: EvidencePair,
  { missingRow }: ThresholdRequest,
): Verdict['sample'] {
  const sample = sampleOf(deciding, evidence, missingRow);
  const same = sampleOf(deciding, told, missingRow);
  const count = sample.count === same.count ? sample.count : null;
  const of = sample.of === same.of ? sample.of : null;
  return count === null && of === null ? null : { ...sample, count, of };
}

/** The total that the sample is; null where it is not known. */
export function sampleTotal(evidence: Evidence): number | null {
  const output = sampleOutput(evidence.insight);
  return output === null ? null : exactOrNull(() => createReader(evidence, null).table('total', output));
}

/** What the value was counted from: the row that its expression names, of the true total. */
function sampleOf(
  deciding: DecidingComparison | null,
  evidence: Evidence,
  missingRow: ThresholdRequest['missingRow'],
): NonNullable<Verdict['sample']> {
  const { insight } = evidence;
  const reader = createReader(evidence, missingRow);
  const { name = '', args: [first = null, second = null] = [] } = deciding?.firstCall ?? {};
  const isRow = ROW_NUMBERS.some((each) => each === name);
  const counted = (isRow ? second : first) ?? sampleOutput(insight);
  if (counted === null) return { count: null, of: null, unit: 'other' };
  const isOfRow = isRow && first !== null && (second !== null || counted === insight.metric);
  const count = isOfRow ? exactOrNull(() => reader.row('value', first, second)) : null;
  const of = exactOrNull(() => reader.table('total', counted));
  return { count, of, unit: counted === insight.metric ? insight.unit : 'other' };
}

function exactOrNull(read: () => NumberRange): number | null {
  try {
    return read().exact;
  } catch {
    return null;
  }
}

/**
 * The output whose total says how much an insight's numbers rest on: the metric where it is counted, else the users,
 * else the events, else nothing.
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

/** Whether an insight's answer counts nothing at all: it is empty, or holds zeros and nothing else. */
export function isEmpty({ rows, total }: ReportedInsight): boolean {
  const isNothing = (value: unknown): boolean => typeof value !== 'number' || value === 0;
  return (total ?? 0) === 0 && rows.every((row) => isNothing(row.value) && Object.values(row.values).every(isNothing));
}
