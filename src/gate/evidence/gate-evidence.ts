import { type NumberReader, type Row, type RowNumber } from '../expression/language.ts';
import { MissingRowError, NumberRange, UnknownError } from '../expression/number-range.ts';
import type { Assertion } from '../expression/parse.ts';
import { RowSet } from '../expression/sets.ts';
import { readsRowsOneByOne } from '../expression/syntax-tree.ts';
import type { UnknownReason } from '../reasons.ts';
import { type Evidence, findMissingRowsReason } from './evidence.ts';
import type { AbsentRows, MissingRow } from './absent-rows.ts';
import { createReader, type InsightReader } from './reader.ts';
import { periodsOf, type Source } from './sources.ts';

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

/** Why rows of an insight may exist that its table does not hold; null if it holds them all. */
export function findUnseenRows(evidence: GateEvidence, name: string | null): UnknownReason | null {
  const { insight } = evidenceOf(evidence, name);
  const [reason, of] = [findMissingRowsReason(insight), namedInsight(evidence, insight.name)];
  return reason && { ...reason, ...(of === null ? {} : { of }) };
}

/** Reads an assertion's numbers, and shows which rows of each insight were not there. */
export interface GateReader extends NumberReader {
  readonly absent: ReadonlyMap<string, AbsentRows>;
  /** What was read, each source once; whoever evaluates several conditions clears it before each. */
  readonly sources: Map<string, Source>;
}

/**
 * Makes a reader. Its reads throw `UnknownError` if a number cannot be known; `withUnseen` is as in
 * `InsightReader.rows`, and reads what rounded counts may truly be.
 */
export function createGateReader(
  evidence: GateEvidence,
  { tree }: Assertion,
  missingRow: MissingRow,
  withUnseen = false,
): GateReader {
  const readers = new Map<string, InsightReader>();
  for (const [name, of] of evidence.insights) readers.set(name, createReader(of, missingRow, withUnseen));
  const rowsOf = new Map<string, readonly Row[]>();
  const nameOf = (insight: string | null): string => insight ?? evidence.own ?? '';
  const readerOf = (name: string): InsightReader => {
    const reader = readers.get(name);
    if (reader === undefined) throw new Error(`A threshold reads ${name} without evidence.`);
    return reader;
  };
  const sources = new Map<string, Source>();
  const note = (insight: string, name: string, output: string | null, only: RowSet | null = null): void => {
    const source = { insight, output, only, periods: periodsOf(name) };
    sources.set(JSON.stringify(source), source);
  };
  return {
    sources,
    absent: new Map([...readers].map(([name, { absent }]) => [name, absent])),
    read: (call) => {
      const name = nameOf(call.insight);
      const only = call.row instanceof RowSet && call.row.isOnly ? call.row : null;
      note(name, call.name, call.output ?? null, only);
      return naming(namedInsight(evidence, name), () => readerOf(name).read(call));
    },
    rows: (insight) => {
      const name = nameOf(insight);
      const known = rowsOf.get(name) ?? readRows(name);
      rowsOf.set(name, known);
      note(name, 'count', null);
      return known;
    },
  };

  function readRows(name: string): readonly Row[] {
    const { insight } = evidenceOf(evidence, name);
    const isOf = (other: string | null): boolean => nameOf(other) === name;
    const missing = readsRowsOneByOne(tree, isOf, insight.rows.length)
      ? null
      : findUnseenRows(evidence, name);
    const named = namedInsight(evidence, name);
    if (missing !== null) throw new UnknownError(missing);
    const readRow = (row: Row, number: RowNumber): NumberRange => {
      note(name, number, null);
      return naming(named, () => row[number]);
    };
    const rows = readerOf(name).rows(withUnseen);
    return rows.map((row) => row.readBy(readRow));
  }
}

/**
 * Reads a number of an insight; what is said about it if it is not known names that insight (null: there is
 * only one).
 */
function naming(insight: string | null, read: () => NumberRange): NumberRange {
  if (insight === null) return read();
  try {
    const range = read();
    const { low, high, reason } = range;
    return new NumberRange(low, high, reason && { ...reason, of: insight }, range);
  } catch (error) {
    if (error instanceof UnknownError) throw new UnknownError({ ...error.reason, of: insight });
    throw error instanceof MissingRowError ? new MissingRowError(error.key, insight) : error;
  }
}
