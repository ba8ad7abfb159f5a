// Reads the numbers of an assertion while it is evaluated, from one or several insights. `gate/verdict/`
// makes one for each gate.
import type { ReportedInsight } from '../../results/results.ts';
import { quoteKey } from '../../../text/list.ts';
import type { FunctionCall, RowNumber, RowSet } from '../../expression/calls.ts';
import type { NumberRange, Reads } from '../../expression/number-range.ts';
import { type List, listOfRows, type NumberReader } from '../../expression/values.ts';
import { because, type Unknown } from '../../expression/reasons.ts';
import type { MissingRow } from './absent-rows.ts';
import type { Evidence } from './evidence.ts';
import { InsightReader } from './reader.ts';
import { wholeOf } from './sets.ts';
import { getOrAdd } from '../../../text/get-or-add.ts';

/**
 * What a threshold is judged by: the evidence about its own insight (null: it has none) and about each that
 * it reads, by name.
 */
export interface GateEvidence {
  readonly defaultInsight: string | null;
  readonly insights: ReadonlyMap<string, Evidence>;
}

/** The inputs of a threshold about rows and counts that are not there. */
interface Missing {
  readonly missingRow: MissingRow;
  readonly minSample: number | null;
}

/**
 * Reads an assertion's numbers, each once and with what was counted for it, and shows which rows of each
 * insight were not there.
 */
export class GateReader implements NumberReader {
  readonly readers: ReadonlyMap<string, InsightReader>;
  readonly gate: GateEvidence;
  readonly #isZeroExpected: boolean;
  readonly #numbers = new Map<string, NumberRange>();
  readonly #reads = new Map<string, Reads>();
  readonly #lists = new Map<string | null, List>();

  constructor(gate: GateEvidence, { missingRow, minSample }: Missing) {
    this.gate = gate;
    this.#isZeroExpected = minSample === 0;
    this.readers = new Map(
      [...gate.insights].map(([name, evidence]) => [name, new InsightReader(evidence, missingRow)]),
    );
  }

  read(call: FunctionCall): NumberRange {
    return getOrAdd(this.#numbers, JSON.stringify(call), () => {
      const { insight } = call;
      const range = this.#rangeAbout(this.#reader(insight).read(call), insight);
      return range.with({ call, from: this.#readsOf(call) });
    });
  }

  rows(insight: string | null): List {
    return getOrAdd(this.#lists, insight, () => this.#listOf(insight));
  }

  /** The evidence about an insight; null means the threshold's own. */
  evidence(insight: string | null): Evidence {
    return this.#reader(insight).evidence;
  }

  insight(insight: string | null): ReportedInsight {
    return this.evidence(insight).insight;
  }

  /** What a reason about an insight holds: its name, if the threshold reads several insights. */
  aboutInsight(name: string | null): { readonly of?: string } {
    return this.gate.insights.size > 1 ? { of: this.insight(name).name } : {};
  }

  /** The name in words: ` of "os"`, or empty if the threshold reads only one insight. */
  ofInsight(name: string | null): string {
    const { of } = this.aboutInsight(name);
    return of === undefined ? '' : ` of ${quoteKey(of)}`;
  }

  /** What a row or a set of an insight is a part of (`row` null: the whole), by an output, as it is shown. */
  whole(insight: string | null, row: string | RowSet | null, output: string): number | null {
    return wholeOf(this.evidence(insight), row, output, 'now').shown;
  }

  /** Why nothing can be concluded from an insight alone, whose answer is empty; null if something can. */
  emptiness(name: string | null): Unknown | null {
    const insight = this.insight(name);
    const { rows } = insight;
    if (rows.length > 0 && (this.#isZeroExpected || !isEmpty(insight))) return null;
    const empty = `the answer${this.ofInsight(name)} is empty`;
    const why = ': nothing was counted in the period (min-sample: 0 says that this is to be expected)';
    return because(rows.length === 0 ? empty : `${empty}${why}`);
  }

  #reader(insight: string | null): InsightReader {
    const reader = this.readers.get(insight ?? this.gate.defaultInsight ?? '');
    if (reader === undefined)
      throw new Error(`A threshold reads ${insight ?? 'an insight'} without evidence.`);
    return reader;
  }

  #readsOf(call: FunctionCall): Reads {
    return getOrAdd(this.#reads, JSON.stringify(call), () => {
      const reader = this.#reader(call.insight);
      const read = {
        call,
        // Samples are read only if a threshold requests one.
        get samples() {
          return reader.samples(call);
        },
      };
      return new Set([read]);
    });
  }

  #listOf(insight: string | null): List {
    const rows = this.#reader(insight)
      .rows()
      .map(({ key, reason, read }) => ({
        key,
        reason: reason && this.#reasonAbout(reason, insight),
        read: (name: RowNumber) => this.#rangeAbout(read(name), insight),
      }));
    return listOfRows(insight, rows, (call) => this.#readsOf(call));
  }

  #rangeAbout(range: NumberRange, insight: string | null): NumberRange {
    return range.with({ reason: range.reason && this.#reasonAbout(range.reason, insight) });
  }

  #reasonAbout(reason: Unknown, insight: string | null): Unknown {
    return { ...reason, ...this.aboutInsight(insight) };
  }
}

/** Whether an insight's answer holds nothing but zeros. */
function isEmpty({ rows, total }: ReportedInsight): boolean {
  const isZero = (value: unknown): boolean => typeof value !== 'number' || value === 0;
  return (
    (total ?? 0) === 0 && rows.every((row) => isZero(row.value) && Object.values(row.values).every(isZero))
  );
}
