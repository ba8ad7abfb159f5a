import type { InsightThreshold } from '../../inputs/request.ts';
import { evidenceOf, type GateEvidence, type GateReader, namedInsight } from '../evidence/gate-evidence.ts';
import { type FunctionCall, RowSet } from '../expression/calls.ts';
import type { Reads, Unknown } from '../expression/number-range.ts';
import { countedUnit, isEmpty, periodsOf, sampleOutput } from '../evidence/sources.ts';

/** A number that a sample has, in a period; null if it is not known. */
interface Sample {
  readonly insight: string;
  readonly output: string | null;
  readonly period: 'now' | 'before';
  readonly size: number | null;
}

/**
 * Finds why nothing can be concluded from what was read: it is only of insights without data, or rests on a
 * sample below `min-sample` or on one that is not known; null if there is enough.
 */
export function shortageFinder(
  { minSample, insight: own }: InsightThreshold,
  gate: GateEvidence,
  reader: GateReader,
): (from: Reads) => Unknown | null {
  const empty = new Map<string | null, Unknown | null>();
  const found = new WeakMap<Reads, { readonly shortage: Unknown | null }>();
  const samples = new Map<string, readonly Sample[]>();
  return (from) => {
    const known = found.get(from) ?? { shortage: findEmptyPart(from) ?? findSmallSample(from) };
    found.set(from, known);
    return known.shortage;
  };

  /** Why a condition that only reads insights without data is unknown; null if it reads others. */
  function findEmptyPart(from: Reads): Unknown | null {
    const read = [...from].map(({ insight }) => {
      const emptiness = empty.get(insight);
      if (emptiness !== undefined) return emptiness;
      const computed = findEmptiness(gate, insight, minSample === 0);
      empty.set(insight, computed);
      return computed;
    });
    const [first = null] = read;
    return read.includes(null) ? null : first;
  }

  function findSmallSample(from: Reads): Unknown | null {
    if (minSample === null || minSample === 0) return null;
    const all = [...from].flatMap(samplesOf).sort((a, b) => (a.size ?? -1) - (b.size ?? -1));
    const ofOwn = all.filter(({ insight }) => own === null || insight === own);
    const [smallest] = ofOwn.length === 0 ? all : ofOwn;
    if (smallest === undefined || (smallest.size !== null && smallest.size >= minSample)) return null;
    const { insight: name, size, output, period } = smallest;
    if (size === null) return { kind: 'sample-unknown', insight: name, minSample };
    const others = all.filter((each) => each.insight !== name);
    return {
      kind: 'small-sample',
      size,
      minSample,
      counted: output === null ? null : countedUnit(evidenceOf(gate, name).insight, output),
      isEarlier: period === 'before',
      of: namedInsight(gate, name),
      largest: own === null ? (others.at(-1)?.insight ?? null) : null,
    };
  }

  /** The samples behind a call: the whole of its output, in each period that it counts. */
  function samplesOf({ insight, name, output: read, row }: FunctionCall): readonly Sample[] {
    const only = row instanceof RowSet && row.isOnly ? row : null;
    const key = JSON.stringify([insight, periodsOf(name), read, only]);
    const known = samples.get(key);
    if (known !== undefined) return known;
    const evidence = evidenceOf(gate, insight);
    const output = sampleOutput(evidence.insight, read ?? null);
    const computed = periodsOf(name).map((period) => {
      const size = output === null ? null : reader.whole(insight, only, output, period);
      return { insight: evidence.insight.name, output, period, size };
    });
    samples.set(key, computed);
    return computed;
  }
}

/** Why nothing can be concluded from an insight; null if something can. */
export function findEmptiness(
  full: GateEvidence,
  name: string | null,
  isZeroExpected: boolean,
): Unknown | null {
  const { insight } = evidenceOf(full, name);
  const of = namedInsight(full, insight.name);
  const hasNoRows = insight.rows.length === 0;
  if (!hasNoRows && (isZeroExpected || !isEmpty(insight))) return null;
  if (insight.roundedTo !== undefined) return { kind: 'rounded', size: insight.roundedTo };
  return { kind: hasNoRows ? 'no-rows' : 'nothing-counted', of };
}
