import type { InsightThreshold } from '../../inputs/request.ts';
import type { ReportedInsight } from '../../results.ts';
import { makeVisible } from '../../text/visible.ts';
import { rounded, type WhichPeriod } from '../evidence/evidence.ts';
import { onlyIn } from '../evidence/extra-queries.ts';
import type { GateReader } from '../evidence/gate-evidence.ts';
import { countedUnit, sampleOutput } from '../evidence/outputs.ts';
import { type FunctionCall, periodsOf } from '../expression/calls.ts';
import type { Reads } from '../expression/number-range.ts';
import { because, type Unknown } from '../reasons.ts';

/** A number that a sample has, in a period; null if it is not known. */
interface Sample {
  readonly insight: ReportedInsight;
  readonly output: string | null;
  readonly period: WhichPeriod;
  readonly size: number | null;
}

/**
 * Finds why nothing can be concluded from what was read: it is only of insights without data, or rests on a
 * sample below `min-sample` or on one that is not known; null if there is enough.
 */
export function shortageFinder(
  { minSample, insight: own }: InsightThreshold,
  reader: GateReader,
): (from: Reads) => Unknown | null {
  const emptinessOf = memoized((name: string | null) => findEmptiness(reader, name, minSample === 0));
  const samplesOf = memoized((call: FunctionCall) => findSamples(call, reader));
  return memoized((from: Reads) => findEmptyPart(from) ?? findSmallSample(from));

  /** Why a condition that only reads insights without data is unknown; null if it reads others. */
  function findEmptyPart(from: Reads): Unknown | null {
    const read = [...from].map(({ insight }) => emptinessOf(insight));
    return read.includes(null) ? null : (read[0] ?? null);
  }

  function findSmallSample(from: Reads): Unknown | null {
    if (minSample === null || minSample === 0) return null;
    const all = [...from].flatMap(samplesOf).sort((a, b) => (a.size ?? -1) - (b.size ?? -1));
    const ofOwn = all.filter(({ insight }) => own === null || insight.name === own);
    const [smallest] = ofOwn.length === 0 ? all : ofOwn;
    if (smallest === undefined || (smallest.size !== null && smallest.size >= minSample)) return null;
    const { insight, size, output, period } = smallest;
    const { name } = insight;
    if (size === null)
      return because(`min-sample is ${minSample}, and how many ${makeVisible(name)} counts is not known`);
    const others = all.filter((each) => each.insight.name !== name);
    return {
      kind: 'small-sample',
      size,
      minSample,
      isEarlier: period === 'before',
      counted: output === null ? null : countedUnit(insight, output),
      ...reader.named(name),
      largest: own === null ? (others.at(-1)?.insight.name ?? null) : null,
    };
  }
}

/** Computes what is asked for once. */
function memoized<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : compute(key);
    known.set(key, value);
    return value;
  };
}

/** The samples behind a call: the whole of its output, in each period that it counts. */
function findSamples(
  { insight: name, name: read, output: named, row }: FunctionCall,
  reader: GateReader,
): readonly Sample[] {
  const insight = reader.insight(name);
  const output = sampleOutput(insight, named);
  return periodsOf(read).map((period) => {
    const size = output === null ? null : reader.whole(name, onlyIn(row), output, period);
    return { insight, output, period, size };
  });
}

/** Why nothing can be concluded from an insight; null if something can. */
export function findEmptiness(
  reader: GateReader,
  name: string | null,
  isZeroExpected: boolean,
): Unknown | null {
  const insight = reader.insight(name);
  const { rows, roundedTo } = insight;
  if (rows.length > 0 && (isZeroExpected || !isEmpty(insight))) return null;
  if (roundedTo !== undefined) return rounded(roundedTo);
  const empty = `the answer${reader.ofInsight(name)} is empty`;
  const why = ': nothing was counted in the period (min-sample: 0 says that this is to be expected)';
  return because(rows.length === 0 ? empty : `${empty}${why}`);
}

/** Whether an insight's answer holds nothing but zeros. */
function isEmpty({ rows, total }: ReportedInsight): boolean {
  const isZero = (value: unknown): boolean => typeof value !== 'number' || value === 0;
  return (
    (total ?? 0) === 0 && rows.every((row) => isZero(row.value) && Object.values(row.values).every(isZero))
  );
}
