// Finds why a gate has too little data to conclude anything: an empty answer, or a sample below `min-sample`.
// `evaluate` calls it for each comparison, with what was read for it.
import type { InsightThreshold } from '../../inputs/request.ts';
import { makeVisible } from '../../../text/visible.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import type { Reads } from '../../expression/number-range.ts';
import { callsIn } from '../../expression/values.ts';
import { because, type Unknown } from '../../expression/reasons.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

/** Makes the function that finds why nothing can be concluded from what was read; null if there is enough. */
export function shortageFinder(
  threshold: InsightThreshold,
  reader: GateReader,
): (from: Reads) => Unknown | null {
  const shortages = new Map<Reads, Unknown | null>();
  return (from) =>
    getOrAdd(shortages, from, () => findEmptyPart(from, reader) ?? findSmallSample(from, threshold, reader));
}

/** Why a condition that only reads insights without data is unknown; null if it reads others. */
function findEmptyPart(from: Reads, reader: GateReader): Unknown | null {
  const insights = new Set(callsIn(from).map(({ insight }) => insight));
  const reasons = [...insights].map((insight) => reader.emptiness(insight));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

/**
 * The smallest sample, if it is below `min-sample` or not known. Those of the threshold's own insight count,
 * or those of all insights if it has none or does not read its own.
 */
function findSmallSample(
  from: Reads,
  { minSample, insight: ownInsight }: InsightThreshold,
  reader: GateReader,
): Unknown | null {
  if (minSample === null || minSample === 0) return null;
  const ascending = [...from]
    .flatMap(({ samples }) => samples)
    .sort((a, b) => (a.size ?? -1) - (b.size ?? -1));
  const smallest = ascending.find(({ insight }) => insight === ownInsight) ?? ascending[0];
  if (smallest === undefined || (smallest.size !== null && smallest.size >= minSample)) return null;
  const { insight, size } = smallest;
  if (size === null)
    return because(`min-sample is ${minSample}, and how many ${makeVisible(insight)} counts is not known`);
  return { kind: 'small-sample', ...smallest, size, minSample, ...reader.aboutInsight(insight) };
}
