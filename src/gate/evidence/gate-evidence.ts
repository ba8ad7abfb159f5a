import type { ReportedInsight } from '../../results.ts';
import { quoteKey } from '../../text/list.ts';
import type { FunctionCall, RowNumber, RowSet } from '../expression/calls.ts';
import type { NumberRange } from '../expression/number-range.ts';
import { type List, listOfRows, type NumberReader } from '../expression/values.ts';
import type { Unknown } from '../reasons.ts';
import type { AbsentRows, MissingRow } from './absent-rows.ts';
import type { Evidence, WhichPeriod } from './evidence.ts';
import { InsightReader } from './reader.ts';

/**
 * What a threshold is judged by: the evidence about its own insight (null: it has none) and about each that
 * it reads, by name.
 */
export interface GateEvidence {
  readonly own: string | null;
  readonly insights: ReadonlyMap<string, Evidence>;
}

/** Reads an assertion's numbers, each once, and shows which rows of each insight were not there. */
export class GateReader implements NumberReader {
  readonly absent: ReadonlyMap<string, AbsentRows>;
  readonly gate: GateEvidence;
  readonly #readers: ReadonlyMap<string, InsightReader>;
  readonly #numbers = new Map<string, NumberRange>();
  readonly #lists = new Map<string | null, List>();

  constructor(gate: GateEvidence, missingRow: MissingRow) {
    this.gate = gate;
    this.#readers = new Map(
      [...gate.insights].map(([name, evidence]) => [name, new InsightReader(evidence, missingRow)]),
    );
    this.absent = new Map([...this.#readers].map(([name, { absent }]) => [name, absent]));
  }

  read(call: FunctionCall): NumberRange {
    const key = JSON.stringify(call);
    const known = this.#numbers.get(key) ?? this.#readOnce(call);
    this.#numbers.set(key, known);
    return known;
  }

  #readOnce(call: FunctionCall): NumberRange {
    const { insight } = call;
    return this.#named(this.#reader(insight).read(call), insight).with({ call, from: new Set([call]) });
  }

  rows(insight: string | null): List {
    const known = this.#lists.get(insight) ?? this.#listOf(insight);
    this.#lists.set(insight, known);
    return known;
  }

  /** The evidence about an insight; null means the threshold's own. */
  evidence(insight: string | null): Evidence {
    const found = this.gate.insights.get(insight ?? this.gate.own ?? '');
    if (found === undefined)
      throw new Error(`A threshold reads ${insight ?? 'an insight'} without evidence.`);
    return found;
  }

  insight(insight: string | null): ReportedInsight {
    return this.evidence(insight).insight;
  }

  /** The insight to name beside what is said of one; none if the threshold reads only that one. */
  named(name: string | null): { readonly of?: string } {
    return this.gate.insights.size > 1 ? { of: this.insight(name).name } : {};
  }

  /** The same in words: ` of "os"`, or empty. */
  ofInsight(name: string | null): string {
    const { of } = this.named(name);
    return of === undefined ? '' : ` of ${quoteKey(of)}`;
  }

  /** What a row or a set of an insight is a part of (`row` null: the whole), by an output, as it is shown. */
  whole(
    insight: string | null,
    row: string | RowSet | null,
    output: string,
    when: WhichPeriod = 'now',
  ): number | null {
    return this.#reader(insight).whole(row, output, when).shown;
  }

  #reader(insight: string | null): InsightReader {
    const { name } = this.insight(insight);
    const reader = this.#readers.get(name);
    if (reader === undefined) throw new Error(`A threshold reads ${name} without evidence.`);
    return reader;
  }

  #listOf(insight: string | null): List {
    const rows = this.#reader(insight)
      .rows()
      .map(({ key, reason, read }) => ({
        key,
        reason: reason && this.#naming(reason, insight),
        read: (name: RowNumber) => this.#named(read(name), insight),
      }));
    return listOfRows(insight, rows);
  }

  #named(range: NumberRange, insight: string | null): NumberRange {
    return range.with({ reason: range.reason && this.#naming(range.reason, insight) });
  }

  /** A reason with the insight that it is about, if there are several. */
  #naming(reason: Unknown, insight: string | null): Unknown {
    return { ...reason, ...this.named(insight) };
  }
}
