import { mostSimilar } from '../inputs/nearest.ts';
import { visible } from '../inputs/visible.ts';
import type { ReportedInsight, ResultsRow } from '../results.ts';
import { toNumber } from '../tables/numbers.ts';
import { type Amount, amountOf, between } from './amount.ts';
import type { Evidence } from './evidence.ts';
import { isOpen, opening } from './evidence.ts';
import type { Reader, TableFunction } from './language.ts';
import { Row, type RowNumber } from './row.ts';
import { type Absence, rowNumbers } from './row-numbers.ts';
import { tableNumber } from './table-numbers.ts';
import { MissingRowError, UnknownError } from './unknown.ts';

/** What a threshold says of a named row that is not there; null where it says nothing. */
export type MissingRow = 'zero' | 'fail' | 'inconclusive' | null;

/** What was found out while an assertion was read. */
export interface Findings {
  /** How many numbers were known. */
  known: number;
  /** Rows that are not there and counted as zero although nobody said that they may be missing: key → the most similar one. */
  readonly assumed: Map<string, string | null>;
  /** Rows that are not there, whatever they counted as. */
  readonly absent: Set<string>;
}

/** Reads an assertion's numbers from an insight's table and the answers to extra queries. */
export interface EvidenceReader extends Reader {
  readonly findings: Findings;
  /** The table's rows; with those that it does not show, of which only bounds are known, where `unseen`. */
  rows(unseen: boolean): readonly Row[];
}

/** Makes a reader. Each of its reads throws `UnknownError` where a number cannot be known. */
export function createReader(evidence: Evidence, missingRow: MissingRow): EvidenceReader {
  const { insight } = evidence;
  const findings: Findings = { known: 0, assumed: new Map(), absent: new Set() };
  const counted = (amount: Amount): Amount => {
    findings.known += 1;
    return amount;
  };
  const absence = (found: Absence): Amount => {
    findings.absent.add(found.key);
    return counted(absentValue(found, insight, missingRow, findings));
  };
  const readRow = (number: RowNumber, key: string, output: string | null): Amount =>
    counted(rowNumbers(evidence, key, outputOf(insight, output), absence)[number]());
  return {
    findings,
    row: readRow,
    table: (number: TableFunction, output: string | null) =>
      counted(tableNumber(evidence, number, number === 'count' && output === null ? null : outputOf(insight, output))),
    rows: (unseen) => {
      const all = insight.rows.map(
        (row) =>
          new Row(
            () => row.key,
            (number) => readRow(number, row.key, null),
          ),
      );
      findings.known += all.length > 0 ? 1 : 0;
      return unseen && isOpen(insight) ? [...all, unseenRow(insight)] : all;
    },
  };
}

function outputOf({ metric, outputs, queryType }: ReportedInsight, output: string | null): string {
  const name = output ?? metric;
  if (name === null) throw new UnknownError(`a ${queryType} has no metric`);
  if (name === metric || outputs.includes(name)) return name;
  const there = outputs.slice(0, SHOWN).map((each) => `"${visible(each)}"`);
  throw new UnknownError(`there is no output "${visible(name)}" in the answer; there are ${there.join(', ')}`);
}

const SHOWN = 10;

/** Rows that a misspelt key is held against. */
const CANDIDATES = 2000;

/** A row that is not there: zero where that was to be expected, and otherwise zero with a word about it. */
function absentValue(absence: Absence, insight: ReportedInsight, missingRow: MissingRow, findings: Findings): Amount {
  const { key, stoodBefore } = absence;
  if (missingRow === 'fail') throw new MissingRowError(`there is no row "${visible(key)}"`);
  if (missingRow === 'inconclusive') throw new UnknownError(`there is no row "${visible(key)}"`);
  if (missingRow === null && !stoodBefore) {
    const keys = insight.rows.slice(0, CANDIDATES).map((row) => row.key);
    findings.assumed.set(key, mostSimilar(key, keys));
  }
  return amountOf(0);
}

/** A row that a topN does not show has at most what its last row has. */
function unseenRow(insight: ReportedInsight): Row {
  const last = insight.rows.at(-1);
  const why = opening(insight);
  const isOrdered = insight.queryType === 'topN' && insight.cutOff && isDescendingBy(insight);
  const read = (number: RowNumber): Amount => {
    if (number === 'rank' && insight.cutOff) return between(insight.rows.length + 1, Infinity, why);
    const most = isOrdered && last !== undefined ? lastNumber(last, number) : null;
    if (most === null) throw new UnknownError(why);
    return between(number === 'share' ? 0 : -Infinity, most, why);
  };
  const key = (): string => {
    throw new UnknownError(why);
  };
  return new Row(key, read);
}

function lastNumber(last: ResultsRow, number: RowNumber): number | null {
  if (number === 'share') return last.share;
  return number === 'value' ? toNumber(last.value) : null;
}

function isDescendingBy({ query, metric }: ReportedInsight): boolean {
  const order = query['metric'];
  if (typeof order === 'string') return order === metric;
  const { type, metric: by } = Object(order) as { readonly type?: unknown; readonly metric?: unknown };
  return type === 'numeric' && by === metric;
}
