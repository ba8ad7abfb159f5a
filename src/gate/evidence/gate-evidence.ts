import { type FunctionCall, ROW_NUMBERS, type RowNumber, type RowSet } from '../expression/calls.ts';
import { type NumberReader, type Item, type List, text } from '../expression/values.ts';
import { NumberRange, type Reads, type Unknown } from '../expression/number-range.ts';
import type { Evidence, WhichPeriod } from './evidence.ts';
import type { AbsentRows, MissingRow } from './absent-rows.ts';
import { InsightReader, type RowRead } from './reader.ts';

/**
 * What a threshold is judged by: the evidence about its own insight (null: it has none) and about each that
 * it reads, by name.
 */
export interface GateEvidence {
  readonly own: string | null;
  readonly insights: ReadonlyMap<string, Evidence>;
}

/** The evidence about an insight; `insight` null means the threshold's own. */
export function evidenceOf({ own, insights }: GateEvidence, insight: string | null): Evidence {
  const found = insights.get(insight ?? own ?? '');
  if (found === undefined) throw new Error(`A threshold reads ${insight ?? 'an insight'} without evidence.`);
  return found;
}

/** The insight to name beside what is said of one; null if the threshold reads only that one. */
export function namedInsight({ insights }: GateEvidence, name: string): string | null {
  return insights.size > 1 ? name : null;
}

/** Reads an assertion's numbers, and shows which rows of each insight were not there. */
export interface GateReader extends NumberReader {
  readonly absent: ReadonlyMap<string, AbsentRows>;
  /** What a row or a set of an insight is a part of (`row` null: the whole), by an output. */
  whole(
    insight: string | null,
    row: string | RowSet | null,
    output: string,
    when: WhichPeriod,
  ): number | null;
}

/** Makes a reader, which reads each number once. */
export function createGateReader(gate: GateEvidence, missingRow: MissingRow): GateReader {
  const readers = new Map<string, InsightReader>();
  for (const [name, evidence] of gate.insights) readers.set(name, new InsightReader(evidence, missingRow));
  const readerOf = (insight: string | null): InsightReader => {
    const reader = readers.get(insight ?? gate.own ?? '');
    if (reader === undefined)
      throw new Error(`A threshold reads ${insight ?? 'an insight'} without evidence.`);
    return reader;
  };
  const numbers = new Map<string, NumberRange>();
  const lists = new Map<string | null, List>();
  return {
    whole: (insight, row, output, when) => readerOf(insight).whole(row, output, when).exact,
    absent: new Map([...readers].map(([name, { absent }]) => [name, absent])),
    read: (call) => {
      const key = JSON.stringify(call);
      const known = numbers.get(key) ?? named(gate, readerOf(call.insight).read(call), call, new Set([call]));
      numbers.set(key, known);
      return known;
    },
    rows: (insight) => {
      const known = lists.get(insight) ?? listOf(gate, insight, readerOf(insight).rows());
      lists.set(insight, known);
      return known;
    },
  };
}

function listOf(gate: GateEvidence, insight: string | null, rows: readonly RowRead[]): List {
  const list = { insight, name: 'count', output: null, as: 'list' } as const;
  const from: Reads = new Set([list]);
  const keyFrom: Reads = new Set([{ ...list, as: 'key' }]);
  const field = (name: RowNumber) => ({ insight, name, row: null, output: null, as: 'field' }) as const;
  const fields = new Map<RowNumber, Reads>(ROW_NUMBERS.map((name) => [name, new Set([field(name)])]));
  const items = rows.map((row): Item => {
    const reason = row.reason && naming(gate, row.reason, insight);
    const read = (name: RowNumber): NumberRange =>
      named(gate, row.read(name), { ...field(name), row: row.key }, fields.get(name) ?? from);
    return { reason, value: { kind: 'row', insight, from, key: text(row.key, keyFrom, reason), read } };
  });
  return { kind: 'list', items, from };
}

/** A number with what it was read from. */
function named(gate: GateEvidence, range: NumberRange, call: FunctionCall, from: Reads): NumberRange {
  const reason = range.reason && naming(gate, range.reason, call.insight);
  return new NumberRange(range.low, range.high, reason, range).with({ call, from });
}

/** A reason with the insight that it is about, if there are several. */
function naming(gate: GateEvidence, reason: Unknown, insight: string | null): Unknown {
  const of = namedInsight(gate, insight ?? gate.own ?? '');
  if (of === null) return reason;
  const ofInsight = { ...reason, of };
  return ofInsight;
}
