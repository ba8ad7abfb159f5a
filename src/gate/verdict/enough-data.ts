import type { ASTNode } from '@marcbachmann/cel-js';
import type { InsightThreshold } from '../../inputs/request.ts';
import { evidenceOf, type GateEvidence, namedInsight } from '../evidence/gate-evidence.ts';
import { createReader } from '../evidence/reader.ts';
import { exactOrNull } from '../expression/number-range.ts';
import { callsOf, ownersOfRows } from '../expression/syntax-tree.ts';
import { countedUnit, isEmpty, sampleOutput, type Source } from '../evidence/sources.ts';
import type { VerdictReason } from '../reasons.ts';

/**
 * Why what was read rests on a sample below `min-sample`, or on one that is not known; null if every sample
 * is large enough.
 */
export function findSmallSample(
  sources: readonly Source[],
  { minSample, insight: own }: InsightThreshold,
  full: GateEvidence,
): VerdictReason | null {
  if (minSample === null || minSample === 0) return null;
  const ofOwn = sources.filter(({ insight }) => own === null || insight === own);
  const samples = (ofOwn.length === 0 ? sources : ofOwn)
    .flatMap((source) =>
      source.periods.map((period) => ({ ...source, period, ...sampleOf(source, period, full) })),
    )
    .sort((a, b) => (a.size ?? -1) - (b.size ?? -1));
  const [smallest] = samples;
  if (smallest === undefined || (smallest.size !== null && smallest.size >= minSample)) return null;
  const { insight: name, size, output, period } = smallest;
  if (size === null) return { kind: 'sample-unknown', insight: name, minSample };
  const { insight } = evidenceOf(full, name);
  const counted = output === null ? null : countedUnit(insight, output);
  const others = samples.filter((each) => each.insight !== name);
  return {
    kind: 'small-sample',
    size,
    minSample,
    counted,
    isEarlier: period === 'before',
    of: namedInsight(full, name),
    largest: own === null ? (others.at(-1)?.insight ?? null) : null,
  };
}

/** The output that a number's sample counts, and that sample in a period; null if it is not known. */
function sampleOf(
  source: Source,
  period: 'now' | 'before',
  full: GateEvidence,
): { readonly output: string | null; readonly size: number | null } {
  const evidence = evidenceOf(full, source.insight);
  const output = sampleOutput(evidence.insight, source.output);
  const reader = createReader(evidence, null);
  return {
    output,
    size: output === null ? null : exactOrNull(() => reader.whole(source.only, output, period)),
  };
}

/** Why a condition that only reads insights without data is unknown; null if it reads others. */
export function findEmptyPart(
  condition: ASTNode,
  full: GateEvidence,
  isZeroExpected: boolean,
): VerdictReason | null {
  const read = [...callsOf(condition).map(({ insight }) => insight), ...ownersOfRows(condition)];
  const found = read.map((name) => findEmptiness(full, name, isZeroExpected));
  const [first = null] = found;
  return first !== null && !found.includes(null) ? first : null;
}

/** Why nothing can be concluded from an insight; null if something can. */
export function findEmptiness(
  full: GateEvidence,
  name: string | null,
  isZeroExpected: boolean,
): VerdictReason | null {
  const { insight } = evidenceOf(full, name);
  const of = namedInsight(full, insight.name);
  const hasNoRows = insight.rows.length === 0;
  if (!hasNoRows && (isZeroExpected || !isEmpty(insight))) return null;
  if (insight.roundedTo !== undefined)
    return { kind: 'unknown', reason: { kind: 'rounded', size: insight.roundedTo } };
  return { kind: hasNoRows ? 'no-rows' : 'nothing-counted', of };
}
